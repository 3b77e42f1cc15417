import type { JWK } from 'jose';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { Ledger } from '../ledger/database.js';

export const ALGORITHM = 'ES256';

export interface SigningKey {
  id: string;
  privateKey: Awaited<ReturnType<typeof importJWK>>;
  publicJwk: JWK;
}

const SCHEMA = 'CREATE TABLE IF NOT EXISTS signing_keys (id TEXT PRIMARY KEY, jwk TEXT NOT NULL) STRICT';

/** The key tokens are signed with: made once and kept, so that a restart signs nobody out. */
export async function openSigningKey({ effects }: Ledger): Promise<SigningKey> {
  effects.exec(SCHEMA);
  const kept = effects.prepare('SELECT jwk FROM signing_keys').get();
  if (kept !== undefined) return toSigningKey(JSON.parse(String(kept.jwk)));
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const key = await toSigningKey(await exportJWK(privateKey));
  const jwk = JSON.stringify(await exportJWK(privateKey));
  effects.prepare('INSERT INTO signing_keys (id, jwk) VALUES (?, ?)').run(key.id, jwk);
  return key;
}

async function toSigningKey(jwk: JWK): Promise<SigningKey> {
  const id = await calculateJwkThumbprint(jwk);
  const { d: _secret, ...open } = jwk;
  const publicJwk = { ...open, kid: id, alg: ALGORITHM, use: 'sig' };
  return { id, privateKey: await importJWK(jwk, ALGORITHM), publicJwk };
}
