import type { RecordedEvent } from '@countersign/contracts';
import type { World } from '../world.js';
import type { Counter } from './counter.js';

const steps = ['record_happened', 'record_did_not_happen', 'close'] as const;

/**
 * Two operators at the recovery queue. They look into the provider's own books, which never lie, and record what is
 * there; the second one signs.
 */
export function resolves(world: World, counter: Counter, proposalId: string): void {
  const chance = counter.chanceOf(`operators on ${proposalId.slice(0, 8)}`);
  counter.begin(async () => {
    await counter.wait(chance.whole(10, 90) * 60_000);
    if (chance.happens(0.3)) {
      const note = { params: { id: proposalId }, body: { text: 'I am looking into this.' } };
      await counter.ask('reconciler', 'sam', { method: 'POST', route: '/v1/recovery/:id/notes', ...note });
    }
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      if (await settled(world, counter, proposalId)) return;
      await counter.wait(attempt * 60_000);
    }
  });
}

async function settled(world: World, counter: Counter, id: string): Promise<boolean> {
  const events = world.records.stream('fjordlight', `proposal-${id}`);
  const isOpen =
    lastOf(events, ['ReviewRequested']) > lastOf(events, ['OperatorResolved', 'ProposalCompleted']);
  if (!isOpen) return true;
  const effect = world.effects.find(({ operationId, failed }) => operationId === id && !failed);
  const step = effect === undefined ? steps[1] : steps[0];
  const evidence = effect?.refundId ?? 'the provider’s own books';
  const proposed = await counter.ask('reconciler', 'sam', {
    method: 'POST',
    route: '/v1/recovery/:id/resolutions',
    params: { id },
    body: { step, evidence, reason: 'looked it up' },
  });
  if (proposed.outcome !== 'answered') return false;
  await counter.wait(5_000);
  const resolution = world.records
    .stream('fjordlight', `proposal-${id}`)
    .findLast(({ type }) => type === 'ResolutionProposed');
  if (resolution === undefined) return false;
  const signed = await counter.ask('reconciler', 'tove', {
    method: 'POST',
    route: '/v1/recovery/:id/resolutions/signature',
    params: { id },
    body: { resolutionId: resolution.id },
  });
  return signed.outcome === 'answered';
}

const lastOf = (events: readonly RecordedEvent[], types: readonly string[]): number =>
  events.findLastIndex(({ type }) => types.includes(type));
