import { endedWithoutEffect } from '@countersign/domain';
import type { Effect } from '../outside/payments.js';
import type { World } from '../world.js';
import { standing } from './ended.js';
import { proposalOf, proposalStreams } from './ledger.js';

/** How far the provider's ledger has been compared; undefined when nothing was ever sent, and so nothing is compared. */
export function comparedToMs({ records }: World): number | undefined {
  const events = records.stream('fjordlight', 'comparison-payments');
  if (events.length === 0) return undefined;
  const ends = events
    .filter(({ type, data }) => type === 'LedgerCompared' && data['askedBy'] === 'schedule')
    .map(({ data }) => Date.parse((data['window'] as { to: string }).to));
  return Math.max(0, ...ends);
}

/** Where the provider's books and our record are not the same, and no item of the queue says so. */
export function unseenDifference(world: World): string | undefined {
  const untilMs = comparedToMs(world);
  if (untilMs === undefined) return undefined;
  const said = new Set(
    world.records.events
      .filter(({ type }) => type === 'DifferenceFound')
      .flatMap(({ data }) => [
        String(data['proposalId']),
        ...(data['effects'] as readonly { reference: string }[]).map(({ reference }) => reference),
      ]),
  );
  const begunAt = world.records.stream('fjordlight', 'comparison-payments')[0]?.data['from'];
  const fromMs = Date.parse(String(begunAt));
  const isCompared = ({ createdAtMs }: Effect) => createdAtMs >= fromMs && createdAtMs < untilMs - 1_000;
  for (const effect of world.payments.effects) {
    if (!isCompared(effect) || effect.failed || said.has(effect.refundId)) continue;
    const { operationId, refundId } = effect;
    if (operationId === 'none') return `the refund ${refundId} is nobody’s, and no item says so`;
    const proposal = proposalOf(world, operationId);
    if (proposal.status === 'absent' || endedWithoutEffect(proposal))
      return `the refund ${refundId} stands and ${operationId} ended without it, and no item says so`;
  }
  for (const id of proposalStreams(world)) {
    if (proposalOf(world, id).status !== 'completed' || said.has(id)) continue;
    if (standing(world, id).length !== 1)
      return `${id} is completed, of which ${standing(world, id).length} effects stand, and no item says so`;
  }
  return undefined;
}
