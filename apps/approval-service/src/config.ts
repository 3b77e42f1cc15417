import type { Addresses } from '@countersign/capabilities';
import { readAddresses } from '@countersign/capabilities/reads';
import { privateKeyFrom } from '@countersign/identity';
import {
  type Environment,
  environment,
  readTimeoutOf,
  type TrustedIdentity,
  trustedIdentityOf,
} from '@countersign/messaging';

export interface ApprovalServiceConfig {
  readonly http: { readonly port: number };
  readonly identity: TrustedIdentity;
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
    identity: trustedIdentityOf(read),
    signing: { privateKey },
    outside: readAddresses(read),
    reads: { timeoutMs: readTimeoutOf(read) },
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
