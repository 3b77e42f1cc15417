import { waitFor } from '@countersign/testing';
import { proposeRefund } from './refund-story.js';
import type { System } from './system.js';

/** A proposal that waits for people, and the card as one of them is shown it. */
export interface WaitingCard {
  readonly proposalId: string;
  readonly order: string;
  readonly digest: string;
  readonly sight: string;
}

/** A refund that an agent asked for waits; `who` has opened its card. */
export async function waitingCard(
  system: System,
  { amountMinor = 4_200, who = 'ada' }: { readonly amountMinor?: number; readonly who?: string } = {},
): Promise<WaitingCard> {
  const lines = [{ lineId: '1', title: 'headphones', unitPriceMinor: amountMinor }];
  const order = await system.admin.order({ lines });
  const proposalId = await proposeRefund(system, order);
  return { order, ...(await cardOf(system, proposalId, who)) };
}

/** The card of a waiting proposal, as soon as people are asked. */
export function cardOf(system: System, proposalId: string, who: string): Promise<Omit<WaitingCard, 'order'>> {
  return waitFor(`a card of ${proposalId} for ${who}`, async () => {
    const { body } = await system.as(who).card(proposalId);
    const { digest, sight } = body as { digest: string; sight?: string };
    return sight === undefined ? undefined : { proposalId, digest, sight };
  });
}

export function decisionsUrl(system: System, proposalId: string): string {
  return `${system.host.urlOf('approval_service')}/v1/proposals/${proposalId}/decisions`;
}
