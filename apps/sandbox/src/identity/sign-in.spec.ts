import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import type { SandboxUnderTest } from '../testing/sandbox-under-test.js';
import { at, sandboxUnderTest } from '../testing/sandbox-under-test.js';

let world: SandboxUnderTest;
beforeEach(async () => {
  world = await sandboxUnderTest();
});
afterEach(() => world.stop());

const VERIFIER = 'a-verifier-that-only-the-console-knows-0123456789';
const CONSOLE = { client_id: 'console', redirect_uri: 'http://127.0.0.1:4800/signed-in' };
const REQUEST = {
  ...CONSOLE,
  response_type: 'code',
  state: 'st"<at>e',
  nonce: 'n-1',
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
};
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const post = (path: string, fields: Record<string, string>) =>
  world.ask('identity', path, { method: 'POST', body: form(fields) });

async function signIn(person: string): Promise<string> {
  const answer = await post('/authorize', { ...REQUEST, person });
  const target = new URL(String(answer.headers.get('location')));
  expect([answer.status, target.searchParams.get('state')]).toEqual([303, REQUEST.state]);
  return String(target.searchParams.get('code'));
}

const redeem = (code: string, changes: Record<string, string> = {}) =>
  post('/token', { grant_type: 'authorization_code', ...CONSOLE, code, code_verifier: VERIFIER, ...changes });

describe('signing in', () => {
  test('shows a button for every person, and nothing of the request as markup', async () => {
    const page = await world.ask('identity', `/authorize?${form(REQUEST)}`);
    expect(page.status).toBe(200);
    for (const name of ['Ada Nilsson', 'Maya Lindqvist', 'Zoe Martin']) expect(page.text).toContain(name);
    expect(page.text).not.toContain('Helpdesk bot');
    expect(page.text).toContain('value="st&quot;&lt;at&gt;e"');
  });

  test('ends in tokens for the person whose button was pressed', async () => {
    const { status, body } = await redeem(await signIn('maya'));
    expect(status).toBe(200);
    const claims = decodeJwt(String(at(body, 'id_token')));
    expect(claims).toMatchObject({
      sub: 'maya',
      roles: ['support_manager'],
      nonce: 'n-1',
      amr: ['pwd', 'otp'],
    });
  });

  test('gives a code that is good once, for a minute, for its own client and verifier', async () => {
    const code = await signIn('maya');
    expect((await redeem(code)).status).toBe(200);
    expect((await redeem(code)).body).toMatchObject({ error: 'invalid_grant' });
    for (const wrong of [
      { code_verifier: 'guess' },
      { client_id: 'other' },
      { redirect_uri: 'http://127.0.0.1/' },
    ]) {
      expect((await redeem(await signIn('maya'), wrong)).status).toBe(400);
    }
    const late = await signIn('maya');
    world.clock.nowMs += 60_000;
    expect((await redeem(late)).status).toBe(400);
  });

  test.each([
    [{ redirect_uri: 'https://evil.example/' }],
    [{ redirect_uri: 'javascript:alert(1)' }],
    [{ code_challenge_method: 'plain' }],
    [{ response_type: 'token' }],
    [{ client_id: '' }],
  ])('is refused, and redirected nowhere, with %j', async (wrong) => {
    const page = await world.ask('identity', `/authorize?${form({ ...REQUEST, ...wrong })}`);
    const pressed = await post('/authorize', { ...REQUEST, ...wrong, person: 'maya' });
    expect([page.status, pressed.status, pressed.headers.get('location')]).toEqual([400, 400, null]);
  });
});

describe('the directory', () => {
  const look = (path: string) => world.ask('identity', path, { key: 'sandbox-directory-key' });

  test('says what a person may do right now, also after a role is withdrawn (S27)', async () => {
    const path = '/directory/people/fjordlight/maya';
    expect((await look(path)).body).toMatchObject({ name: 'Maya Lindqvist', roles: ['support_manager'] });
    await world.admin('PATCH', '/identity/people/fjordlight/maya', { roles: [] });
    expect((await look(path)).body).toMatchObject({ roles: [] });
  });

  test('knows nobody in a tenant that is not theirs, and tells nobody without the key', async () => {
    expect((await look('/directory/people/otherco/maya')).status).toBe(404);
    expect((await world.ask('identity', '/directory/people/fjordlight/maya')).status).toBe(401);
    expect((await world.admin('PATCH', '/identity/people/otherco/maya', { roles: [] })).status).toBe(404);
  });
});
