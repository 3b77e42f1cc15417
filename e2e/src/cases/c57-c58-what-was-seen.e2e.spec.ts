import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { approvedButHeld, proposeRefund, refundBody } from '../harness/refund-story.js';
import { System } from '../harness/system.js';
import { cardOf, decisionsUrl } from '../harness/waiting-card.js';

let system: System;
beforeAll(async () => {
  // So that what is held back waits, and does not run out of tries, while a test goes on.
  system = await System.start({ settings: { RETRY_ATTEMPTS_MAX: '100' } });
});
afterAll(() => system.stop());

const trailer = { lines: [{ lineId: '1', title: 'bicycle trailer', unitPriceMinor: 64_000 }] };
const pair = {
  lines: [
    { lineId: '1', title: 'left lamp', unitPriceMinor: 4_200 },
    { lineId: '2', title: 'right lamp', unitPriceMinor: 15_800 },
  ],
};

describe('C57: a permission holds for one digest', () => {
  test('amended after the approval: the old one is superseded, and the new one asks anew', async () => {
    const order = await system.admin.order(pair);
    const old = await proposeRefund(system, order);
    const seen = await cardOf(system, old, 'ada');
    const amended = refundBody(order, {
      lines: [
        { lineId: '1', quantity: 1 },
        { lineId: '2', quantity: 1 },
      ],
      supersedes: old,
    });
    const { status, body } = await system.as('helpdesk-bot').propose(amended);
    expect(status).toBe(202);
    const next = String(body['proposalId']);
    await system.waitForEvent(old, 'ProposalSuperseded');
    const fresh = await cardOf(system, next, 'ada');
    expect(fresh.digest).not.toBe(seen.digest);

    // What was seen on the old card is sent for the old one, for the new one, and with its digest swapped.
    const ada = system.as('ada');
    const { digest, sight } = seen;
    const said = { decision: 'approve', digest, sight };
    const attempts = [
      { id: old, said, code: 'superseded' },
      { id: next, said, code: 'digest_differs' },
      { id: next, said: { ...said, digest: fresh.digest }, code: 'sight_invalid' },
    ];
    for (const attempt of attempts) {
      const answer = await ada.send('POST', decisionsUrl(system, attempt.id), attempt.said);
      expect(answer).toMatchObject({ status: 409, body: { code: attempt.code } });
    }
    for (const id of [old, next]) {
      const { stream, effects } = await system.threeRecords(id);
      expect(stream).toContain('DecisionRefused');
      expect(stream).not.toContain('ApprovalGranted');
      expect(effects).toEqual([]);
    }
    expect(await ada.decide(next, 'approve')).toMatchObject({ status: 200 });
    await system.waitForEvent(next, 'ProposalCompleted');
    expect((await system.admin.ledger(`ch_${order}`)).effects).toEqual([
      expect.objectContaining({ amountMinor: 20_000, operationId: next }),
    ]);
  });

  test('half approved and then amended: the half is not carried over', async () => {
    const order = await system.admin.order(trailer);
    const old = await proposeRefund(system, order);
    expect(await system.as('ada').decide(old, 'approve')).toMatchObject({ status: 202 });
    const amended = refundBody(order, { lines: [], amountMinor: 60_000, currency: 'EUR', supersedes: old });
    const next = String((await system.as('helpdesk-bot').propose(amended)).body['proposalId']);
    expect(await system.as('maya').decide(next, 'approve')).toMatchObject({ status: 202 });
    expect(await system.types(next)).not.toContain('ExecutionStarted');
    expect(await system.as('ada').decide(next, 'approve')).toMatchObject({ status: 200 });
    await system.waitForEvent(next, 'ProposalCompleted');
    const { effects } = await system.admin.ledger(`ch_${order}`);
    expect(effects).toEqual([expect.objectContaining({ amountMinor: 60_000, operationId: next })]);
    expect(await system.types(old)).not.toContain('ExecutionStarted');
  });

  test('approved and about to be sent when it is amended: the old one is never sent, the new one asks both anew', async () => {
    const held = await approvedButHeld(system);
    const amended = refundBody(held.order, {
      lines: [],
      amountMinor: 60_000,
      currency: 'EUR',
      supersedes: held.proposalId,
    });
    const { status, body } = await system.as('jonas').propose(amended);
    expect(status).toBe(202);
    const next = String(body['proposalId']);
    await system.admin.mend('identity');
    expect(await system.as('ada').decide(next, 'approve')).toMatchObject({ status: 202 });
    expect(await system.types(next)).not.toContain('ExecutionStarted');
    expect(await system.as('maya').decide(next, 'approve')).toMatchObject({ status: 200 });
    await system.waitForEvent(next, 'ProposalCompleted');
    const { stream } = await system.threeRecords(held.proposalId);
    expect(stream).toContain('ProposalSuperseded');
    expect(stream).not.toContain('ExecutionStarted');
    expect((await system.admin.ledger(held.charge)).effects).toEqual([
      expect.objectContaining({ amountMinor: 60_000, operationId: next }),
    ]);
    expect((await held.ada.conversation())['proposals']).toEqual([
      expect.objectContaining({ proposalId: held.proposalId, status: 'superseded' }),
    ]);
    expect((await held.ada.replies()).map((reply) => reply.code)).not.toContain('completed');
  });
});

describe('C58: a pending approval does not freeze the world', () => {
  test('an item is removed from the order: the card shows it, approving is refused as stale with the difference', async () => {
    const order = await system.admin.order(pair);
    const id = await proposeRefund(system, order);
    const seen = await cardOf(system, id, 'ada');
    await system.admin.changeOrder(order, {
      lines: [{ lineId: '2', sku: 'sku-2', title: 'right lamp', quantity: 1, unitPriceMinor: 15_800 }],
      totalMinor: 15_800,
    });
    const ada = system.as('ada');
    const shown = await ada.card(id);
    expect(JSON.stringify(shown.body)).toMatch(/version 2, not 1/);
    const said = { decision: 'approve', digest: seen.digest, sight: seen.sight };
    const refused = await ada.send('POST', decisionsUrl(system, id), said);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'stale', differences: [expect.stringMatching(/version 2, not 1/)] },
    });
    expect((await system.waitForEvent(id, 'DecisionRefused')).data).toMatchObject({
      code: 'stale',
      who: 'ada',
    });
    const { stream, effects } = await system.threeRecords(id);
    expect(stream).not.toContain('ApprovalGranted');
    expect(effects).toEqual([]);
  });

  test('refunded elsewhere meanwhile: stale as well, nothing more is paid', async () => {
    const order = await system.admin.order(pair);
    const id = await proposeRefund(system, order);
    await cardOf(system, id, 'ada');
    await system.admin.refundElsewhere(`ch_${order}`, 20_000);
    const refused = await system.as('ada').decide(id, 'approve');
    expect(refused).toMatchObject({ status: 409, body: { code: 'stale' } });
    await system.waitForEvent(id, 'DecisionRefused');
    expect(await system.threeRecords(id)).toMatchObject({ effects: [] });
    expect((await system.admin.ledger(`ch_${order}`)).effects).toHaveLength(1);
  });
});
