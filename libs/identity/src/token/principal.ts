import type { JWTPayload } from 'jose';

export type PrincipalKind = 'customer' | 'staff' | 'agent';

/** A person or an outside agent, as an identity provider vouched for it. */
export interface Principal {
  readonly tenant: string;
  readonly subject: string;
  /** For display only; never used to decide anything. */
  readonly name: string;
  readonly kind: PrincipalKind;
  /** As of the token. A decision with effect asks the directory again: roles are withdrawn, tokens live on. */
  readonly roles: readonly string[];
  /** Instant of the sign-in itself (`auth_time`), not of the token's last refresh. */
  readonly authenticatedAt: string;
  /** How they signed in (`amr`, RFC 8176), for example `pwd`, `hwk`, `mfa`. */
  readonly methods: readonly string[];
  readonly tokenId?: string;
}

export type ClaimsRefusal = 'tenant_missing' | 'claims_invalid';

const TENANT = /^[a-z0-9][a-z0-9-]{0,62}$/;
const ROLE = /^[a-z][a-z0-9_:.-]{0,63}$/;
const METHOD = /^[a-z0-9_:.-]{1,64}$/i;
/** No control, zero-width or direction characters: a name must not disguise who decided. */
const PLAIN = /^[^\p{Cc}\p{Cf}\p{Cs}]+$/u;

/** Reads the principal out of verified claims. The claims are trusted in origin, not in shape. */
export function principalOf(claims: JWTPayload): Principal | ClaimsRefusal {
  const { tenant, sub, iat } = claims;
  if (tenant === undefined || tenant === null || tenant === '') return 'tenant_missing';
  const roles = listOf(claims.roles, ROLE);
  const methods = listOf(claims.amr, METHOD);
  const name = claims.name ?? sub;
  if (typeof tenant !== 'string' || !TENANT.test(tenant)) return 'claims_invalid';
  if (!isPlain(sub) || !isPlain(name) || iat === undefined) return 'claims_invalid';
  if (roles === undefined || methods === undefined) return 'claims_invalid';
  const kind = kindOf(claims.kind, roles);
  if (kind === undefined) return 'claims_invalid';
  // A client-credentials token of an agent has no sign-in; for a person its absence would let a token that
  // was refreshed for weeks pass as a fresh sign-in, so it is refused.
  const signedInAt = instantOf(claims.auth_time ?? (kind === 'agent' ? iat : undefined));
  if (signedInAt === undefined) return 'claims_invalid';
  const tokenId = claims.jti;
  if (tokenId !== undefined && !isPlain(tokenId)) return 'claims_invalid';
  return {
    tenant,
    subject: sub,
    name,
    kind,
    roles,
    authenticatedAt: signedInAt,
    methods,
    ...(tokenId === undefined ? {} : { tokenId }),
  };
}

/** The `kind` claim decides; without it the roles do, as long as they are not of two kinds at once. */
function kindOf(claim: unknown, roles: readonly string[]): PrincipalKind | undefined {
  if (claim === 'customer' || claim === 'staff' || claim === 'agent') return claim;
  if (claim !== undefined) return undefined;
  const kinds = new Set<PrincipalKind>(
    roles.map((role) => (role === 'customer' || role === 'agent' ? role : 'staff')),
  );
  const [only] = kinds;
  return kinds.size === 1 ? only : undefined;
}

function isPlain(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 255 && PLAIN.test(value);
}

function listOf(value: unknown, allowed: RegExp): readonly string[] | undefined {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > 64) return undefined;
  const items: readonly unknown[] = value;
  const kept = items.filter((item): item is string => typeof item === 'string' && allowed.test(item));
  return kept.length === items.length ? kept : undefined;
}

/** NumericDate (seconds) to an ISO instant; anything outside the years 1970–9999 is nonsense. */
function instantOf(seconds: unknown): string | undefined {
  if (typeof seconds !== 'number' || !(seconds >= 0 && seconds < 253_402_300_800)) return undefined;
  return new Date(seconds * 1000).toISOString();
}
