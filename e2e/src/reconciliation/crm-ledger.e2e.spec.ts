import { waitFor } from '@countersign/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { askForFollowUp, messagesOn, opportunity, saidYes } from '../harness/follow-up-story.js';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  const soon = { COMPARE_BAND_MS: '2000', COMPARE_SETTLE_MS: '2000', COMPARE_EVERY_MS: '500' };
  system = await System.start({ settings: { ...soon, COMPARE_AGAIN_AFTER_MS: '6000,90000' } });
});
afterAll(() => system.stop());

interface Row {
  readonly kind: string;
  readonly proposalId: string;
  readonly sentence: string;
  readonly references: readonly string[];
}

const differenceAbout = (reference: string) =>
  waitFor(
    `a difference about ${reference}`,
    async () => {
      const { body } = await system.as('sam').recovery('GET', '');
      return (body['differences'] as Row[]).find(({ references }) => references.includes(reference));
    },
    { describe: async () => JSON.stringify(await system.events('comparison-crm'), undefined, 1) },
  );

test('S40: a bounce that nobody reported and a message that nobody asked for are found in the CRM’s own ledger', async () => {
  const story = await opportunity(system);
  const { proposalId } = await askForFollowUp(system, story);
  await saidYes(proposalId, story.ada);
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  const [sent] = await messagesOn(system, story);
  const reference = String(sent?.['reference']);
  // It has arrived, so nobody looks at it any more; then it comes back.
  await system.admin.change(`/crm/messages/${reference}`, { status: 'delivered' });
  await waitFor('the delivery to be read', async () => {
    const events = await system.events(`proposal-${proposalId}`);
    return events.find(({ type, data }) => type === 'TargetLooked' && data['code'] === 'settled');
  });
  await system.admin.change(`/crm/messages/${reference}`, { status: 'bounced' });
  await system.admin.put('/crm/entries/by-hand', {
    ...{
      kind: 'message',
      reference: 'msg_by_hand',
      tenant: 'fjordlight',
      createdAt: new Date().toISOString(),
    },
    opportunityId: story.opportunityId,
  });

  expect(await differenceAbout(reference)).toMatchObject({ kind: 'effect_failed', proposalId });
  const byHand = await differenceAbout('msg_by_hand');
  expect(byHand).toMatchObject({ kind: 'effect_without_proposal', proposalId: 'none' });
  expect(byHand.sentence).toContain(`on opportunity ${story.opportunityId}`);
  await system.waitForEvent(proposalId, 'ProposalReopened');
  const told = await story.ada.waitForReply('that it failed', ({ code }) => code === 'effect_failed');
  expect(told.text).toMatch(/follow-up for opportunity \d+ did not go through after all/);
});
