import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';

/** A key as configuration holds it: PEM text (PKCS#8 or SPKI) or a JWK (RFC 8037, `OKP` / `Ed25519`). */
export type KeyMaterial = string | JsonWebKey | PublicSigningKey;

export interface PublicSigningKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly alg: 'EdDSA';
  readonly use: 'sig';
}

export interface SigningKey {
  readonly privateKeyPem: string;
  readonly publicJwk: PublicSigningKey;
}

/** A new Ed25519 key. The private half is for the approval-service alone; keep it out of every image. */
export function generateSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicJwk: publicJwkOf(publicKey),
  };
}

/** The key id: RFC 7638 thumbprint, so that the same key has the same id wherever it is configured. */
export function keyIdOf(material: KeyMaterial): string {
  return publicJwkOf(publicKeyFrom(material)).kid;
}

/** Throws TypeError when the material is not an Ed25519 private key; the material itself is never quoted. */
export function privateKeyFrom(material: KeyMaterial): KeyObject {
  return ed25519(() =>
    typeof material === 'string'
      ? createPrivateKey(material)
      : createPrivateKey({ key: { ...material }, format: 'jwk' }),
  );
}

/** Throws TypeError when the material is not an Ed25519 key. A private key yields its public half. */
export function publicKeyFrom(material: KeyMaterial): KeyObject {
  return ed25519(() =>
    typeof material === 'string'
      ? createPublicKey(material)
      : createPublicKey({ key: { ...material }, format: 'jwk' }),
  );
}

export function publicJwkOf(key: KeyObject): PublicSigningKey {
  const { x } = key.export({ format: 'jwk' });
  if (typeof x !== 'string') throw new TypeError('not an Ed25519 key');
  const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' };
}

function ed25519(load: () => KeyObject): KeyObject {
  let key: KeyObject;
  try {
    key = load();
  } catch {
    // No cause: the parser's message can quote the key.
    throw new TypeError('the signing key cannot be read');
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('the signing key is not an Ed25519 key');
  return key;
}
