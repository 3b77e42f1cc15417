import { createPublicKey } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { createTokenVerifier, type TokenVerifierOptions } from './token-verifier.js';

const NOW = Date.parse('2026-11-29T12:00:00Z');
const SECONDS = NOW / 1000;
const issuer = 'https://identity.fjordlight.test';
const audience = 'countersign';
const es256 = await generateKeyPair('ES256', { extractable: true });
const rs256 = await generateKeyPair('RS256', { extractable: true });
const ed25519 = await generateKeyPair('EdDSA', { extractable: true });
const keys = {
  keys: [
    { ...(await exportJWK(es256.publicKey)), kid: 'es', use: 'sig' },
    { ...(await exportJWK(rs256.publicKey)), kid: 'rs', use: 'sig' },
    { ...(await exportJWK(ed25519.publicKey)), kid: 'ed', use: 'sig' },
  ],
};
const maya: JWTPayload = {
  iss: issuer,
  aud: audience,
  sub: 'maya',
  tenant: 'fjordlight',
  name: 'Maya Lindqvist',
  roles: ['support_manager'],
  amr: ['pwd', 'otp'],
  auth_time: SECONDS - 600,
  iat: SECONDS - 60,
  exp: SECONDS + 600,
  jti: 't-1',
};

function verifier(more: Partial<TokenVerifierOptions> = {}) {
  return createTokenVerifier({ issuer, audience, keys, now: () => NOW, ...more });
}

function signed(claims: JWTPayload, by: { alg?: string; kid?: string; key?: CryptoKey | Uint8Array } = {}) {
  const header = { alg: by.alg ?? 'ES256', kid: by.kid ?? 'es' };
  return new SignJWT(claims).setProtectedHeader(header).sign(by.key ?? es256.privateKey);
}

async function codeOf(token: string | undefined, more: Partial<TokenVerifierOptions> = {}, asOf?: string) {
  const verdict = await verifier(more).verify(token, asOf === undefined ? {} : { asOf });
  return verdict.outcome === 'refused' ? verdict.code : verdict.outcome;
}

describe('a token that is accepted', () => {
  it.each([
    ['ES256', 'es', es256.privateKey],
    ['RS256', 'rs', rs256.privateKey],
    ['EdDSA', 'ed', ed25519.privateKey],
  ])('signed with %s yields the principal', async (alg, kid, key) => {
    const verdict = await verifier().verify(`Bearer ${await signed(maya, { alg, kid, key })}`);
    expect(verdict).toEqual({
      outcome: 'verified',
      principal: {
        tenant: 'fjordlight',
        subject: 'maya',
        name: 'Maya Lindqvist',
        kind: 'staff',
        roles: ['support_manager'],
        authenticatedAt: '2026-11-29T11:50:00.000Z',
        methods: ['pwd', 'otp'],
        tokenId: 't-1',
      },
    });
  });

  it('takes an agent without a sign-in, dated by its issue', async () => {
    const agent = { ...maya, sub: 'helpdesk-bot', roles: ['agent'], auth_time: undefined, amr: undefined };
    const verdict = await verifier().verify(await signed(agent));
    expect(verdict).toMatchObject({
      principal: { kind: 'agent', authenticatedAt: '2026-11-29T11:59:00.000Z' },
    });
  });
});

