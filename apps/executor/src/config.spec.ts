import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { readConfig } from './config.js';

const pair = generateKeyPairSync('ed25519');
const publicKey = pair.publicKey.export({ format: 'jwk' });
const privateKey = pair.privateKey.export({ format: 'jwk' });
const another = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' });

/** Whether the start is refused because of this key alone, among all that is missing here. */
function isRefused(keys: unknown): boolean {
  try {
    readConfig({ APPROVAL_PUBLIC_KEYS: JSON.stringify(keys) });
  } catch (error) {
    return (error as Error).message.includes('APPROVAL_PUBLIC_KEYS');
  }
  throw new Error('An environment without an address was taken');
}

test('permissions are checked with public Ed25519 keys and nothing else', () => {
  expect(isRefused([publicKey])).toBe(false);
  expect(isRefused([publicKey, publicKey])).toBe(false);
  for (const keys of [[], {}, [null], ['key'], [another], [publicKey, another]])
    expect(isRefused(keys)).toBe(true);
});

test('a key that could sign is refused: the executor is to check permissions and never to give one', () => {
  expect(isRefused([privateKey])).toBe(true);
});
