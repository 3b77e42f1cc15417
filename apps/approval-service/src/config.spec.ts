import { generateSigningKey, privateKeyFrom } from '@countersign/identity';
import { describe, expect, it } from '@jest/globals';
import { readConfig, signingKeyOf } from './config.js';

const { privateKeyPem } = generateSigningKey();
const good = {
  APPROVAL_SIGNING_KEY: privateKeyPem,
  IDENTITY_ISSUER: 'http://identity.test',
  IDENTITY_AUDIENCE: 'countersign',
  IDENTITY_JWKS_URL: 'http://identity.test/jwks',
  CAPABILITIES: 'refunds',
  ORDERS_URL: 'http://orders.test',
  ORDERS_KEY: 'orders-key-for-tests',
  PAYMENTS_URL: 'http://payments.test',
  PAYMENTS_READ_KEY: 'payments-key-for-tests',
};

describe('the configuration', () => {
  it('listens on 4801 unless told otherwise', () => {
    expect(readConfig(good).http.port).toBe(4801);
    expect(readConfig({ ...good, APPROVAL_SERVICE_PORT: '0' }).http.port).toBe(0);
  });

  it('takes the key as PEM, as PEM on one line, and as a JWK', () => {
    const jwk = JSON.stringify(privateKeyFrom(privateKeyPem).export({ format: 'jwk' }));
    for (const key of [privateKeyPem, privateKeyPem.replaceAll('\n', '\\n'), jwk]) {
      const { privateKey } = readConfig({ ...good, APPROVAL_SIGNING_KEY: key }).signing;
      expect(privateKeyFrom(signingKeyOf(privateKey)).asymmetricKeyType).toBe('ed25519');
    }
  });

  it('names every key that is missing, and has no default for a secret', () => {
    const { CAPABILITIES: served, ...needed } = good;
    const message = messageOf({ CAPABILITIES: served });
    for (const key of Object.keys(needed)) expect(message).toContain(key);
  });

  it('refuses a key of another kind, and never quotes it', () => {
    const message = messageOf({ ...good, APPROVAL_SIGNING_KEY: 'not-a-key-but-a-long-secret' });
    expect(message).toContain('APPROVAL_SIGNING_KEY is not an Ed25519 private key');
    expect(message).not.toContain('long-secret');
  });
});

function messageOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return '';
}
