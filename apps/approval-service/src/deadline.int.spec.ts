import { randomUUID } from 'node:crypto';
import { PostgresEventStore } from '@countersign/event-store';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ApprovalWorld, approvalWorld } from './testing/approval-world.js';
import { ada, consent, draftOf, manager, maya, verdictOf } from './testing/samples.js';
import { until } from './testing/until.js';

const minutes = (n: number) => n * 60_000;

describe('the deadline of an approval', () => {
  let world: ApprovalWorld;
  beforeAll(async () => {
    world = await approvalWorld();
  });
  afterAll(() => world.close());

  /** As if no process ever ran the timer. */
  async function withoutTimers(): Promise<void> {
    const admin = new PostgresEventStore({ url: world.database.adminUrl });
    await admin.query('no-timers', 'delete from graphile_worker._private_jobs', []);
    await admin.close();
  }

  test('is set by database time, in the commit of the request', async () => {
    const id = await world.waiting([manager]);
    const asked = (await world.events(id)).find(({ type }) => type === 'ApprovalRequested');
    const { requestedAt, expiresAt } = (asked?.data ?? {}) as Record<string, string>;
    expect(Date.parse(String(expiresAt)) - Date.parse(String(requestedAt))).toBe(minutes(240));
    expect(Math.abs(Date.parse(String(asked?.recordedAt)) - Date.parse(String(requestedAt)))).toBeLessThan(
      minutes(5),
    );
  });

  test('is not asked for what policy allowed or denied', async () => {
    const id = await world.waiting([manager]);
    const allowed = randomUUID();
    await world.append('gateway', allowed, 'ProposalDrafted', draftOf(allowed));
    await world.append('policy_gate', allowed, 'PolicyDecided', { ...verdictOf(), verdict: 'allow' });
    // Heard in order: once a later proposal was asked for, the earlier one would have been.
    await world.waiting([manager]);
    expect(await world.typesOf(allowed)).toEqual(['ProposalDrafted', 'PolicyDecided']);
    expect(await world.typesOf(id)).toContain('ApprovalRequested');
  });

  test('S23: reminds once, then expires; expired is not rejected, and cannot be decided', async () => {
    const id = await world.waiting([consent, manager]);
    expect((await world.decide(await world.cardOf(id, ada), ada)).status).toBe(202);
    await world.database.advanceTime(minutes(61));
    await world.has(id, 'ApprovalReminded');
    const reminded = (await world.events(id)).find(({ type }) => type === 'ApprovalReminded');
    expect(reminded?.data['slots']).toEqual(['support-manager']);
    await world.database.advanceTime(minutes(180));
    await world.has(id, 'ApprovalExpired');
    expect((await world.typesOf(id)).filter((type) => type === 'ApprovalReminded')).toHaveLength(1);
    const card = await world.cardOf(id, maya);
    expect(card['sight']).toBeUndefined();
    expect(card).toMatchObject({ stateWord: '○– Expired', mayDecide: { code: 'expired' }, expiresAt: null });
    const answer = await world.decide(card, maya);
    expect(answer).toMatchObject({ status: 409, body: { code: 'expired' } });
    expect(answer.body['detail']).toContain('Nobody decided; it was not rejected.');
  });

  test('a decided proposal is neither reminded of nor expired', async () => {
    const id = await world.waiting([manager]);
    expect((await world.decide(await world.cardOf(id, maya), maya)).status).toBe(200);
    const later = await world.waiting([manager]);
    await world.database.advanceTime(minutes(300));
    await world.has(later, 'ApprovalExpired');
    const types = await world.typesOf(id);
    expect(types.filter((type) => /Reminded|Expired/.test(type))).toEqual([]);
  });

  test('C59: holds when no timer ran: the deciding statement refuses what is late', async () => {
    const id = await world.waiting([manager]);
    await withoutTimers();
    await world.database.advanceTime(minutes(241));
    const card = await world.cardOf(id, maya);
    expect(card).toMatchObject({ state: 'awaiting_approval', mayDecide: { code: 'expired' } });
    expect(await world.decide(card, maya)).toMatchObject({ status: 409, body: { code: 'expired' } });
    expect(await world.typesOf(id)).not.toContain('ApprovalGranted');
    expect(await world.refusals(id)).toEqual([['maya', 'expired']]);
  });

  test('C59: holds when the deadline passes between the look and the append', async () => {
    const id = await world.waiting([manager]);
    await withoutTimers();
    await world.database.advanceTime(minutes(239));
    const card = await world.cardOf(id, maya);
    expect(card).toMatchObject({ mayDecide: { slot: 'support-manager' } });
    world.outside.onOrderRead = async () => {
      world.outside.onOrderRead = async () => undefined;
      await world.database.advanceTime(minutes(2));
    };
    expect(await world.decide(card, maya)).toMatchObject({ status: 409, body: { code: 'expired' } });
    expect(await world.typesOf(id)).not.toContain('ApprovalGranted');
  });

  test('asks anew, with a new deadline, when policy judged anew after a permission was voided', async () => {
    const id = await world.waiting([manager]);
    const old = await world.cardOf(id, maya);
    expect((await world.decide(old, maya)).status).toBe(200);
    await world.append('executor', id, 'ApprovalVoided', { code: 'x', message: 'x', at: old['serverTime'] });
    await world.append('policy_gate', id, 'PolicyDecided', verdictOf(manager));
    await until(
      async () => (await world.typesOf(id)).filter((type) => type === 'ApprovalRequested').length === 2,
    );
    // What was seen before the new question is no answer to it, though digest and person are the same.
    expect(await world.decide(old, maya)).toMatchObject({ status: 409, body: { code: 'sight_expired' } });
    expect((await world.decide(await world.cardOf(id, maya), maya)).status).toBe(200);
  });
});
