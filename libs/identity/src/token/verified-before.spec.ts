import { describe, expect, it } from '@jest/globals';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createTokenVerifier } from './token-verifier.js';
import { VerifiedBefore } from './verified-before.js';

const NOW = Date.parse('2026-11-29T12:00:00Z');
const SECONDS = NOW / 1_000;
const pair = await generateKeyPair('ES256', { extractable: true });
const other = await generateKeyPair('ES256', { extractable: true });
const header = { alg: 'ES256', kid: 'es' };
const claims = { sub: 'ada', iat: SECONDS - 60, exp: SECONDS + 600 };

function remembering(token = 'a.b.c') {
  const before = new VerifiedBefore();
  before.remember(token, { header, key: pair.publicKey, claims, atMs: NOW });
  return before;
}

function asked(more: { afterMs?: number; key?: CryptoKey; maxTokenAgeSeconds?: number } = {}) {
  const { afterMs = 0, key = pair.publicKey, maxTokenAgeSeconds } = more;
  return { keys: async () => key, instantMs: NOW + afterMs, maxTokenAgeSeconds };
}

describe('a token that was verified before', () => {
  it('is answered with its claims until right before its end', async () => {
    const before = remembering();
    expect(await before.claimsOf('a.b.c', asked())).toBe(claims);
    expect(await before.claimsOf('a.b.c', asked({ afterMs: 599_999, maxTokenAgeSeconds: 660 }))).toBe(claims);
  });

  it.each([
    ['at its end, leeway or not', { afterMs: 600_000 }],
    ['at an instant before the one it was judged at', { afterMs: -1 }],
    ['with another key under the same id', { key: other.publicKey }],
    ['as old as a token may be', { maxTokenAgeSeconds: 60 }],
  ])('is judged anew %s', async (_when, more) => {
    expect(await remembering().claimsOf('a.b.c', asked(more))).toBeUndefined();
  });

  it('is not another one, not even by its signature alone', async () => {
    expect(await remembering().claimsOf('a.b.d', asked())).toBeUndefined();
  });

  it('is not believed while today’s keys cannot be had', async () => {
    const keys = () => Promise.reject(new Error('away'));
    await expect(remembering().claimsOf('a.b.c', { ...asked(), keys })).rejects.toThrow('away');
  });

  it('is forgotten when a thousand others were used since', async () => {
    const before = remembering('old');
    const known = { header, key: pair.publicKey, claims, atMs: NOW };
    before.remember('used', known);
    for (let n = 0; n < 998; n += 1) before.remember(`t${n}`, known);
    await before.claimsOf('used', asked());
    before.remember('one too many', known);
    expect(await before.claimsOf('old', asked())).toBeUndefined();
    expect(await before.claimsOf('used', asked())).toBe(claims);
  });
});

describe('whoever comes again with the token they came with', () => {
  /** A provider whose keys and clock the test moves. */
  async function provided() {
    const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'es' };
    const state = { now: NOW, keys: [jwk] };
    const verifier = createTokenVerifier({
      ...{ issuer: 'i', audience: 'a', jwksUrl: 'https://identity.test/jwks', now: () => state.now },
      fetch: async () => Response.json({ keys: state.keys }),
    });
    const token = await new SignJWT({
      ...claims,
      exp: SECONDS + 3_600,
      tenant: 't',
      roles: ['customer'],
      auth_time: SECONDS,
    })
      .setProtectedHeader(header)
      .setIssuer('i')
      .setAudience('a')
      .sign(pair.privateKey);
    const ask = async (given = token) => {
      const verdict = await verifier.verify(given);
      return verdict.outcome === 'verified' ? verdict.principal.subject : verdict.code;
    };
    return { state, token, ask };
  }

  it('is let in again, and not once it has expired', async () => {
    const { state, ask } = await provided();
    expect([await ask(), await ask()]).toEqual(['ada', 'ada']);
    state.now += 3_659_000;
    expect(await ask()).toBe('ada');
    state.now += 2_000;
    expect(await ask()).toBe('expired');
  });

  it('is refused once the provider has withdrawn the key', async () => {
    const { state, ask } = await provided();
    expect(await ask()).toBe('ada');
    state.keys = [{ ...(await exportJWK(other.publicKey)), kid: 'es' }];
    state.now += 11 * 60_000;
    expect(await ask()).toBe('signature_invalid');
  });

  it('is refused with a changed letter of the claims or of the signature', async () => {
    const { token, ask } = await provided();
    expect(await ask()).toBe('ada');
    const [head = '', body = '', mark = ''] = token.split('.');
    const changed = (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;
    expect(await ask(`${head}.${body}.${changed(mark)}`)).toBe('signature_invalid');
    expect(await ask(`${head}.${changed(body)}.${mark}`)).toBe('signature_invalid');
  });
});
