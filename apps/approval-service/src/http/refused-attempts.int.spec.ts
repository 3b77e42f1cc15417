import { randomUUID } from 'node:crypto';
import { topics } from '@countersign/contracts';
import { type JsonObject, type Person, subjectId, tenantId } from '@countersign/domain';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ApprovalWorld, approvalWorld } from '../testing/approval-world.js';
import { ben, consent, draftOf, jonas, manager, maya, priya } from '../testing/samples.js';
import { until } from '../testing/until.js';

const bot: Person = { ...jonas, subject: subjectId('helpdesk-bot'), kind: 'agent', roles: ['agent'] };
const now = () => Math.floor(Date.now() / 1_000);
const expired = () => ({ exp: now() - 600, iat: now() - 4_000 });

describe('an attempt that is refused', () => {
  let world: ApprovalWorld;
  beforeAll(async () => {
    world = await approvalWorld();
  });
  afterAll(() => world.close());

  const post = (id: string, token: string | undefined, body: JsonObject) =>
    world.ask(`/v1/proposals/${id}/decisions`, {
      method: 'POST',
      body,
      ...(token === undefined ? {} : { token }),
    });
  const sentOf = (card: JsonObject): JsonObject => ({
    decision: 'approve',
    digest: card['digest'] ?? '',
    sight: card['sight'] ?? '',
  });
  const isUntouched = async (id: string, of?: string) =>
    expect((await world.typesOf(id, of)).filter((type) => /Granted|Rejected/.test(type))).toEqual([]);

  test('S50: no token, an expired one, a forged one: 401, and each is on record', async () => {
    const id = await world.waiting([manager]);
    const body = sentOf(await world.cardOf(id, maya));
    const forged = `${world.tokenOf(maya).slice(0, -8)}AAAAAAAA`;
    const codes = [];
    for (const token of [
      undefined,
      world.tokenOf(maya, expired()),
      forged,
      world.tokenOf(maya, { aud: 'other' }),
    ]) {
      const { status, body: problem } = await post(id, token, body);
      codes.push([status, problem['code']]);
    }
    expect(codes).toEqual([
      [401, 'token_missing'],
      [401, 'token_expired'],
      [401, 'token_invalid'],
      [401, 'token_invalid'],
    ]);
    expect(await world.refusals(id)).toEqual(codes.map(([, code]) => ['unverified', code]));
    await isUntouched(id);
  });

  test("S50: another tenant's person gets the answer of a made-up id, and the own tenant learns of it", async () => {
    const id = await world.waiting([manager]);
    const body = sentOf(await world.cardOf(id, maya));
    const stranger = world.tokenOf(maya, { tenant: 'nordstern' });
    const answer = await post(id, stranger, body);
    const madeUp = await post(randomUUID(), stranger, body);
    const { instance: _one, ...same } = answer.body;
    const { instance: _two, ...asMadeUp } = madeUp.body;
    expect([answer.status, same]).toEqual([404, asMadeUp]);
    expect(await world.refusals(id)).toEqual([['nordstern/maya', 'other_tenant']]);
    expect(await world.events(id, 'nordstern')).toEqual([]);
    await isUntouched(id);
  });

  test('C57, S50: a valid token with another digest than the proposal’s', async () => {
    const id = await world.waiting([manager]);
    const card = await world.cardOf(id, maya);
    const answer = await world.decide(card, maya, { digest: 'e'.repeat(64) });
    expect(answer).toMatchObject({ status: 409, body: { code: 'digest_differs' } });
    expect(await world.refusals(id)).toEqual([['maya', 'digest_differs']]);
    await isUntouched(id);
  });

  test('no sight, and the sight of somebody else', async () => {
    const id = await world.waiting([manager]);
    const [mine, theirs] = [await world.cardOf(id, maya), await world.cardOf(id, priya)];
    const { sight: _sight, ...blind } = sentOf(mine);
    for (const body of [blind, { ...blind, sight: null, reason: null }]) {
      const answer = await post(id, world.tokenOf(maya), body);
      expect(answer).toMatchObject({ status: 409, body: { code: 'sight_missing' } });
    }
    expect(await world.decide(theirs, maya)).toMatchObject({ status: 409, body: { code: 'sight_invalid' } });
    await isUntouched(id);
  });

  test('C72: whoever started it, under any role, and a service account: 403 and on record', async () => {
    const id = await world.waiting([manager], { startedBy: [maya.subject] });
    const admin = { ...maya, roles: ['support_manager', 'admin'] };
    for (const person of [maya, admin]) {
      expect(await world.decide(await world.cardOf(id, person), person)).toMatchObject({
        status: 403,
        body: { code: 'four_eyes', detail: expect.stringContaining('This attempt is on record.') },
      });
    }
    const card = await world.cardOf(id, priya);
    expect(await world.decide(card, bot)).toMatchObject({ status: 403, body: { code: 'not_a_person' } });
    expect(await world.decide(card, jonas)).toMatchObject({
      status: 403,
      body: { code: 'not_routed_to_you' },
    });
    expect(await world.refusals(id)).toEqual([
      ['maya', 'four_eyes'],
      ['maya', 'four_eyes'],
      ['helpdesk-bot', 'not_a_person'],
      ['jonas', 'not_routed_to_you'],
    ]);
    expect((await world.decide(await world.cardOf(id, maya), maya, { decision: 'reject' })).status).toBe(200);
  });

  test("a customer cannot tell another's proposal from a made-up one", async () => {
    const id = await world.waiting([consent]);
    const body = { decision: 'approve', digest: 'e'.repeat(64), sight: 'x' };
    expect((await post(id, world.tokenOf(ben), body)).status).toBe(404);
    expect((await world.ask(`/v1/proposals/${id}/card`, { token: world.tokenOf(ben) })).status).toBe(404);
    expect(await world.refusals(id)).toEqual([['ben', 'not_routed_to_you']]);
  });

  test('C59: the name comes from the token, whatever the body says', async () => {
    const id = await world.waiting([manager]);
    const answer = await world.decide(await world.cardOf(id, maya), maya, {
      decidedBy: 'alice',
      approver: 'alice',
    });
    expect(answer).toMatchObject({ status: 200, body: { by: { subject: 'maya' } } });
    expect((await world.events(id)).at(-1)?.data['approver']).toMatchObject({ subject: 'maya' });
  });

  test('C78: a token half a minute ahead passes, ten minutes ahead it does not', async () => {
    const ahead = (seconds: number) => world.tokenOf(maya, { iat: now() + seconds });
    expect((await world.ask('/v1/me', { token: ahead(30) })).status).toBe(200);
    expect((await world.ask('/v1/me', { token: ahead(600) })).status).toBe(401);
  });

  test('a body that cannot be read is told field by field, and decides nothing', async () => {
    const id = await world.waiting([manager]);
    for (const body of [{}, { decision: 'maybe', digest: 'x' }, { decision: 'approve', digest: 7 }]) {
      expect(await post(id, world.tokenOf(maya), body)).toMatchObject({
        status: 400,
        body: { code: 'body_invalid' },
      });
    }
    expect(
      (await post('..%2f..', world.tokenOf(maya), { decision: 'approve', digest: 'a'.repeat(64) })).status,
    ).toBe(404);
    await isUntouched(id);
  });

  test('nobody grows a stream without bound, nor uses up the record for others', async () => {
    const id = await world.waiting([manager]);
    const card = await world.cardOf(id, maya);
    for (let n = 0; n < 14; n += 1) await post(id, undefined, sentOf(card));
    expect(await world.refusals(id)).toHaveLength(10);
    await world.decide(card, jonas);
    expect((await world.refusals(id)).at(-1)).toEqual(['jonas', 'not_routed_to_you']);
    for (let who = 0; who < 45; who += 1)
      await post(id, world.tokenOf({ ...jonas, subject: subjectId(`s${who}`) }), sentOf(card));
    expect(await world.refusals(id)).toHaveLength(50);
    expect((await world.decide(card, maya)).status).toBe(200);
  });

  describe('on the topic (S50)', () => {
    const publish = async (value: JsonObject | string, id: string = randomUUID()) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const to = { topic: topics.approvalDecisions, tenant: 'fjordlight', key: 'k', id, headers: {} };
      await world.publish.publish({ ...to, value: Buffer.from(text) });
    };
    const refusedWith = (id: string, code: string) =>
      until(async () => (await world.refusals(id)).some(([, known]) => known === code));

    test('a decision with token, digest and sight stands, and hearing it again changes nothing', async () => {
      const id = await world.waiting([manager]);
      const value = { proposalId: id, token: world.tokenOf(maya), ...sentOf(await world.cardOf(id, maya)) };
      await publish(value, 'message-1');
      await world.has(id, 'ApprovalGranted');
      await publish(value, 'message-1');
      await publish(value, 'message-2');
      await refusedWith(id, 'replayed');
      expect((await world.typesOf(id)).filter((type) => type === 'ApprovalGranted')).toHaveLength(1);
      expect(await world.refusals(id)).toEqual([['maya', 'replayed']]);
    });

    test('whose id is that of an event of ours stands all the same', async () => {
      const id = await world.waiting([manager]);
      const asked = (await world.events(id)).find(({ type }) => type === 'ApprovalRequested');
      const value = { proposalId: id, token: world.tokenOf(maya), ...sentOf(await world.cardOf(id, maya)) };
      await publish(value, asked?.metadata.causationId);
      await world.has(id, 'ApprovalGranted');
    });

    test.each([
      ['no token', 'token_missing', () => ({ token: undefined })],
      ['an expired token', 'token_expired', () => ({ token: world.tokenOf(maya, expired()) })],
      [
        "another tenant's token",
        'other_tenant',
        () => ({ token: world.tokenOf(maya, { tenant: 'nordstern' }) }),
      ],
      ['another digest', 'digest_differs', () => ({ digest: 'e'.repeat(64) })],
      ['no sight', 'sight_missing', () => ({ sight: undefined })],
      ['a sight of null', 'sight_missing', () => ({ sight: null })],
    ])('with %s is refused, on record, and nothing is decided', async (_name, code, wrong) => {
      const id = await world.waiting([manager]);
      const good = { proposalId: id, token: world.tokenOf(maya), ...sentOf(await world.cardOf(id, maya)) };
      await publish({ ...good, ...wrong() } as JsonObject);
      await refusedWith(id, code);
      await isUntouched(id);
    });

    test('a tenant named by the publisher is nobody’s identity', async () => {
      const tenant = tenantId('nordstern');
      const id = await world.waiting([manager], { tenant, digest: draftOf('x', { tenant }).digest });
      await publish({
        proposalId: id,
        token: world.tokenOf(maya),
        decision: 'approve',
        digest: 'e'.repeat(64),
      });
      await until(async () => (await world.refusals(id, 'nordstern')).length === 1);
      expect(await world.refusals(id, 'nordstern')).toEqual([['fjordlight/maya', 'other_tenant']]);
      await isUntouched(id, 'nordstern');
    });

    test('what is no decision at all is set aside, and the next message is heard', async () => {
      await publish('{"proposalId": 7}', 'broken-1');
      const id = await world.waiting([manager]);
      await publish({ proposalId: id, token: world.tokenOf(maya), ...sentOf(await world.cardOf(id, maya)) });
      await world.has(id, 'ApprovalGranted');
      await until(async () =>
        (await world.host().parked()).some(({ code }) => code === 'decision_unreadable'),
      );
    });
  });
});
