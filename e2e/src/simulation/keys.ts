import type { KeyObject } from 'node:crypto';
import { keyIdOf, type PublicSigningKey } from '@countersign/identity';

/** A public key as configuration writes it. */
export function publicJwkOf(key: KeyObject): PublicSigningKey {
  const { x } = key.export({ format: 'jwk' });
  if (x === undefined) throw new TypeError('not an Ed25519 key');
  const kid = keyIdOf({ kty: 'OKP', crv: 'Ed25519', x, kid: '', alg: 'EdDSA', use: 'sig' });
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' };
}
