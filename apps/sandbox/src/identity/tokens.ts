import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Person } from './people.js';
import type { SigningKey } from './signing-key.js';
import { ALGORITHM } from './signing-key.js';

const AUDIENCE = 'countersign';

export interface TokenSettings {
  key: SigningKey;
  issuer: () => string;
  now: () => number;
  lifetimeSeconds: number;
}

export interface SignIn {
  person: Person;
  /** When the person proved who they are, in seconds since 1970. */
  authTime: number;
  amr: string[];
  nonce?: string | undefined;
}

/** Staff sign in with a second factor, customers with a password, clients with their secret. */
export function methodsOf(person: Person): string[] {
  if (person.kind === 'client') return ['client_secret'];
  return person.roles.includes('customer') ? ['pwd'] : ['pwd', 'otp'];
}

/** The claims of a good token; `iat` and `exp` are in seconds since 1970. */
export function claimsFor(settings: TokenSettings, signIn: SignIn): Record<string, unknown> {
  const issuedAt = Math.floor(settings.now() / 1000);
  const { person, authTime, amr, nonce } = signIn;
  return {
    iss: settings.issuer(),
    aud: AUDIENCE,
    sub: person.sub,
    name: person.name,
    tenant: person.tenant,
    roles: person.roles,
    auth_time: authTime,
    amr,
    iat: issuedAt,
    exp: issuedAt + settings.lifetimeSeconds,
    jti: randomUUID(),
    ...(nonce === undefined ? {} : { nonce }),
  };
}

/** What a token endpoint answers. Both tokens carry the same claims, for the same audience. */
export async function grantTokens(settings: TokenSettings, signIn: SignIn): Promise<Record<string, unknown>> {
  const claims = claimsFor(settings, signIn);
  const signed = (type: string) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid: settings.key.id, typ: type })
      .sign(settings.key.privateKey);
  return {
    access_token: await signed('at+jwt'),
    id_token: await signed('JWT'),
    token_type: 'Bearer',
    expires_in: settings.lifetimeSeconds,
    scope: 'openid profile',
  };
}
