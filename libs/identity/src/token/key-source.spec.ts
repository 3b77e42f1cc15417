import { describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createTokenVerifier } from './token-verifier.js';

const MINUTE = 60_000;
const first = await generateKeyPair('ES256', { extractable: true });
const second = await generateKeyPair('ES256', { extractable: true });
const jwks = {
  first: { ...(await exportJWK(first.publicKey)), kid: 'first' },
  second: { ...(await exportJWK(second.publicKey)), kid: 'second' },
};

/** A provider whose answer and clock the test moves. */
function provider() {
  const state = {
    now: Date.parse('2026-11-29T12:00:00Z'),
    asked: 0,
    answer: (): unknown => ({ keys: [jwks.first] }),
  };
  const verifier = createTokenVerifier({
    issuer: 'i',
    audience: 'a',
    jwksUrl: 'https://identity.test/jwks',
    now: () => state.now,
    fetch: async () => {
      state.asked += 1;
      return Response.json(state.answer());
    },
  });
  async function ask(by: 'first' | 'second') {
    const iat = Math.floor(state.now / 1000);
    const token = await new SignJWT({ tenant: 't', roles: ['auditor'], auth_time: iat })
      .setProtectedHeader({ alg: 'ES256', kid: by })
      .setIssuer('i')
      .setAudience('a')
      .setSubject('sam')
      .setIssuedAt(iat)
      .setExpirationTime(iat + 60)
      .sign((by === 'first' ? first : second).privateKey);
    const verdict = await verifier.verify(token);
    return verdict.outcome === 'verified'
      ? 'verified'
      : `${verdict.code}${verdict.retryable ? ' (retryable)' : ''}`;
  }
  return { state, ask };
}

describe('keys from the provider', () => {
  it('are fetched once, also for simultaneous tokens, and kept', async () => {
    const { state, ask } = provider();
    expect(await Promise.all([ask('first'), ask('first'), ask('first')])).toEqual(Array(3).fill('verified'));
    expect(state.asked).toBe(1);
    state.now += 11 * MINUTE;
    expect(await ask('first')).toBe('verified');
    expect(state.asked).toBe(2);
  });

  it('are fetched again for an unknown key id, at most twice a minute', async () => {
    const { state, ask } = provider();
    await ask('first');
    for (let i = 0; i < 20; i += 1) expect(await ask('second')).toBe('signature_invalid');
    expect(state.asked).toBe(1);
    state.answer = () => ({ keys: [jwks.first, jwks.second] });
    state.now += MINUTE;
    expect(await ask('second')).toBe('verified');
    expect(state.asked).toBe(2);
  });

  it('that cannot be read judge nobody: the refusal is retryable, and a dead provider is not flooded', async () => {
    const { state, ask } = provider();
    state.answer = () => {
      throw new Error('down');
    };
    for (let i = 0; i < 5; i += 1) expect(await ask('first')).toBe('keys_unavailable (retryable)');
    expect(state.asked).toBe(1);
    state.answer = () => ({ keys: [jwks.first] });
    state.now += MINUTE;
    expect(await ask('first')).toBe('verified');
  });

  it('that are known survive an outage of an hour, not longer', async () => {
    const { state, ask } = provider();
    await ask('first');
    state.answer = () => ({ not: 'a key set' });
    state.now += 50 * MINUTE;
    expect(await ask('first')).toBe('verified');
    expect(await ask('second')).toBe('keys_unavailable (retryable)');
    state.now += 11 * MINUTE;
    expect(await ask('first')).toBe('keys_unavailable (retryable)');
  });
});
