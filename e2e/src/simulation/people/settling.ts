import type { World } from '../world.js';
import type { Counter } from './counter.js';

/**
 * What operators do with a difference between the ledgers: one notes what they saw, one settles it with a reason, and
 * where money is written off another one signs; late, now and then not at all.
 */
export function settles(world: World, counter: Counter, id: string): void {
  const chance = counter.chanceOf(`operators on difference ${id.slice(0, 8)}`);
  if (chance.happens(0.2)) return;
  counter.begin(async () => {
    await counter.wait(chance.whole(5, 60) * 60_000);
    if (chance.happens(0.3)) await asks(counter, 'sam', 'notes', { id, body: { text: 'Seen.' } });
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      if (await isSettled(world, counter, id)) return;
      await counter.wait(attempt * 60_000);
    }
  });
}

async function isSettled(world: World, counter: Counter, id: string): Promise<boolean> {
  const last = () => world.records.stream('fjordlight', `difference-${id}`).at(-1);
  if (last()?.type === 'DifferenceSettled') return true;
  const body = { evidence: 'the provider’s own books', reason: 'looked it up' };
  if ((await asks(counter, 'sam', 'settlements', { id, body })) !== 'answered') return false;
  await counter.wait(5_000);
  const proposed = last();
  if (proposed?.type !== 'SettlementProposed') return proposed?.type === 'DifferenceSettled';
  const signature = { id, body: { settlementId: proposed.id } };
  return (await asks(counter, 'tove', 'settlements/signature', signature)) === 'answered';
}

async function asks(
  counter: Counter,
  person: string,
  what: string,
  { id, body }: { readonly id: string; readonly body: object },
): Promise<string> {
  const answer = await counter.ask('reconciler', person, {
    ...{ method: 'POST', route: `/v1/recovery/differences/:id/${what}`, params: { id }, body },
  });
  return answer.outcome;
}
