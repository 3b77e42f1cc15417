import { waitFor } from '@countersign/testing';
import type { System } from './system.js';

/** As an operator sees it; the queue is a read model and follows the record. */
export function waitForRecoveryItem(system: System, proposalId: string): Promise<true> {
  return waitFor(
    `${proposalId} in the recovery queue`,
    async () => {
      const queue = await system.as('sam').recovery('GET', '');
      return JSON.stringify(queue.body).includes(proposalId) ? true : undefined;
    },
    { describe: () => system.describe(proposalId) },
  );
}

/** Sam proposes what an item of the recovery queue came to, and Maya, an operator too, signs it. */
export async function resolveByTwo(system: System, proposalId: string, step: string): Promise<void> {
  const said = { step, evidence: 'the provider’s dashboard', reason: 'seen there by both' };
  const proposed = await system.as('sam').recovery('POST', `/${proposalId}/resolutions`, said);
  if (proposed.status !== 200) throw new Error(`${proposed.status} ${JSON.stringify(proposed.body)}`);
  const { resolutions } = (proposed.body as { item: { resolutions: { resolutionId: string }[] } }).item;
  const resolutionId = resolutions.at(-1)?.resolutionId ?? '';
  await system.admin.changePerson('maya', { roles: ['support_manager', 'operator'] });
  const signed = await system
    .newPerson('maya')
    .recovery('POST', `/${proposalId}/resolutions/signature`, { resolutionId });
  if (signed.status !== 200) throw new Error(`${signed.status} ${JSON.stringify(signed.body)}`);
}
