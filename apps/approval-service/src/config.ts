import type { Addresses } from '@countersign/capabilities';
import { readAddresses } from '@countersign/capabilities/reads';
import { privateKeyFrom } from '@countersign/identity';
import { type Environment, environment } from '@countersign/messaging';

export interface ApprovalServiceConfig {
  readonly http: { readonly port: number };
  /** Whose tokens are believed, and for which audience they must have been issued. */
  readonly identity: { readonly issuer: string; readonly audience: string; readonly jwksUrl: string };
  /** Ed25519 private key, PKCS#8 PEM or JWK text. Only this service holds it. */
  readonly signing: { readonly privateKey: string };
  /** Where the capabilities read, by what they declare. */
  readonly outside: Addresses;
  readonly reads: { readonly timeoutMs: number };
}

export function readConfig(env: Environment): ApprovalServiceConfig {
  const read = environment(env);
  const privateKey = read.secret('APPROVAL_SIGNING_KEY').replaceAll('\\n', '\n');
  if (privateKey !== '' && !isSigningKey(privateKey)) {
    read.refuse('APPROVAL_SIGNING_KEY', 'is not an Ed25519 private key (PKCS#8 PEM or JWK)');
  }
  return read.frozen({
    http: { port: read.port('APPROVAL_SERVICE_PORT', 4801) },
    identity: {
      issuer: read.text('IDENTITY_ISSUER'),
      audience: read.text('IDENTITY_AUDIENCE'),
      jwksUrl: read.url('IDENTITY_JWKS_URL'),
    },
    signing: { privateKey },
    outside: readAddresses(read),
    reads: { timeoutMs: read.whole('READ_TIMEOUT_MS', { min: 50, max: 60_000 }, 5_000) },
  });
}

/** The key as configuration writes it: PEM text, or the JSON of a JWK. */
export function signingKeyOf(text: string): string | Record<string, string> {
  return text.trimStart().startsWith('{') ? (JSON.parse(text) as Record<string, string>) : text;
}

function isSigningKey(text: string): boolean {
  try {
    privateKeyFrom(signingKeyOf(text));
    return true;
  } catch {
    return false;
  }
}
