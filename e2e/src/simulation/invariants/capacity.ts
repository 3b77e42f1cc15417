import { endedWithoutEffect } from '@countersign/domain';
import type { World } from '../world.js';
import { proposalOf, proposalStreams } from './ledger.js';
import { isUndone } from './undone.js';

/** What is held is given back exactly where nothing stands any more: what ended keeps nothing, what was done all of it. */
export function wronglyHeld(world: World): string | undefined {
  for (const id of proposalStreams(world)) {
    const proposal = proposalOf(world, id);
    if (proposal.status === 'absent') continue;
    const claims = world.records
      .claimsUnder('fjordlight', '')
      .filter(({ stream }) => stream === `proposal-${id}`);
    const status = proposal.status.replaceAll('_', ' ');
    const kept = claims.find(({ released }) => !released);
    const undone = isUndone(world, id);
    if ((endedWithoutEffect(proposal) || undone) && kept !== undefined)
      return `${id} is ${undone ? 'taken back' : status}, and still holds ${kept.key}`;
    const capacity = claims.find(({ key, released }) => released && key.includes('#'));
    if (proposal.status === 'completed' && !undone && capacity !== undefined)
      return `${id} is ${status}, and what it holds, ${capacity.key}, was given back`;
  }
  return undefined;
}
