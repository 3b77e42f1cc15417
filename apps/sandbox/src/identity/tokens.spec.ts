import { createPublicKey } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { JWK } from 'jose';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import type { SandboxUnderTest } from '../testing/sandbox-under-test.js';
import { at, sandboxUnderTest } from '../testing/sandbox-under-test.js';

let world: SandboxUnderTest;
beforeEach(async () => {
  world = await sandboxUnderTest();
});
afterEach(() => world.stop());

const PERSON = 'urn:countersign:sandbox:person';
const token = (form: Record<string, string>) =>
  world.ask('identity', '/token', { method: 'POST', body: new URLSearchParams(form).toString() });

/** For `jose` itself five seconds; a busy machine may take longer. */
const patient = { timeoutDuration: 120_000 };

async function verify(jwt: string) {
  const discovered = (await world.ask('identity', '/.well-known/openid-configuration')).body;
  const keys = createRemoteJWKSet(new URL(String(at(discovered, 'jwks_uri'))), patient);
  const currentDate = new Date(world.clock.nowMs);
  const issuer = String(at(discovered, 'issuer'));
  return jwtVerify(jwt, keys, { issuer, audience: 'countersign', algorithms: ['ES256'], currentDate });
}

async function badToken(request: object): Promise<string> {
  const asked = { method: 'POST', key: 'sandbox-admin-key', body: request };
  return String(at((await world.ask('admin', '/identity/tokens', asked)).body, 'token'));
}

describe('a token', () => {
  test('verifies against the published keys and says who, in which tenant and role, since when', async () => {
    const answer = await token({ grant_type: PERSON, person: 'ada' });
    expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    const now = Math.floor(world.clock.nowMs / 1000);
    for (const kind of ['access_token', 'id_token']) {
      const { payload } = await verify(String(at(answer.body, kind)));
      expect(payload).toMatchObject({
        sub: 'ada',
        name: 'Ada Nilsson',
        tenant: 'fjordlight',
        roles: ['customer'],
      });
      expect(payload).toMatchObject({ auth_time: now, amr: ['pwd'], iat: now, exp: now + 3600 });
    }
  });

  test('still verifies after a restart, until it expires', async () => {
    const jwt = String(at((await token({ grant_type: PERSON, person: 'zoe' })).body, 'access_token'));
    const issuer = world.url('identity');
    await world.restart();
    const keys = createRemoteJWKSet(new URL(`${world.url('identity')}/jwks`), patient);
    const at0 = { issuer, audience: 'countersign', currentDate: new Date(world.clock.nowMs) };
    expect((await jwtVerify(jwt, keys, at0)).payload.tenant).toBe('otherco');
    const later = { ...at0, currentDate: new Date(world.clock.nowMs + 3_601_000) };
    await expect(jwtVerify(jwt, keys, later)).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' });
  });

  test('of a client takes its secret, in the form or in the header', async () => {
    const form = { grant_type: 'client_credentials', client_id: 'helpdesk-bot' };
    const secret = 'sandbox-helpdesk-bot-secret';
    const { body } = await token({ ...form, client_secret: secret });
    expect(decodeJwt(String(at(body, 'access_token')))).toMatchObject({
      sub: 'helpdesk-bot',
      roles: ['agent'],
    });
    const basic = `Basic ${Buffer.from(`helpdesk-bot:${secret}`).toString('base64')}`;
    const asked = {
      method: 'POST',
      headers: { authorization: basic },
      body: 'grant_type=client_credentials',
    };
    expect((await world.ask('identity', '/token', asked)).status).toBe(200);
    expect((await token({ ...form, client_secret: 'wrong' })).status).toBe(401);
    expect((await token({ grant_type: PERSON, person: 'helpdesk-bot' })).status).toBe(400);
    expect((await token({ grant_type: 'password' })).body).toMatchObject({ error: 'unsupported_grant_type' });
  });
});

describe('a bad token', () => {
  test.each([
    ['alg_none', 'ERR_JOSE_ALG_NOT_ALLOWED'],
    ['hs256_public_key', 'ERR_JOSE_ALG_NOT_ALLOWED'],
    ['unknown_key', 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
    ['other_audience', 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['other_issuer', 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['expired', 'ERR_JWT_EXPIRED'],
  ])('of the kind %s is refused by a careful verifier (C79)', async (kind, code) => {
    const jwt = await badToken({ kind, person: 'maya' });
    await expect(verify(jwt)).rejects.toMatchObject({ code });
  });

  test('signed with the public key really is: a careless verifier would accept it (C79)', async () => {
    const jwt = await badToken({ kind: 'hs256_public_key', person: 'maya' });
    const jwk = at((await world.ask('identity', '/jwks')).body, 'keys.0') as JWK;
    const pem = createPublicKey({ key: { ...jwk }, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const currentDate = new Date(world.clock.nowMs);
    expect((await jwtVerify(jwt, Buffer.from(pem), { currentDate })).payload.sub).toBe('maya');
  });

  test('can be right but for its tenant, its time or the age of its sign-in (C78, C79)', async () => {
    const now = Math.floor(world.clock.nowMs / 1000);
    const claims = async (request: object) =>
      (await verify(await badToken({ person: 'maya', ...request }))).payload;
    expect(await claims({ kind: 'other_tenant' })).toMatchObject({ tenant: 'otherco', sub: 'maya' });
    expect(await claims({ kind: 'issued_in_future', seconds: 30 })).toMatchObject({ iat: now + 30 });
    expect(await claims({ kind: 'stale_sign_in', seconds: 7200 })).toMatchObject({ auth_time: now - 7200 });
  });

  test('is minted for holders of the admin key only', async () => {
    expect((await world.admin('POST', '/identity/tokens', { kind: 'alg_none', person: 'ada' })).status).toBe(
      401,
    );
    const unsigned = await badToken({ kind: 'alg_none', person: 'ada' });
    expect([decodeProtectedHeader(unsigned).alg, unsigned.split('.')[2]]).toEqual(['none', '']);
  });
});
