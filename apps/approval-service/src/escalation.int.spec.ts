import { subjectId } from '@countersign/domain';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ApprovalWorld, approvalWorld } from './testing/approval-world.js';
import { ada, consent, manager, maya, priya } from './testing/samples.js';
import { until } from './testing/until.js';

const minutes = (n: number) => n * 60_000;
const people = [maya.subject, priya.subject];
const judged = {
  escalateAfterMs: minutes(120),
  routes: [{ slot: manager.slot, escalatesTo: 'support_manager', people: people.map(subjectId) }],
};

describe('what nobody answers', () => {
  let world: ApprovalWorld;
  beforeAll(async () => {
    world = await approvalWorld();
  });
  afterAll(() => world.close());

  const escalations = async (id: string) =>
    (await world.events(id)).filter(({ type }) => type === 'ApprovalEscalated').map(({ data }) => data);
  const rowFor = async (id: string, who: typeof maya) => {
    const { body } = await world.ask('/v1/approvals', { token: world.tokenOf(who) });
    return (body['rows'] as { proposalId: string; rankGroup: string }[]).find((r) => r.proposalId === id);
  };

  test('S23: is reminded of, passed on to the next on the route, then expires', async () => {
    const id = await world.waiting([consent, manager], {}, judged);
    await world.database.advanceTime(minutes(61));
    await world.has(id, 'ApprovalReminded');
    await until(async () => (await rowFor(id, priya))?.rankGroup === 'hard_to_undo');
    await world.database.advanceTime(minutes(60));
    await world.has(id, 'ApprovalEscalated');
    expect(await escalations(id)).toEqual([
      expect.objectContaining({ slot: manager.slot, from: 'maya', to: 'priya', toRole: 'support_manager' }),
    ]);
    await until(async () => (await rowFor(id, priya))?.rankGroup === 'needs_you_now');
    await until(async () => (await rowFor(id, maya))?.rankGroup === 'hard_to_undo');
    expect(await world.cardOf(id, maya)).toMatchObject({ mayDecide: { slot: manager.slot } });
    await world.database.advanceTime(minutes(120));
    await world.has(id, 'ApprovalExpired');
    expect((await world.typesOf(id)).slice(2)).toEqual([
      ...['ApprovalRequested', 'ApprovalReminded', 'ApprovalEscalated', 'ApprovalExpired'],
    ]);
  });

  test('is passed on though the service was away when it was due, and restarted since', async () => {
    const id = await world.waiting([manager], {}, judged);
    await world.database.advanceTime(minutes(61));
    await world.has(id, 'ApprovalReminded');
    await world.restart();
    await world.database.advanceTime(minutes(60));
    await world.has(id, 'ApprovalEscalated');
    expect(await escalations(id)).toHaveLength(1);
    expect((await world.decide(await world.cardOf(id, priya), priya)).status).toBe(200);
  });

  test('a slot that is filled is not passed on, and the deadline of the rest stands', async () => {
    const id = await world.waiting([consent, manager], {}, judged);
    expect((await world.decide(await world.cardOf(id, maya), maya)).status).toBe(202);
    await world.database.advanceTime(minutes(61));
    await world.has(id, 'ApprovalReminded');
    await world.database.advanceTime(minutes(178));
    expect(await world.cardOf(id, ada)).toMatchObject({ mayDecide: { slot: consent.slot } });
    await world.database.advanceTime(minutes(2));
    await world.has(id, 'ApprovalExpired');
    expect(await escalations(id)).toEqual([]);
  });
});