describe('C79: algorithm, key, issuer and audience are the server’s choice', () => {
  it('refuses alg none', async () => {
    expect(await codeOf(new UnsecuredJWT(maya).encode())).toBe('algorithm_not_allowed');
  });

  it('refuses HS256 keyed with the public key, in every spelling of that key', async () => {
    const pem = await exportSPKI(rs256.publicKey);
    const der = createPublicKey(pem).export({ type: 'spki', format: 'der' });
    for (const secret of [Buffer.from(pem), Buffer.from(pem.trim()), der]) {
      const forged = await signed(maya, { alg: 'HS256', kid: 'rs', key: new Uint8Array(secret) });
      expect(await codeOf(forged)).toBe('algorithm_not_allowed');
    }
  });

  it('refuses an algorithm that is sound but not on the list', async () => {
    expect(await codeOf(await signed(maya), { algorithms: ['EdDSA'] })).toBe('algorithm_not_allowed');
  });

  it('refuses a foreign key under our key id, and an unknown key id', async () => {
    const stranger = await generateKeyPair('ES256');
    expect(await codeOf(await signed(maya, { key: stranger.privateKey }))).toBe('signature_invalid');
    expect(await codeOf(await signed(maya, { kid: 'nobody' }))).toBe('signature_invalid');
  });

  it('refuses changed claims under the old signature', async () => {
    const [head, , mark] = (await signed(maya)).split('.');
    const body = Buffer.from(JSON.stringify({ ...maya, sub: 'priya' })).toString('base64url');
    expect(await codeOf(`${head}.${body}.${mark}`)).toBe('signature_invalid');
  });

  it.each([
    ['issuer_wrong', { iss: 'https://elsewhere.test' }],
    ['audience_wrong', { aud: 'another-service' }],
    ['audience_wrong', { aud: [] }],
    ['tenant_missing', { tenant: undefined }],
    ['claims_invalid', { tenant: '../other' }],
    ['claims_invalid', { tenant: { id: 'fjordlight' } }],
    ['claims_invalid', { sub: undefined }],
    ['claims_invalid', { exp: undefined }],
    ['claims_invalid', { exp: 'tomorrow' }],
    ['claims_invalid', { roles: 'support_manager' }],
    ['claims_invalid', { roles: ['customer', 'support_manager'] }],
    ['claims_invalid', { kind: 'root' }],
    ['claims_invalid', { name: 'Maya\u202E' }],
    ['claims_invalid', { auth_time: undefined }],
    ['claims_invalid', { auth_time: 1e20 }],
  ])('%s for %j', async (code, change) => {
    expect(await codeOf(await signed({ ...maya, ...change } as JWTPayload))).toBe(code);
  });

  it.each([
    ['token_missing', undefined],
    ['token_missing', ''],
    ['token_missing', 'Bearer '],
    ['token_malformed', 'x'],
    ['token_malformed', 'a.b.c'],
    ['token_malformed', 'a'.repeat(9_000)],
  ])('%s for %s', async (code, token) => {
    expect(await codeOf(token)).toBe(code);
  });
});

describe('C78: drift between clocks', () => {
  it.each([
    ['verified', { iat: SECONDS + 30 }],
    ['not_yet_valid', { iat: SECONDS + 600, exp: SECONDS + 1200 }],
    ['verified', { nbf: SECONDS + 30 }],
    ['not_yet_valid', { nbf: SECONDS + 600 }],
    ['verified', { exp: SECONDS - 30 }],
    ['expired', { exp: SECONDS - 61 }],
  ])('%s for %j', async (code, change) => {
    expect(await codeOf(await signed({ ...maya, ...change }))).toBe(code);
  });

  it('refuses a token older than the maximum age, whatever its exp', async () => {
    const old = await signed({ ...maya, iat: SECONDS - 7200 });
    expect(await codeOf(old)).toBe('verified');
    expect(await codeOf(old, { maxTokenAgeSeconds: 3600 })).toBe('expired');
  });
});

describe('S50: a queued message is judged at the moment it was published', () => {
  it('accepts a token that was alive then and has expired since', async () => {
    const token = await signed({ ...maya, iat: SECONDS - 7200, exp: SECONDS - 3600 });
    expect(await codeOf(token)).toBe('expired');
    expect(await codeOf(token, {}, '2026-11-29T10:30:00Z')).toBe('verified');
    expect(await codeOf(token, {}, '2026-11-29T11:30:00Z')).toBe('expired');
  });

  it('never judges later than now, so a future date brings no token to life', async () => {
    const token = await signed({ ...maya, nbf: SECONDS + 3600, exp: SECONDS + 7200 });
    expect(await codeOf(token, {}, '2026-11-29T13:30:00Z')).toBe('not_yet_valid');
  });
});
