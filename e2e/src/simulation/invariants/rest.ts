import { isDeepStrictEqual } from 'node:util';
import { type Case, type CaseEvent, evolveCase, isFinal, noCase } from '@countersign/domain';
import type { Running, World } from '../world.js';
import { wronglyHeld } from './capacity.js';
import { unseenDifference } from './differences.js';
import { heardOutOfOrder, wrongMessages } from './front-door.js';
import { oldWord } from './last-words.js';
import { proposalOf, proposalStreams } from './ledger.js';
import { lastWords, wrongWord } from './told.js';

/** A proposal may wait for people who were asked; a case for its customer, or for the person who has it. */
const waitsForSomebody = ['in_review', 'awaiting_approval'];

/** When nothing happens any more: what is stuck, lost, or was told and is not so. */
export function wrongAtRest(world: World): string | undefined {
  const parked = world.parking.waiting()[0];
  if (parked !== undefined)
    return `${parked.service} has set aside ${parked.delivery.pattern}: ${parked.code}, ${parked.reason}`;
  for (const id of proposalStreams(world)) {
    const { status } = proposalOf(world, id);
    if (status === 'absent' || isFinal(status) || waitsForSomebody.includes(status)) continue;
    return `${id} is left ${status.replaceAll('_', ' ')}, and nobody is asked`;
  }
  const wrong =
    lostRequest(world) ??
    wrongMessages(world) ??
    heardOutOfOrder(world) ??
    wronglyHeld(world) ??
    unseenDifference(world) ??
    oldWord(world);
  if (wrong !== undefined) return wrong;
  for (const reply of lastWords(world)) {
    const word = wrongWord(world, reply, 'at_the_end');
    if (word !== undefined) return `at the end, ${word}`;
  }
  for (const running of world.running.values()) {
    const stale = staleFold(world, running);
    if (stale !== undefined) return stale;
  }
  return undefined;
}

/** Every request that was published is in a case that ended, asks its customer, or is with a person. */
function lostRequest(world: World): string | undefined {
  const received = new Set(
    world.records.events
      .filter(({ type }) => type === 'CustomerMessageReceived')
      .map(({ data }) => String(data['messageId'])),
  );
  for (const { message } of world.messages) {
    if (message.topic !== 'countersign.customer-requests') continue;
    const { requestId } = JSON.parse(new TextDecoder().decode(message.value)) as { requestId: string };
    if (!received.has(requestId)) return `the request ${requestId} was published and is in no case`;
  }
  const cases = new Set(
    world.records.events.map(({ stream }) => stream).filter((s) => s.startsWith('case-')),
  );
  for (const stream of cases) {
    const events = world.records.stream('fjordlight', stream);
    const state = caseOf(events.length, world, stream);
    if (state.status !== 'open') continue;
    const waiting = state.proposals.some(({ proposalId }) =>
      waitsForSomebody.includes(proposalOf(world, proposalId).status),
    );
    const last = events.findLastIndex(({ type }) => type === 'CustomerMessageReceived');
    const isAnswered = events.slice(last).some(({ type }) => type === 'ReplySent');
    if (!waiting && !isAnswered) return `${stream} is open, and its customer has no answer`;
  }
  return undefined;
}

function caseOf(version: number, { records }: World, stream: string): Case {
  return records
    .stream('fjordlight', stream)
    .slice(0, version)
    .reduce((state, event) => evolveCase(state, event as unknown as CaseEvent), noCase as Case);
}

/** What a process has folded is what anybody would fold. */
export function staleFold(world: World, { caches, owner }: Running): string | undefined {
  for (const id of proposalStreams(world)) {
    const known = caches.proposals.find('fjordlight', `proposal-${id}`);
    if (known === undefined) continue;
    const events = world.records.stream('fjordlight', `proposal-${id}`);
    if (known.version > events.length) return `${owner.name} knows more of ${id} than there is`;
    if (known.version === events.length && !isDeepStrictEqual(known.state, proposalOf(world, id)))
      return `${owner.name} has another state of ${id} than its stream`;
  }
  return undefined;
}
