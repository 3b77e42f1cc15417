import { createPublicKey } from 'node:crypto';
import { generateKeyPair, SignJWT } from 'jose';
import { ALGORITHM } from './signing-key.js';
import type { SignIn, TokenSettings } from './tokens.js';
import { claimsFor } from './tokens.js';

/** One word for each way a token can be wrong (C78, C79). */
export const BAD_TOKEN_KINDS = [
  'alg_none',
  'hs256_public_key',
  'unknown_key',
  'other_audience',
  'other_issuer',
  'other_tenant',
  'expired',
  'issued_in_future',
  'stale_sign_in',
] as const;

export type BadTokenKind = (typeof BAD_TOKEN_KINDS)[number];

export interface BadTokenRequest {
  kind: BadTokenKind;
  signIn: SignIn;
  /** How long expired, how far in the future, or how long ago signed in. */
  seconds: number;
}

/** Mints a token that a careful verifier refuses (or, for small `seconds`, accepts by its leeway). */
export async function mintBadToken(settings: TokenSettings, request: BadTokenRequest): Promise<string> {
  const claims = { ...claimsFor(settings, request.signIn), ...changedClaims(settings, request) };
  const { key } = settings;
  const header = { kid: key.id, typ: 'at+jwt' };
  switch (request.kind) {
    case 'alg_none':
      return `${base64url({ ...header, alg: 'none' })}.${base64url(claims)}.`;
    case 'hs256_public_key': {
      const pem = createPublicKey({ key: { ...key.publicJwk }, format: 'jwk' });
      const secret = Buffer.from(pem.export({ type: 'spki', format: 'pem' }));
      return new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS256' }).sign(secret);
    }
    case 'unknown_key': {
      const { privateKey } = await generateKeyPair(ALGORITHM);
      return new SignJWT(claims).setProtectedHeader({ ...header, alg: ALGORITHM }).sign(privateKey);
    }
    default:
      return new SignJWT(claims).setProtectedHeader({ ...header, alg: ALGORITHM }).sign(key.privateKey);
  }
}

function changedClaims(settings: TokenSettings, { kind, seconds }: BadTokenRequest): Record<string, unknown> {
  const now = Math.floor(settings.now() / 1000);
  const lifetime = settings.lifetimeSeconds;
  if (kind === 'other_audience') return { aud: 'another-service' };
  if (kind === 'other_issuer') return { iss: 'https://identity.example' };
  if (kind === 'other_tenant') return { tenant: 'otherco' };
  if (kind === 'expired') return { iat: now - seconds - lifetime, exp: now - seconds };
  if (kind === 'issued_in_future') return { iat: now + seconds, exp: now + seconds + lifetime };
  if (kind === 'stale_sign_in') return { auth_time: now - seconds };
  return {};
}

function base64url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
