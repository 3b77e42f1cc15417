import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { askForRefund, proposeRefund } from '../harness/refund-story.js';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

const one = (unitPriceMinor: number) => ({ lines: [{ lineId: '1', title: 'lamp', unitPriceMinor }] });

test('S03: "yes, go ahead" approves nothing: both waiting cards are shown again, each with its own digest', async () => {
  const { ada, proposalId: first } = await askForRefund(system, one(4_200));
  const second = await system.admin.order(one(5_100));
  const from = (await ada.replies()).length;
  await ada.say(`Please also refund order #${second}.`);
  await ada.waitForReply('is it unopened?', (reply) => /unopened|sealed|opened/i.test(reply.text), { from });
  await ada.say('It is unopened as well.');
  await ada.waitForReply(
    'the second card',
    (reply) => reply.cards.some((card) => card.proposalId !== first),
    { from },
  );
  const before = (await ada.replies()).length;

  await ada.say('yes, go ahead');
  const again = await ada.waitForReply('both cards', (reply) => reply.cards.length === 2, { from: before });
  const ids = again.cards.map((card) => card.proposalId);
  expect(new Set(ids).size).toBe(2);
  expect(ids).toContain(first);
  for (const id of ids) {
    const { stream, effects } = await system.threeRecords(id);
    expect(stream).not.toContain('ApprovalGranted');
    expect(stream).not.toContain('ExecutionStarted');
    expect(effects).toEqual([]);
  }
});

describe('S04: two decide in the same moment', () => {
  test('two managers: one decision stands, the other is told by whom; one effect', async () => {
    const { ada, proposalId } = await askForRefund(system, one(64_000));
    await ada.decide(proposalId, 'approve');
    const [maya, priya] = [system.as('maya'), system.as('priya')];
    const answers = await Promise.all([
      maya.decide(proposalId, 'approve'),
      priya.decide(proposalId, 'approve'),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const loser = answers.find((answer) => answer.status === 409);
    expect(JSON.stringify(loser?.body)).toMatch(/(Maya Lindqvist|Priya Nair)/);
    await system.waitForEvent(proposalId, 'ProposalCompleted');
    const { stream, effects } = await system.threeRecords(proposalId);
    expect(stream.filter((type) => type === 'ApprovalGranted')).toHaveLength(2);
    expect(effects).toHaveLength(1);
    await ada.waitForReply('that it is done', (reply) => reply.code === 'completed');
  });

  test('C06: one click sent twice, from two tabs with two tokens: one ApprovalGranted, one effect, the same answer', async () => {
    const { ada, proposalId } = await askForRefund(system, one(7_300));
    const tab = system.newPerson('ada');
    const card = await ada.cardWhenAsked(proposalId);
    const url = `${system.host.urlOf('approval_service')}/v1/proposals/${proposalId}/decisions`;
    const said = { decision: 'approve', digest: card['digest'], sight: card['sight'] };
    const answers = await Promise.all([
      ada.send('POST', url, said),
      tab.send('POST', url, said),
      ada.send('POST', url, said),
    ]);
    for (const answer of answers) expect([200, 409]).toContain(answer.status);
    expect(answers.some((answer) => answer.status === 200)).toBe(true);
    await system.waitForEvent(proposalId, 'ProposalCompleted');
    const { stream, effects } = await system.threeRecords(proposalId);
    expect(stream.filter((type) => type === 'ApprovalGranted')).toHaveLength(1);
    expect(effects).toHaveLength(1);
  });
});

test('C66: a rejection is final: nothing is sent, whatever is pressed afterwards, and the customer hears it', async () => {
  const { ada, proposalId } = await askForRefund(system, one(64_000));
  await ada.decide(proposalId, 'approve');
  expect((await system.as('maya').decide(proposalId, 'reject')).status).toBe(200);
  await system.waitForEvent(proposalId, 'ReservationReleased');
  const late = await system.as('priya').card(proposalId);
  expect(late).toMatchObject({ status: 200 });
  expect(late.body['sight']).toBeUndefined();
  const { stream, effects } = await system.threeRecords(proposalId);
  expect(stream).not.toContain('ExecutionStarted');
  expect(effects).toEqual([]);
  await ada.waitForReply(
    'the no',
    (reply) => reply.code === 'rejected' && /decided against/.test(reply.text),
  );
});

test('C67: two approvals pending in one case are not crossed: B approved, A rejected, only B is refunded', async () => {
  const [a, b] = await Promise.all([system.admin.order(one(6_100)), system.admin.order(one(6_200))]);
  const [idA, idB] = [await proposeRefund(system, a), await proposeRefund(system, b)];
  const ada = system.newPerson('ada');
  expect((await ada.decide(idB, 'approve')).status).toBe(200);
  expect((await ada.decide(idA, 'reject')).status).toBe(200);
  await system.waitForEvent(idB, 'ProposalCompleted');
  expect((await system.admin.ledger(`ch_${a}`)).effects).toEqual([]);
  expect((await system.admin.ledger(`ch_${b}`)).effects).toEqual([
    expect.objectContaining({ amountMinor: 6_200, operationId: idB }),
  ]);
  expect(await system.types(idA)).not.toContain('ExecutionStarted');
});
