import type { RecordedEvent } from '@countersign/contracts';
import type { World } from '../world.js';

/** Words that say it is done, and words that say it was not and will not be. */
const saysDone = ['completed'];
const saysNot = ['denied', 'rejected', 'expired', 'invalidated', 'failed', 'superseded', 'duplicate'];
const saysNotYet = ['retry_scheduled', 'retries_exhausted', 'approved', 'permission_void'];

const saysOtherwise = ['status_503_after', 'status_429_after'];

/** What is wrong with one reply to a customer, held against the ledger of this moment; undefined when nothing is. */
export function wrongWord(
  world: World,
  reply: RecordedEvent,
  when: 'as_it_is_said' | 'at_the_end' = 'as_it_is_said',
): string | undefined {
  const code = String(reply.data['code']);
  const move = moveBehind(world, reply);
  if (move === undefined) return undefined;
  const id = move.stream.slice('proposal-'.length);
  const movedAtMs = Date.parse(move.recordedAt);
  const made = world.effects.filter(({ operationId }) => operationId === id);
  const stands = made.filter(({ failed }) => !failed).length;
  // One that failed at the bank a moment ago was done, as of the move that is told.
  const done = when === 'at_the_end' ? stands : made.length;
  if (saysDone.includes(code) && done !== 1)
    return `the customer was told “${code}” about ${id}, and the ledger holds ${done} effects of it`;
  if (saysNot.includes(code) && stands > 0)
    return `the customer was told “${code}” about ${id}, and the ledger holds an effect of it`;
  // A provider that turns a request away in its own words and makes it all the same has told us so, not we the customer.
  if (world.faults.fired.some(({ kind }) => saysOtherwise.includes(kind))) return undefined;
  // It is told as of the move that it answers, in the order in which things happened.
  const before = world.effects.filter((e) => e.operationId === id && e.createdAtMs <= movedAtMs);
  const nothingPaid = saysNotYet.includes(code) && /nothing has been paid/i.test(String(reply.data['text']));
  if (nothingPaid && before.length > 0)
    return `the customer was told that nothing has been paid for ${id}, and the ledger holds an effect of it`;
  return undefined;
}

/** The last word about each proposal must still be true when everything is over. */
export function lastWords(world: World): readonly RecordedEvent[] {
  const last = new Map<string, RecordedEvent>();
  for (const event of world.records.events) {
    if (event.type !== 'ReplySent') continue;
    const move = moveBehind(world, event);
    if (move !== undefined) last.set(move.stream, event);
  }
  return [...last.values()];
}

/** The stream of the proposal whose move a reply answers. */
export function movedBy(world: World, reply: RecordedEvent): string | undefined {
  return moveBehind(world, reply)?.stream;
}

/** The move of a proposal that a reply answers, by the event that caused it. */
function moveBehind({ records }: World, { metadata }: RecordedEvent): RecordedEvent | undefined {
  const cause = records.events.find(({ id }) => id === metadata.causationId);
  return cause?.stream.startsWith('proposal-') ? cause : undefined;
}
