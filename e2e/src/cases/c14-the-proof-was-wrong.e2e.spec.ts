import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { arrivesLate } from '../harness/late-arrival.js';
import { parkedOf } from '../harness/parked.js';
import { askForRefund, type RefundStory } from '../harness/refund-story.js';
import { resolveByTwo, waitForRecoveryItem } from '../harness/resolve-by-two.js';
import { System } from '../harness/system.js';
import { sendsOf } from '../harness/wire.js';

let system: System;
beforeAll(async () => {
  // The next try is far enough away for the customer to write before it.
  const waits = { RETRY_BASE_MS: '120000', RETRY_CEILING_MS: '120000', RETRY_ELAPSED_MAX_MS: '600000' };
  system = await System.start({ settings: waits });
  await system.hearPayments();
});
afterEach(() => system.admin.mend('payments'));
afterAll(() => system.stop());

const lines = [
  { lineId: '1', title: 'headphones', unitPriceMinor: 4_200 },
  { lineId: '2', title: 'travel case', unitPriceMinor: 3_700 },
];

interface Replaced extends RefundStory {
  readonly change: string;
}

/** Sent and turned away; a whole listing of payments lacked it, so the customer's change took its place. */
async function replacedOnProof(): Promise<Replaced> {
  // The charge bears both: nothing but our own rules keeps the second one back.
  const story = await askForRefund(system, { lines, capturedMinor: 20_000 });
  const told = (await story.ada.replies()).length;
  await system.admin.fault('payments', { route: 'POST /v1/refunds', kind: 'status_503' });
  expect((await story.ada.decide(story.proposalId, 'approve')).status).toBe(200);
  await system.waitForEvent(story.proposalId, 'ExecutionRetryScheduled');
  await story.ada.say('Actually, please refund only the travel case.');
  const replaced = await system.waitForEvent(story.proposalId, 'ProposalSuperseded');
  const change = String(replaced.data['by']);
  await system.admin.mend('payments');
  await story.ada.waitForReply('the new card', ({ cards }) => cards.some((c) => c.proposalId === change), {
    from: told,
  });
  return { ...story, change };
}

/** What payments had answered 503 to is there all the same, a while later, and payments says so. */
async function showsUpLater({ charge, proposalId }: Replaced): Promise<string> {
  const late = { charge, operationId: proposalId, amountMinor: 7_900 };
  const reference = await arrivesLate(system, late);
  await system.waitForEvent(proposalId, 'ReviewRequested');
  return reference;
}

test('C14: an effect of a refund that was replaced keeps the change from being sent until people have said what it is', async () => {
  const story = await replacedOnProof();
  const { ada, proposalId, change, charge } = story;
  const reference = await showsUpLater(story);
  const told = (await ada.replies()).length;

  // Consented to all the same, the change is not sent beside it.
  expect((await ada.decide(change, 'approve')).status).toBe(200);
  const voided = await system.waitForEvent(change, 'ApprovalVoided');
  expect(voided.data).toMatchObject({ code: 'replaced_effect_found' });
  const old = await system.types(proposalId);
  expect(old.slice(old.indexOf('ProposalSuperseded'))).toEqual(
    expect.arrayContaining(['TargetReported', 'ProposalReopened', 'ReviewRequested']),
  );
  const { effects } = await system.admin.ledger(charge);
  expect(effects).toEqual([expect.objectContaining({ effect: reference, operationId: proposalId })]);
  const open = await ada.waitForReply(
    'that it is open',
    ({ code, text }) => code === 'in_review' && /79/.test(text),
  );
  expect(open.text).toMatch(/could not confirm your refund of 79.00 EUR.*don't ask for it again/);
  const heldBack = await ada.waitForReply('that it waits', ({ code }) => code === 'permission_void', {
    from: told,
  });
  expect(heldBack.text).toMatch(/not sent for now.*checking with the payment provider/);
  expect(heldBack.text).not.toMatch(/nothing has been paid/i);
  await waitForRecoveryItem(system, proposalId);

  // Two people say that it stands: it is completed, told, and the change is judged on what is left beside it.
  await resolveByTwo(system, proposalId, 'record_happened');
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  const judged = await system.waitForEvent(change, 'PolicyDecided', { nth: 2 });
  expect(judged.data).toMatchObject({ besideEffectOf: [proposalId] });
  expect(await system.types(change)).not.toContain('ExecutionStarted');
  await ada.waitForReply('that it is done', ({ code, text }) => code === 'completed' && /79\.00/.test(text));
  expect(await sendsOf(system, change)).toEqual([]);
  expect(await parkedOf(system.raw)).toEqual([]);
});

test('C14: where the change was carried out before, a person sees both of the two effects for one wish', async () => {
  const story = await replacedOnProof();
  const { ada, proposalId, change, charge } = story;
  expect((await ada.decide(change, 'approve')).status).toBe(200);
  await system.waitForEvent(change, 'ProposalCompleted');
  await ada.waitForReply('that it is done', ({ code, text }) => code === 'completed' && /37\.00/.test(text));
  await showsUpLater(story);

  expect(await system.types(change)).not.toContain('ProposalReopened');
  const { effects } = await system.admin.ledger(charge);
  expect(effects.map(({ operationId }) => operationId).sort()).toEqual([proposalId, change].sort());
  expect(effects.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBeLessThanOrEqual(20_000);
  await waitForRecoveryItem(system, proposalId);
  const item = await system.as('sam').recovery('GET', `/${proposalId}`);
  expect(item.body).toMatchObject({
    why: { code: 'effect_found' },
    lastKnown: { state: expect.stringContaining('exactly one effect') },
    oneWish: [
      { proposalId, state: 'in_review', undo: expect.stringContaining('Nothing takes refund.create back') },
      { proposalId: change, state: 'completed' },
    ],
  });
  const open = await ada.waitForReply(
    'that it is open',
    ({ code, text }) => code === 'in_review' && /79/.test(text),
  );
  expect(open.text).toMatch(/could not confirm your refund of 79.00 EUR/);
  expect(await parkedOf(system.raw)).toEqual([]);
});
