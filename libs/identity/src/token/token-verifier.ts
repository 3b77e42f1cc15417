import { type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import type { FetchPort } from '../network/fetch-port.js';
import { fixedKeys, type KeySource, remoteKeys } from './key-source.js';
import { type ClaimsRefusal, type Principal, principalOf } from './principal.js';
import { refusalOf, type SignedRefusal } from './token-refusal.js';
import { VerifiedBefore } from './verified-before.js';

export type TokenRefusal = 'token_missing' | SignedRefusal | ClaimsRefusal;

export type TokenVerdict =
  | { readonly outcome: 'verified'; readonly principal: Principal }
  /** `retryable` says that the token was not judged at all (keys could not be fetched). */
  | { readonly outcome: 'refused'; readonly code: TokenRefusal; readonly retryable: boolean };

export interface TokenVerifier {
  /**
   * Judges a compact JWT (a leading `Bearer ` is accepted). Whether the principal's tenant is the one the
   * request is about is the caller's comparison (S50): the provider vouches for people of many tenants.
   * `asOf` (ISO instant) judges the times of the token at the moment a queued message was published. It must
   * be our own record of that moment, never the sender's word. It is capped at now. Keys are today's in any
   * case, so a key that was withdrawn meanwhile is refused.
   */
  verify(token: string | undefined, at?: { readonly asOf?: string }): Promise<TokenVerdict>;
}

interface Judgement {
  readonly issuer: string;
  readonly audience: string;
  /** Fixed by the server, never read from the token (C79). Default ES256, RS256, EdDSA. */
  readonly algorithms?: readonly string[];
  readonly now: () => number;
  /** Drift forgiven on iat, nbf and exp, in seconds (C78). Default 60: +30 s passes, +10 min does not. */
  readonly leewaySeconds?: number;
  /** Refuse tokens issued longer ago than this, whatever their exp says. */
  readonly maxTokenAgeSeconds?: number;
}

export type TokenVerifierOptions = Judgement &
  ({ readonly keys: JSONWebKeySet } | { readonly jwksUrl: string; readonly fetch: FetchPort });

/** Longer tokens are refused unread: parsing is the only cost an anonymous sender can make us pay. */
const TOKEN_CHARACTERS_MAX = 8_192;

/** Verifies identity tokens of one issuer for one audience. Only `now` and the fetch port reach outside. */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const keys = 'keys' in options ? fixedKeys(options.keys) : remoteKeys({ ...options, url: options.jwksUrl });
  const before = new VerifiedBefore();
  return {
    async verify(given, at = {}) {
      const token = given?.replace(/^Bearer +/i, '') ?? '';
      if (token === '') return refused('token_missing');
      if (token.length > TOKEN_CHARACTERS_MAX) return refused('token_malformed');
      const instantMs = judgedAt(options.now(), at.asOf);
      const claims = await signedClaims(token, { keys, options, instantMs, before });
      if (typeof claims === 'string') return refused(claims);
      const principal = principalOf(claims);
      return typeof principal === 'string' ? refused(principal) : { outcome: 'verified', principal };
    },
  };
}

interface Judging {
  readonly keys: KeySource;
  readonly options: Judgement;
  readonly instantMs: number;
  readonly before: VerifiedBefore;
}

async function signedClaims(
  token: string,
  { keys, options, instantMs, before }: Judging,
): Promise<JWTPayload | SignedRefusal> {
  const leeway = options.leewaySeconds ?? 60;
  const { maxTokenAgeSeconds } = options;
  try {
    const known = await before.claimsOf(token, { keys, instantMs, maxTokenAgeSeconds });
    if (known !== undefined) return known;
    const { payload, protectedHeader, key } = await jwtVerify(token, keys, {
      issuer: options.issuer,
      audience: options.audience,
      algorithms: [...(options.algorithms ?? ['ES256', 'RS256', 'EdDSA'])],
      currentDate: new Date(instantMs),
      clockTolerance: leeway,
      requiredClaims: ['sub', 'iat', 'exp'],
      ...(maxTokenAgeSeconds === undefined ? {} : { maxTokenAge: maxTokenAgeSeconds }),
    });
    // jose looks at a future iat only when a maximum age is set; a token from the future is refused always.
    const issuedAt = payload.iat ?? Number.POSITIVE_INFINITY;
    if (issuedAt > instantMs / 1000 + leeway) return 'not_yet_valid';
    before.remember(token, { header: protectedHeader, key, claims: payload, atMs: instantMs });
    return payload;
  } catch (error) {
    return refusalOf(error);
  }
}

function judgedAt(nowMs: number, asOf: string | undefined): number {
  if (asOf === undefined) return nowMs;
  const published = Date.parse(asOf);
  if (Number.isNaN(published)) throw new TypeError('asOf must be an ISO instant');
  return Math.min(published, nowMs);
}

function refused(code: TokenRefusal): TokenVerdict {
  return { outcome: 'refused', code, retryable: code === 'keys_unavailable' };
}
