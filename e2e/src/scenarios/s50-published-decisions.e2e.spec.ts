import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { publishDecision } from '../harness/ingress.js';
import { parkedOf } from '../harness/parked.js';
import { System } from '../harness/system.js';
import { cardOf, decisionsUrl, type WaitingCard, waitingCard } from '../harness/waiting-card.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

interface Sent {
  readonly token: string | undefined;
  readonly card: WaitingCard;
  readonly digest?: string;
  readonly sight?: string;
}

/** The same decision over HTTP and on the topic; answers what HTTP said. */
async function sendBothWays({ token, card, ...change }: Sent) {
  const { proposalId, digest, sight } = { ...card, ...change };
  const answer = await fetch(decisionsUrl(system, proposalId), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ decision: 'approve', digest, sight }),
  });
  await publishDecision(system, {
    ...{ proposalId, decision: 'approve', digest, sight },
    ...(token === undefined ? {} : { token }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Refused both ways with this code, both on the record of the proposal with who tried, and nothing was done. */
async function expectRefusedTwice(card: WaitingCard, code: string, who: string): Promise<void> {
  await system.waitForEvent(card.proposalId, 'DecisionRefused', { nth: 2 });
  const events = await system.events(`proposal-${card.proposalId}`);
  const refused = events.filter((event) => event.type === 'DecisionRefused');
  for (const { data } of refused) expect(data).toMatchObject({ code, who, digest: expect.any(String) });
  const { stream, effects } = await system.threeRecords(card.proposalId);
  expect(stream).toEqual([
    'ProposalDrafted',
    'PolicyDecided',
    'ApprovalRequested',
    'DecisionRefused',
    'DecisionRefused',
  ]);
  expect(effects).toEqual([]);
}

/** The attempt has spoilt nothing: the right person still decides it, once. */
async function expectStillDecidable({ proposalId }: WaitingCard): Promise<void> {
  expect(await system.as('ada').decide(proposalId, 'approve')).toMatchObject({ status: 200 });
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  expect((await system.threeRecords(proposalId)).effects).toHaveLength(1);
}

describe('S50: a decision whose token does not hold is refused over HTTP and on the topic, on record, without effect', () => {
  test('no token', async () => {
    const card = await waitingCard(system);
    const { status, body } = await sendBothWays({ token: undefined, card });
    expect([status, body['code']]).toEqual([401, 'token_missing']);
    await expectRefusedTwice(card, 'token_missing', 'unverified');
    await expectStillDecidable(card);
  });

  test("C79: another tenant's token: answered like a made-up id, on record in the proposal's own tenant", async () => {
    const card = await waitingCard(system);
    const token = await system.admin.badToken({ kind: 'other_tenant', person: 'ada' });
    const { status, body } = await sendBothWays({ token, card });
    expect([status, body['code']]).toEqual([404, 'not_found']);
    await expectRefusedTwice(card, 'other_tenant', 'otherco/ada');
    const elsewhere = await system.events(`proposal-${card.proposalId}`, 'otherco');
    expect(elsewhere).toEqual([]);
    await expectStillDecidable(card);
  });

  test.each([
    ['expired', 'token_expired'],
    ['alg_none', 'token_invalid'],
    ['hs256_public_key', 'token_invalid'],
    ['unknown_key', 'token_invalid'],
    ['other_audience', 'token_invalid'],
    ['other_issuer', 'token_invalid'],
  ])('C79: %s', async (kind, code) => {
    const card = await waitingCard(system);
    const token = await system.admin.badToken({ kind, person: 'ada' });
    const { status, body } = await sendBothWays({ token, card });
    expect([status, body['code']]).toEqual([401, code]);
    const { instance, ...said } = body; // Its identifier is random, and may well spell a name.
    expect(instance).toMatch(/^urn:countersign:request:/);
    expect(JSON.stringify(said)).not.toContain('ada');
    await expectRefusedTwice(card, code, 'unverified');
  });

  test('C78: issued ten minutes from now is refused, thirty seconds from now is drift', async () => {
    const card = await waitingCard(system);
    const minted = (seconds: number) =>
      system.admin.badToken({ kind: 'issued_in_future', person: 'ada', seconds });
    const { status } = await sendBothWays({ token: await minted(600), card });
    expect(status).toBe(401);
    await expectRefusedTwice(card, 'token_invalid', 'unverified');
    const drifted = await sendBothWays({ token: await minted(30), card });
    expect(drifted.status).toBe(200);
    await system.waitForEvent(card.proposalId, 'ProposalCompleted');
    expect((await system.threeRecords(card.proposalId)).effects).toHaveLength(1);
  });
});

describe('S50: a token that holds is not enough', () => {
  test('the wrong digest', async () => {
    const card = await waitingCard(system);
    const token = await system.as('ada').token();
    const { status, body } = await sendBothWays({ token, card, digest: 'f'.repeat(64) });
    expect([status, body['code']]).toEqual([409, 'digest_differs']);
    await expectRefusedTwice(card, 'digest_differs', 'ada');
    await expectStillDecidable(card);
  });

  test("the sight of another proposal's card, and one shown to somebody else", async () => {
    const [card, other] = [await waitingCard(system), await waitingCard(system)];
    const token = await system.as('ada').token();
    const { status, body } = await sendBothWays({ token, card, sight: other.sight });
    expect([status, body['code']]).toEqual([409, 'sight_invalid']);
    await expectRefusedTwice(card, 'sight_invalid', 'ada');
    const shownToMaya = await cardOf(system, other.proposalId, 'maya');
    await sendBothWays({ token, card: other, sight: shownToMaya.sight });
    await expectRefusedTwice(other, 'sight_invalid', 'ada');
  });

  test('no sight: a digest can be copied from anywhere', async () => {
    const card = await waitingCard(system);
    const { status } = await sendBothWays({ token: await system.as('ada').token(), card, sight: '' });
    expect(status).toBe(409);
    await expectRefusedTwice(card, 'sight_missing', 'ada');
  });

  test('the replay of an old one: for the same proposal it is refused and on record, for another it fits nothing', async () => {
    const [old, next] = [await waitingCard(system), await waitingCard(system)];
    const token = await system.as('ada').token();
    const { order: _order, ...said } = old;
    const decision = { decision: 'approve', token, ...said };
    const id = await publishDecision(system, decision);
    await system.waitForEvent(old.proposalId, 'ProposalCompleted');
    // Word for word once more: the same message is one message, the same words in another message are a replay.
    await publishDecision(system, decision, id);
    await publishDecision(system, decision, randomUUID());
    const refused = await system.waitForEvent(old.proposalId, 'DecisionRefused');
    expect(refused.data).toMatchObject({ code: 'replayed', who: 'ada' });
    await publishDecision(system, { ...decision, proposalId: next.proposalId });
    const elsewhere = await system.waitForEvent(next.proposalId, 'DecisionRefused');
    expect(elsewhere.data).toMatchObject({ code: 'digest_differs', who: 'ada' });
    const { stream, effects } = await system.threeRecords(old.proposalId);
    expect(stream.filter((type) => type === 'ApprovalGranted')).toHaveLength(1);
    expect(stream.filter((type) => type === 'DecisionRefused')).toHaveLength(1);
    expect(effects).toHaveLength(1);
    expect((await system.threeRecords(next.proposalId)).effects).toEqual([]);
  });

  test('what is no decision at all is set aside with its reason, and the next message is handled', async () => {
    const card = await waitingCard(system);
    const { order: _order, ...said } = card;
    const decision = { decision: 'approve', token: await system.as('ada').token(), ...said };
    await publishDecision(system, { ...decision, decidedBy: 'alice' });
    await publishDecision(system, decision);
    await system.waitForEvent(card.proposalId, 'ProposalCompleted');
    expect(JSON.stringify(await parkedOf(system.raw))).toContain('decidedBy');
    const granted = await system.waitForEvent(card.proposalId, 'ApprovalGranted');
    expect(granted.data).toMatchObject({ approver: { subject: 'ada' } });
  });
});
