import { createApprovalVerifier } from '@countersign/identity';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type ApprovalWorld, approvalWorld } from '../testing/approval-world.js';
import {
  ada,
  consent,
  draftOf,
  manager,
  maya,
  priya,
  refund,
  secondManager,
  verdictOf,
} from '../testing/samples.js';

describe('a decision over HTTP', () => {
  let world: ApprovalWorld;
  beforeAll(async () => {
    world = await approvalWorld();
  });
  afterEach(() => {
    world.outside.orderVersion = 3;
    world.outside.ordersDown = false;
    world.outside.refundedMinor = 0;
  });
  afterAll(() => world.close());

  const grantsOf = async (id: string) =>
    (await world.events(id)).filter(({ type }) => type === 'ApprovalGranted').map(({ data }) => data);

  test('S02: the customer consents to the card they saw, and the signature says exactly that', async () => {
    const id = await world.waiting([consent]);
    const card = await world.cardOf(id, ada);
    expect(card).toMatchObject({
      stateWord: '○• Waits for a decision',
      mayDecide: { slot: 'customer-consent' },
    });
    const answer = await world.decide(card, ada);
    expect(answer).toMatchObject({
      status: 200,
      body: { state: 'approved', repeated: false, stillNeeded: [] },
    });
    const [grant] = await grantsOf(id);
    const signed = createApprovalVerifier([world.signing.publicJwk]).verifyApproval(
      String(grant?.['signature']),
    );
    expect(signed).toMatchObject({
      outcome: 'verified',
      payload: {
        ...{
          tenant: 'fjordlight',
          proposalId: id,
          digest: card['digest'],
          slot: 'customer-consent',
          approver: 'ada',
        },
        ...{ cardHash: card['cardHash'], policySetHash: 'ab'.repeat(32) },
        ...{ grantedAt: grant?.['grantedAt'], expiresAt: grant?.['expiresAt'] },
      },
    });
    const lived = Date.parse(String(grant?.['expiresAt'])) - Date.parse(String(grant?.['grantedAt']));
    expect(Math.round(lived / 1_000)).toBe(3_600);
    expect(grant).toMatchObject({ cardShownAt: card['serverTime'], basis: 'consent' });
  });

  test('above the limit it needs the manager as well: 202 first, then 200', async () => {
    const id = await world.waiting([consent, manager]);
    const first = await world.decide(await world.cardOf(id, ada), ada);
    expect(first).toMatchObject({
      status: 202,
      body: { stillNeeded: ['the approval of a support manager'] },
    });
    const second = await world.decide(await world.cardOf(id, maya), maya);
    expect(second).toMatchObject({ status: 200, body: { state: 'approved', stillNeeded: [] } });
    expect((await grantsOf(id)).map(({ slot }) => slot)).toEqual(['customer-consent', 'support-manager']);
  });

  test('two approvals are by two people; the first one again is told what they said before', async () => {
    const id = await world.waiting([manager, secondManager]);
    const card = await world.cardOf(id, maya);
    expect((await world.decide(card, maya)).status).toBe(202);
    const again = await world.decide(await world.cardOf(id, maya), maya);
    expect(again).toMatchObject({ status: 202, body: { repeated: true } });
    expect(await grantsOf(id)).toHaveLength(1);
    expect((await world.decide(await world.cardOf(id, priya), priya)).status).toBe(200);
  });

  test('C06: approve twice within 5 ms, from two tabs and with two tokens: one grant, the same answer', async () => {
    const id = await world.waiting([manager]);
    const cards = [await world.cardOf(id, maya), await world.cardOf(id, maya)];
    const answers = await Promise.all(cards.map((card) => world.decide(card, maya)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await grantsOf(id)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body['decidedAt'])).size).toBe(1);
    const later = await world.decide(cards[0] ?? {}, maya);
    expect(later.body['sentence']).toMatch(/^You already approved this at .+\. Nothing was done twice\.$/);
    expect(await world.refusals(id)).toEqual([]);
  });

  test('S04: of two approvers in the same moment one decides, the other is told who did', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await world.waiting([manager]);
      const [forMaya, forPriya] = [await world.cardOf(id, maya), await world.cardOf(id, priya)];
      const answers = await Promise.all([world.decide(forMaya, maya), world.decide(forPriya, priya)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const [grant] = await grantsOf(id);
      const winner = grant === undefined ? 'nobody' : (grant['approver'] as { name: string }).name;
      const loser = answers.find(({ status }) => status === 409);
      expect(loser?.body).toMatchObject({ code: 'already_decided' });
      expect(loser?.body['detail']).toMatch(
        new RegExp(`^Already decided by ${winner}, who approved this at `),
      );
      expect(await grantsOf(id)).toHaveLength(1);
      expect((await world.refusals(id)).map(([, code]) => code)).toEqual(['already_decided']);
    }
  });

  test('S05: what was replaced can no longer be decided, and the new one is named', async () => {
    const id = await world.waiting([manager]);
    const card = await world.cardOf(id, maya);
    const by = await world.waiting([manager]);
    const change = '42.00 instead of 79.00 EUR';
    await world.append('gateway', id, 'ProposalSuperseded', { by, change, at: card['serverTime'] });
    const answer = await world.decide(card, maya);
    expect(answer).toMatchObject({ status: 409, body: { code: 'superseded', replacedBy: by } });
    expect(answer.body['detail']).toContain(change);
  });

  test('C58: the record moved since the card was shown: 409 with the difference, nothing approved', async () => {
    const id = await world.waiting([manager]);
    const card = await world.cardOf(id, maya);
    world.outside.orderVersion = 4;
    const answer = await world.decide(card, maya);
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'stale' },
      type: expect.stringContaining('problem'),
    });
    expect(String(answer.body['differences'])).toContain('order 4821 is now version 4, not 3');
    expect(await grantsOf(id)).toEqual([]);
    expect(await world.refusals(id)).toEqual([['maya', 'stale']]);
    const opened = await world.cardOf(id, maya);
    expect(opened).toMatchObject({ mayDecide: { code: 'stale' }, mayReject: true });
    // Sent all the same, on the card that shows the change: told what it is about, not that the card is wrong.
    const again = await world.decide(opened, maya);
    expect(again).toMatchObject({ status: 409, body: { code: 'stale' } });
    expect(String(again.body['differences'])).toContain('order 4821 is now version 4, not 3');
  });

  test('a record that gives no answer cannot be approved, only rejected', async () => {
    const id = await world.waiting([manager]);
    const before = await world.cardOf(id, maya);
    world.outside.ordersDown = true;
    expect(await world.decide(before, maya)).toMatchObject({
      status: 503,
      body: { code: 'record_unreadable' },
    });
    const card = await world.cardOf(id, maya);
    expect(card).toMatchObject({ mayDecide: { code: 'record_unreadable' }, recordReadAt: null });
    expect(card['unreadable']).toMatchObject({ code: expect.stringMatching(/^orders_/) });
    const note = 'Outside the window.';
    const answer = await world.decide(card, maya, {
      decision: 'reject',
      reason: 'window',
      noteToCustomer: note,
    });
    expect(answer).toMatchObject({ status: 200, body: { state: 'rejected', decision: 'reject' } });
    const rejected = (await world.events(id)).at(-1);
    expect(rejected).toMatchObject({
      type: 'ApprovalRejected',
      data: { reason: 'window', noteToCustomer: note },
    });
  });

  test('a card that was shown without its record cannot be approved later either, only a new one', async () => {
    const id = await world.waiting([manager]);
    world.outside.ordersDown = true;
    const blind = await world.cardOf(id, maya);
    world.outside.ordersDown = false;
    expect(await world.decide(blind, maya)).toMatchObject({ status: 409, body: { code: 'sight_invalid' } });
    expect(await grantsOf(id)).toEqual([]);
    expect((await world.decide(await world.cardOf(id, maya), maya)).status).toBe(200);
  });

  test('C66: a rejection is final, whoever asks again and after a restart', async () => {
    const id = await world.waiting([manager]);
    const [card, other] = [await world.cardOf(id, maya), await world.cardOf(id, priya)];
    expect((await world.decide(card, maya, { decision: 'reject', reason: 'no' })).status).toBe(200);
    expect(await world.decide(card, maya, { decision: 'reject' })).toMatchObject({
      body: { repeated: true },
    });
    await world.restart();
    expect(await world.decide(other, priya)).toMatchObject({
      status: 409,
      body: { code: 'already_decided' },
    });
    expect(await world.decide(card, maya)).toMatchObject({ status: 409, body: { code: 'already_decided' } });
    expect(await grantsOf(id)).toEqual([]);
  });

  test('C67: two wait at once: the sight of one decides nothing of the other', async () => {
    const other = { ...refund, target: { type: 'charge', id: 'ch_4822' } };
    const [a, b] = [
      await world.waiting([manager]),
      await world.waiting([manager], { action: other, digest: draftOf('x', { action: other }).digest }),
    ];
    const [cardA, cardB] = [await world.cardOf(a, maya), await world.cardOf(b, maya)];
    const crossed = await world.decide(cardB, maya, { sight: cardA['sight'] ?? '' });
    expect(crossed).toMatchObject({ status: 409, body: { code: 'sight_invalid' } });
    expect((await world.decide(cardB, maya)).status).toBe(200);
    expect((await world.decide(cardA, maya, { decision: 'reject' })).status).toBe(200);
    expect((await grantsOf(b)).map(({ digest }) => digest)).toEqual([cardB['digest']]);
    expect(await grantsOf(a)).toEqual([]);
  });

  test('S34: what policy denied cannot be approved, whoever wants to', async () => {
    const id = '0f9a2c1e-6f0d-4a53-9a53-3b1d7c9f0001';
    await world.append('gateway', id, 'ProposalDrafted', draftOf(id));
    await world.append('policy_gate', id, 'PolicyDecided', { ...verdictOf(), verdict: 'deny' });
    const card = await world.cardOf(id, ada);
    expect(card).toMatchObject({ stateWord: '○× Denied by policy', mayDecide: { code: 'ended' } });
    expect((await world.decide(card, ada)).status).toBe(409);
    expect(await grantsOf(id)).toEqual([]);
  });
});
