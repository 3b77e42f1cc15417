import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Answer, type GatewayWorld, gatewayWorld } from '../../testing/gateway-world.js';
import { headphones } from '../../testing/samples.js';

let world: GatewayWorld;
beforeAll(async () => {
  world = await gatewayWorld();
});
afterAll(() => world.close());

const propose = (token?: string, scheme?: string): Promise<Answer> =>
  world.ask('/v1/proposals', {
    body: headphones,
    headers: {
      'idempotency-key': randomUUID(),
      ...(token === undefined ? {} : { authorization: `${scheme ?? 'Bearer'} ${token}` }),
    },
  });

const routes = [
  ['POST', '/v1/messages'],
  ['POST', '/v1/proposals'],
  ['GET', `/v1/conversations/${randomUUID()}`],
  ['GET', `/v1/conversations/${randomUUID()}/replies`],
  ['GET', `/v1/proposals/${randomUUID()}`],
  ['GET', `/v1/proposals/${randomUUID()}/events`],
] as const;

describe('without a token', () => {
  test.each(routes)('%s %s is refused', async (method, path) => {
    const answer = await world.ask(path, { method, ...(method === 'POST' ? { body: {} } : {}) });
    expect([answer.status, answer.body['code']]).toEqual([401, 'token_missing']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  test.each(['/docs', '/openapi.json', '/livez'])('%s is open', async (path) => {
    expect((await world.ask(path)).status).toBe(200);
  });
});

describe('a bad token (C79)', () => {
  test.each([
    ['alg_none', 401, 'token_invalid'],
    ['hs256_public_key', 401, 'token_invalid'],
    ['unknown_key', 401, 'token_invalid'],
    ['other_audience', 401, 'token_invalid'],
    ['other_issuer', 401, 'token_invalid'],
    ['issued_in_future', 401, 'token_invalid'],
    ['expired', 401, 'token_expired'],
    ['other_tenant', 403, 'tenant_not_served'],
  ])('of the kind %s opens nothing, and makes no event and no message', async (kind, status, code) => {
    const eventsBefore = await world.record.events();
    const answer = await propose(await world.tokens.bad(kind, 'jonas'));
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
    const token = await world.tokens.bad(kind, 'ada');
    const message = await world.ask('/v1/messages', { token, body: { text: 'Hello.' } });
    expect([message.status, message.body['code']]).toEqual([status, code]);
    expect(await world.record.events()).toEqual(eventsBefore);
    expect(await world.record.messages()).toEqual([]);
    expect(world.refusals().at(-1)).toMatchObject({ code });
  });

  test('is never repeated in a log line', async () => {
    const token = await world.tokens.bad('unknown_key', 'ada');
    await propose(token);
    expect(JSON.stringify(world.logged)).not.toContain(token.slice(0, 40));
  });

  test('nor is another scheme, or a good token of another tenant', async () => {
    const good = await world.tokens.of('helpdesk-bot');
    expect((await propose(good, 'Basic')).body['code']).toBe('token_missing');
    const zoe = await world.ask(`/v1/proposals/${randomUUID()}`, { token: await world.tokens.of('zoe') });
    expect([zoe.status, zoe.body['code']]).toEqual([403, 'tenant_not_served']);
  });
});

describe('reading changes nothing (S58)', () => {
  test.each(['GET', 'HEAD'])('%s of every address leaves the record as it was', async (method) => {
    const bot = await world.tokens.of('helpdesk-bot');
    const made = await propose(bot);
    const id = String(made.body['proposalId']);
    const before = [await world.record.events(), await world.record.messages()];
    const paths = [
      '/v1/messages',
      '/v1/proposals',
      `/v1/proposals/${id}`,
      `/v1/proposals/${id}?approve=true`,
      `/v1/proposals/${id}/decisions`,
      `/v1/proposals/${id}/approve`,
      `/v1/conversations/${randomUUID()}`,
    ];
    for (const path of paths) {
      const { status } = await world.ask(path, { method, token: bot });
      expect([path, status < 500]).toEqual([path, true]);
    }
    const streamed = await world.follow(`/v1/proposals/${id}/events`, bot);
    streamed.close();
    expect([await world.record.events(), await world.record.messages()]).toEqual(before);
  });

  test('HEAD of a stream is answered and closed', async () => {
    const bot = await world.tokens.of('helpdesk-bot');
    const id = String((await propose(bot)).body['proposalId']);
    const answer = await world.ask(`/v1/proposals/${id}/events`, { method: 'HEAD', token: bot });
    expect([answer.status, answer.text]).toEqual([200, '']);
  });

  test('no way here makes an approval (C64)', async () => {
    const maya = await world.tokens.of('maya');
    const id = String((await propose(await world.tokens.of('helpdesk-bot'))).body['proposalId']);
    for (const path of [
      `/v1/proposals/${id}/decisions`,
      `/v1/proposals/${id}/approve`,
      `/v1/proposals/${id}`,
    ]) {
      expect(
        (await world.ask(path, { method: 'POST', token: maya, body: { decision: 'approve' } })).status,
      ).toBe(404);
    }
    expect((await world.record.proposal(id)).map(({ type }) => type)).toEqual(['ProposalDrafted']);
  });
});
