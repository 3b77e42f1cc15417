import type { EnvironmentReader } from './environment.js';

/** Whose tokens are believed, and for which audience they must have been issued. */
export interface TrustedIdentity {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
}

/**
 * `IDENTITY_ISSUER`, `IDENTITY_AUDIENCE` and `IDENTITY_JWKS_URL`. Given the address of a provider that says all three
 * by its address alone, they need not be said.
 */
export function trustedIdentityOf(read: EnvironmentReader, provider?: string): TrustedIdentity {
  const isKnown = provider !== undefined;
  return {
    issuer: read.text('IDENTITY_ISSUER', provider),
    audience: read.text('IDENTITY_AUDIENCE', isKnown ? 'countersign' : undefined),
    jwksUrl: read.url('IDENTITY_JWKS_URL', isKnown ? `${provider}/jwks` : undefined),
  };
}
