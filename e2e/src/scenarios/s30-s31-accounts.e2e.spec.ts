import { caseStream, proposalStream } from '@countersign/contracts';
import { waitFor } from '@countersign/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type AccountStory, bothSayYes, chargedTwice, refundAndClose } from '../harness/account-story.js';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

const draftOf = async (id: string) => (await system.events(proposalStream(id)))[0]?.data;
const refundsOf = async ({ first, double }: AccountStory) =>
  (await system.admin.ledger()).effects.filter(({ charge }) => [first, double].includes(charge));
const closuresOf = async ({ accountId }: AccountStory) =>
  (await system.admin.effectsIn('accounts')).filter((effect) => effect['accountId'] === accountId);
const settled = (caseId: string) =>
  waitFor(`case ${caseId} to be settled`, async () =>
    (await system.events(caseStream(caseId))).find(({ type }) => type === 'CaseCompleted'),
  );

test('S30: two wishes are two proposals, shown together with what they bring, and each is decided by itself', async () => {
  const story = await chargedTwice(system);
  const { refund, closure, ourCase } = await refundAndClose(system, story);
  expect(await draftOf(refund)).toMatchObject({
    action: {
      kind: 'duplicate-charge.refund',
      target: { type: 'charge', id: story.double },
      money: { amountMinor: 24_000, currency: 'USD' },
      evidence: expect.arrayContaining([
        expect.objectContaining({ fact: 'duplicateOf', value: story.first, basis: 'record' }),
      ]),
    },
  });
  expect(await draftOf(closure)).toMatchObject({
    action: { kind: 'account.close', target: { type: 'account', id: story.accountId } },
  });
  expect((await draftOf(closure))?.['action']).not.toHaveProperty('money');

  const shown = await story.ada.waitForReply('both cards', ({ cards }) => cards.length === 2);
  expect(shown.cards.map(({ proposalId }) => proposalId).sort()).toEqual([refund, closure].sort());
  expect(shown.text).toMatch(/240\.00 USD/);
  expect(shown.text).toContain(`account ${story.accountId}`);
  const card = JSON.stringify(await story.ada.cardWhenAsked(closure));
  expect(card).toMatch(/hard to reverse/);
  expect(card).toMatch(/invoices of the account are no longer reachable/);

  for (const id of [refund, closure])
    expect((await system.waitForEvent(id, 'PolicyDecided')).data).toMatchObject({
      verdict: 'requirements',
      requirements: [{ basis: 'consent' }, { basis: 'approval', role: 'support_manager' }],
    });
  await bothSayYes(system, story, refund);
  await system.waitForEvent(refund, 'ProposalCompleted');
  expect(await system.types(closure)).not.toContain('ApprovalGranted');
  expect(await closuresOf(story)).toEqual([]);

  await bothSayYes(system, story, closure);
  await system.waitForEvent(closure, 'ProposalCompleted');
  expect(await refundsOf(story)).toMatchObject([
    { charge: story.double, operationId: refund, amountMinor: 24_000 },
  ]);
  expect(await closuresOf(story)).toMatchObject([{ kind: 'closure', operationId: closure }]);
  expect((await settled(ourCase)).data).toMatchObject({ outcome: 'completed' });
  await story.ada.waitForReply('that it is closed', ({ text }) =>
    /^Done: closure for account .*no longer reachable/.test(text),
  );
});

test('S30: what a customer calls a duplicate and the records do not is not refunded', async () => {
  const story = await chargedTwice(system, { alike: false });
  const { caseId } = await story.ada.say(
    `I was charged twice, ${story.first} and ${story.double}. Refund the duplicate.`,
  );
  await story.ada.waitForReply('that there is none', ({ code }) => code === 'no_duplicate_charge');
  const types = (await system.events(caseStream(caseId))).map(({ type }) => type);
  expect(types).not.toContain('ProposalAttached');
  expect(await refundsOf(story)).toEqual([]);
});

test('S31: the refund succeeds, the closure is refused for good: partially completed, and the refund stays', async () => {
  const story = await chargedTwice(system);
  const { refund, closure, ourCase } = await refundAndClose(system, story);
  await bothSayYes(system, story, refund);
  await system.waitForEvent(refund, 'ProposalCompleted');
  // Nothing that is read says so: the accounts system refuses when it is called.
  const held = { tenant: 'fjordlight', customerId: 'ada', status: 'open', onHold: true };
  await system.admin.put(`/accounts/accounts/${story.accountId}`, held);
  await bothSayYes(system, story, closure);
  await system.waitForEvent(closure, 'ExecutionFailed');

  expect((await settled(ourCase)).data).toMatchObject({ outcome: 'partially_completed' });
  const told = await story.ada.waitForReply('which half', ({ code }) => code === 'partially_completed');
  expect(told.text).toMatch(/^One of two carried out\./);
  expect(told.text).toMatch(/Carried out: refund of a double charge of 240\.00 USD/);
  expect(told.text).toMatch(/Not carried out: closure for account/);
  expect(await refundsOf(story)).toMatchObject([{ operationId: refund, amountMinor: 24_000 }]);
  expect(await closuresOf(story)).toEqual([]);
  const kinds = (await system.events(caseStream(ourCase)))
    .filter(({ type }) => type === 'ProposalAttached')
    .map(({ data }) => data['kind']);
  expect(kinds.sort()).toEqual(['account.close', 'duplicate-charge.refund']);

  await system.waitForEvent(closure, 'ReservationReleased');
  await system.admin.change(`/accounts/accounts/${story.accountId}`, { onHold: false });
  await story.ada.say('Please close my account.');
  const again = await system.proposalOf(ourCase, 3);
  expect((await system.waitForEvent(again, 'PolicyDecided')).data).toMatchObject({
    verdict: 'requirements',
  });
  await bothSayYes(system, story, again);
  await system.waitForEvent(again, 'ProposalCompleted');
  expect(await closuresOf(story)).toMatchObject([{ operationId: again }]);
  expect(await refundsOf(story)).toHaveLength(1);
});
