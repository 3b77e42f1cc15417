import { randomBytes, sign, verify } from 'node:crypto';
import { join } from 'node:path';
import { type Role, roles, type SealSigner, type VerifySignature } from '@countersign/event-store';
import { generateSigningKey, keyIdOf, privateKeyFrom, publicKeyFrom } from '@countersign/identity';
import { readIfThere, writePrivate } from './data-folder.js';

const WRAPPING_KEY = 'subject-keys-wrapping-key';

/** Made at the first start and kept in the data folder for its owner alone (0600). */
export interface Secrets {
  readonly rolePasswords: Readonly<Record<Role, string>>;
  /** Ed25519, PKCS#8 PEM: signs what people approved. */
  readonly approvalKey: string;
  /** Ed25519, PKCS#8 PEM: signs the heads of the record. */
  readonly sealKey: string;
  /** 32 bytes in base64: people's own keys in the database are encrypted with it. */
  readonly wrappingKey: string;
}

export async function openSecrets(folder: string): Promise<Secrets> {
  return {
    rolePasswords: await rolePasswords(join(folder, 'role-passwords.json')),
    approvalKey: await key(join(folder, 'approval-key.pem')),
    sealKey: await key(join(folder, 'seal-key.pem')),
    wrappingKey: await wrappingKey(join(folder, WRAPPING_KEY)),
  };
}

/** The key that signed the seals of this folder, if it has one yet. */
export async function sealKeyIn(folder: string): Promise<string | undefined> {
  return readIfThere(join(folder, 'seal-key.pem'));
}

/** The key that opens people's words in this folder's record, if it has one yet. */
export async function wrappingKeyIn(folder: string): Promise<string | undefined> {
  return readIfThere(join(folder, WRAPPING_KEY));
}

export function sealSigner(pem: string): SealSigner {
  const privateKey = privateKeyFrom(pem);
  return { keyId: keyIdOf(pem), sign: (digest) => sign(null, digest, privateKey) };
}

export function sealVerifier(pem: string): VerifySignature {
  const publicKey = publicKeyFrom(pem);
  const known = keyIdOf(pem);
  return ({ digest, signature, keyId }) => keyId === known && verify(null, digest, publicKey, signature);
}

async function rolePasswords(file: string): Promise<Record<Role, string>> {
  const kept = JSON.parse((await readIfThere(file)) ?? '{}') as Partial<Record<Role, string>>;
  const all = Object.fromEntries(
    roles.map((role) => [role, kept[role] ?? randomBytes(24).toString('base64url')]),
  ) as Record<Role, string>;
  if (roles.some((role) => kept[role] === undefined)) {
    await writePrivate(file, `${JSON.stringify(all, undefined, 2)}\n`);
  }
  return all;
}

async function wrappingKey(file: string): Promise<string> {
  const kept = await readIfThere(file);
  if (kept !== undefined) return kept;
  const made = randomBytes(32).toString('base64');
  await writePrivate(file, made);
  return made;
}

async function key(file: string): Promise<string> {
  const kept = await readIfThere(file);
  if (kept !== undefined) return kept;
  const { privateKeyPem } = generateSigningKey();
  await writePrivate(file, privateKeyPem);
  return privateKeyPem;
}
