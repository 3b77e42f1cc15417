import { createHash } from 'node:crypto';
import { canonicalJson } from '@countersign/contracts';
import { type JsonObject, tenantId } from '@countersign/domain';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ApprovalWorld, approvalWorld } from '../testing/approval-world.js';
import { ada, ben, consent, draftOf, jonas, manager, maya, nine, priya, refund } from '../testing/samples.js';
import { until } from '../testing/until.js';

type Responses = Record<string, { content?: Record<string, { schema: object; example?: object }> }>;
type Paths = Record<string, Record<string, { responses: Responses }>>;

describe('reading over HTTP', () => {
  let world: ApprovalWorld;
  beforeAll(async () => {
    world = await approvalWorld();
  });
  afterAll(() => world.close());

  const listed = async (person: typeof maya, query = '') => {
    const { body } = await world.ask(`/v1/approvals${query}`, { token: world.tokenOf(person) });
    return (body['rows'] as JsonObject[]).map(({ proposalId }) => String(proposalId));
  };

  test('S58: a deciding link opened by GET or HEAD decides nothing', async () => {
    const id = await world.waiting([manager]);
    const card = await world.cardOf(id, maya);
    const asked = `decision=approve&digest=${String(card['digest'])}&sight=${String(card['sight'])}`;
    const token = world.tokenOf(maya);
    const before = await world.typesOf(id);
    const routes = ['/v1/me', '/v1/approvals', `/v1/proposals/${id}/card`, `/v1/proposals/${id}/decisions`];
    for (const route of routes) {
      for (const method of ['GET', 'HEAD']) {
        const { status } = await world.ask(`${route}?${asked}`, { method, token });
        expect(status).toBe(route.endsWith('decisions') ? 404 : 200);
        await world.ask(`${route}?${asked}&access_token=${token}`, { method });
      }
    }
    expect(await world.typesOf(id)).toEqual(before);
  });

  test('without a token, with a bad one, or for a program: nothing is shown', async () => {
    const id = await world.waiting([manager]);
    const bot = world.tokenOf({ ...jonas, kind: 'agent', roles: ['agent'] });
    for (const route of ['/v1/me', '/v1/approvals', `/v1/proposals/${id}/card`]) {
      const none = await world.ask(route);
      expect(none).toMatchObject({ status: 401, body: { code: 'token_missing' } });
      expect(none.type).toContain('application/problem+json');
      expect((await world.ask(route, { token: 'nonsense' })).status).toBe(401);
      expect(await world.ask(route, { token: bot })).toMatchObject({
        status: 403,
        body: { code: 'not_a_person' },
      });
    }
  });

  test('tells who you are, and the clock that deadlines are judged by', async () => {
    const { body } = await world.ask('/v1/me', { token: world.tokenOf(maya) });
    expect(body).toMatchObject({
      tenant: 'fjordlight',
      subject: 'maya',
      kind: 'staff',
      roles: ['support_manager'],
    });
    expect(Math.abs(Date.parse(String(body['serverTime'])) - Date.now())).toBeLessThan(60_000);
  });

  test('the hash of a card is over all that was shown; sight, clock and reading time stand outside', async () => {
    const card = await world.cardOf(await world.waiting([manager]), maya);
    const { cardHash, sight: _sight, serverTime: _time, recordReadAt: _read, ...shown } = card;
    expect(createHash('sha256').update(canonicalJson(shown)).digest('hex')).toBe(cardHash);
    expect(createHash('sha256').update(canonicalJson(card['digestContent'])).digest('hex')).toBe(
      card['digest'],
    );
  });

  test('S59, C73: hidden characters are shown on the card, and stored unchanged', async () => {
    const note = 'refund \u202e00.97\u200b to שלום';
    const action = {
      ...refund,
      evidence: [{ fact: 'said', value: note, basis: 'stated' as const, source: 'message/1', readAt: nine }],
    };
    const id = await world.waiting([manager], { action, digest: draftOf('x', { action }).digest });
    const card = await world.cardOf(id, maya);
    expect(card['evidence']).toMatchObject([{ value: note, shown: 'refund [U+202E]00.97[U+200B] to שלום' }]);
    expect(card['amount']).toEqual({ minor: '4200', currency: 'EUR', words: '42.00 EUR' });
    await until(async () => (await listed(maya)).includes(id));
    const { body } = await world.ask('/v1/approvals', { token: world.tokenOf(maya) });
    const row = (body['rows'] as JsonObject[]).find(({ proposalId }) => proposalId === id);
    expect(row?.['rankGroup']).toBe('does_not_match');
  });

  test('the queue shows a person what they may decide, staff all of the tenant, and nobody another tenant', async () => {
    const tenant = tenantId('nordstern');
    const foreign = await world.waiting([manager], { tenant, digest: draftOf('x', { tenant }).digest });
    const forMaya = await world.waiting([manager]);
    const started = await world.waiting([manager], { startedBy: [maya.subject] });
    const forAda = await world.waiting([consent]);
    await until(async () => (await listed(maya, '?scope=all')).includes(forAda));
    const mine = await listed(maya);
    expect(mine).toContain(forMaya);
    expect(mine).not.toContain(started);
    expect(mine).not.toContain(forAda);
    expect(await listed(priya)).toContain(started);
    const all = await listed(jonas, '?scope=all');
    expect(all).toEqual(expect.arrayContaining([forMaya, started, forAda]));
    expect(all).not.toContain(foreign);
    expect(await listed(jonas)).toEqual([]);
    expect(await listed(ada)).toEqual([forAda]);
    expect(await listed(ben)).toEqual([]);
    expect((await world.ask('/v1/approvals?scope=all', { token: world.tokenOf(ada) })).status).toBe(403);
  });

  test('a decided row leaves the queue; wrong queries are named', async () => {
    const id = await world.waiting([manager]);
    await until(async () => (await listed(maya)).includes(id));
    expect((await world.decide(await world.cardOf(id, maya), maya)).status).toBe(200);
    await until(async () => !(await listed(maya)).includes(id));
    for (const query of ['scope=everything', 'cursor=forged', 'kind=a&kind=b', `q=${'x'.repeat(300)}`]) {
      const answer = await world.ask(`/v1/approvals?${query}`, { token: world.tokenOf(maya) });
      expect(answer).toMatchObject({ status: 400, body: { code: 'query_invalid' } });
    }
  });

  test('C70: after a restart all that waited is listed and can be decided, with its own arguments', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      const action = { ...refund, arguments: { ...refund.arguments, note: `n${n}` } };
      ids.push(await world.waiting([manager], { action, digest: draftOf('x', { action }).digest }));
    }
    await world.restart();
    await until(async () => {
      const known = await listed(maya);
      return ids.every((id) => known.includes(id));
    });
    for (const [n, id] of ids.entries()) {
      const card = await world.cardOf(id, maya);
      expect(card['arguments']).toEqual(
        expect.arrayContaining([{ name: 'note', label: 'note', value: `n${n}`, shown: `n${n}` }]),
      );
      expect((await world.decide(card, maya)).status).toBe(200);
    }
  });

  test('the API describes itself, its codes as a closed set', async () => {
    const { status, body } = await world.ask('/openapi.json');
    expect(status).toBe(200);
    expect(Object.keys(body['paths'] as JsonObject)).toEqual(
      expect.arrayContaining([
        '/v1/me',
        '/v1/approvals',
        '/v1/proposals/{id}/card',
        '/v1/proposals/{id}/decisions',
      ]),
    );
    expect(JSON.stringify(body)).toContain('already_decided');
  });

  test('the API shows a problem document for every refusal of every route, and a whole card', async () => {
    const { body } = await world.ask('/openapi.json');
    const paths = body['paths'] as unknown as Paths;
    const refusals = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).flatMap(({ responses }) =>
        Object.entries(responses)
          .filter(([status]) => Number(status) >= 400)
          .map(([status, { content }]) => ({ path, status: Number(status), content })),
      ),
    );
    expect(new Set(refusals.map(({ path }) => path))).toEqual(new Set(Object.keys(paths)));
    for (const { status, content } of refusals) {
      expect(content?.['application/problem+json']?.example).toMatchObject({ status });
    }
    const card = paths['/v1/proposals/{id}/card']?.['get']?.responses['200']?.content?.['application/json'];
    const { required, example } = (card?.schema ?? {}) as { required?: string[]; example?: JsonObject };
    expect(required?.length).toBeGreaterThan(10);
    expect(Object.keys(example ?? {})).toEqual(expect.arrayContaining(required ?? []));
  });
});
