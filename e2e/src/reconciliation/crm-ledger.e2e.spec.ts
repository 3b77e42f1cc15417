import type { RecordedEvent } from '@countersign/contracts';
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

/** Where the services were slow, the message had arrived before it was first read back. */
const saysDelivered = ({ type, data }: RecordedEvent): boolean =>
  (type === 'TargetLooked' && data['code'] === 'settled') ||
  (type === 'ProposalCompleted' && (data['receipt'] as { settled?: string }).settled === 'settled');

test('S40: a bounce that nobody reported and a message that nobody asked for are found in the CRM’s own ledger', async () => {
  const story = await opportunity(system);
  const { proposalId } = await askForFollowUp(system, story);
  await saidYes(proposalId, story.ada);
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  const [sent] = await messagesOn(system, story);
  const reference = String(sent?.['reference']);
  // It arrives by itself after a moment, and where that is read nobody looks at it any more; then it comes back.
  await waitFor(
    'the delivery to be read',
    async () => (await system.events(`proposal-${proposalId}`)).find(saysDelivered),
    { describe: async () => JSON.stringify(await system.events(`proposal-${proposalId}`), undefined, 1) },
  );
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
