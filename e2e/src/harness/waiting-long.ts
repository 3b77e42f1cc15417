import { waitFor } from '@countersign/testing';
import type { Person } from './person.js';
import { askForRefund, type RefundStory } from './refund-story.js';
import type { System } from './system.js';

const minute = 60_000;

/** A row of somebody's queue. */
export interface QueueRow {
  readonly proposalId: string;
  readonly rankGroup: string;
  readonly rankReasons: readonly { readonly words: string }[];
  readonly mayDecide: { readonly slot?: string; readonly code?: string };
}

/** What a customer asked for and consented to waits for the approval of as many managers as the amount needs. */
export async function consentedOnly(system: System, amountMinor = 64_000): Promise<RefundStory> {
  const lines = [{ lineId: '1', title: 'bicycle trailer', unitPriceMinor: amountMinor }];
  const story = await askForRefund(system, { lines });
  const answer = await story.ada.decide(story.proposalId, 'approve');
  if (answer.status !== 202) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return story;
}

/** By the database's clock; the timers that come due on the way are run by whoever runs them. */
export function afterMinutes(system: System, minutes: number): Promise<void> {
  return system.database.advanceTime(minutes * minute);
}

/** The whole queue of somebody, as soon as it fits. */
export function queueOf(
  system: System,
  who: Person,
  fits: (rows: readonly QueueRow[]) => boolean,
): Promise<readonly QueueRow[]> {
  return waitFor(`the queue of ${who.name}`, async () => {
    const { body } = await who.send('GET', `${system.host.urlOf('approval_service')}/v1/approvals`);
    const rows = (body['rows'] ?? []) as readonly QueueRow[];
    return fits(rows) ? rows : undefined;
  });
}
