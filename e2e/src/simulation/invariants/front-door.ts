import { canonicalJson } from '@countersign/contracts';
import type { JsonObject } from '@countersign/domain';
import type { AskedAtTheDoor } from '../people/acts.js';
import type { World } from '../world.js';
import { proposalOf, proposalStreams } from './ledger.js';

/** What a request for a proposal may be refused with. Anything else is a fault of ours, and nobody's business. */
const code = /^[a-z_]{1,40}$/;

/**
 * What is wrong with an answer of the front door: what was taken must be in the record at that moment, as it was asked
 * for; one key names one proposal, and what else is asked under it is refused.
 */
export function wrongAnswer(world: World, asked: AskedAtTheDoor): string | undefined {
  const { subject, key, body, answered } = asked;
  if (answered?.outcome === 'refused' && !code.test(answered.code))
    return `${subject} asks under the key “${key}” and is answered “${answered.code}”`;
  if (answered?.outcome !== 'answered') return undefined;
  const { proposalId, digest } = answered.body;
  const proposal = proposalOf(world, String(proposalId));
  if (proposal.status === 'absent')
    return `${subject} was told that ${proposalId} is taken, and it is in no record`;
  const { draft } = proposal;
  const isAsAsked =
    draft.digest === digest &&
    draft.author.subject === subject &&
    draft.action.kind === body.kind &&
    draft.customer === body.customer &&
    draft.compensates === body.compensates;
  if (!isAsAsked)
    return `${subject} was told that ${proposalId} is taken, and it is another request than theirs`;
  const same = world.asked.filter((each) => each !== asked && each.subject === subject && each.key === key);
  for (const other of same) {
    if (other.answered?.outcome !== 'answered') continue;
    if (other.answered.body['proposalId'] !== proposalId)
      return `the key “${key}” of ${subject} names ${other.answered.body['proposalId']} and ${proposalId}`;
    if (contentOf(other) !== contentOf(asked))
      return `the key “${key}” of ${subject} was taken with two contents, both as ${proposalId}`;
  }
  return undefined;
}

const contentOf = ({ body }: AskedAtTheDoor): string => canonicalJson(body as unknown as JsonObject);

/** Nobody has more proposals by the front door than they had keys. */
export function moreThanKeys(world: World): string | undefined {
  const keys = new Map<string, Set<string>>();
  for (const { subject, key } of world.asked) keys.set(subject, (keys.get(subject) ?? new Set()).add(key));
  const drafted = new Map<string, number>();
  for (const id of proposalStreams(world)) {
    const proposal = proposalOf(world, id);
    if (proposal.status === 'absent' || proposal.draft.origin.kind !== 'agent') continue;
    const { subject } = proposal.draft.author;
    drafted.set(subject, (drafted.get(subject) ?? 0) + 1);
    const known = keys.get(subject)?.size ?? 0;
    if ((drafted.get(subject) ?? 0) > known)
      return `${subject} has ${drafted.get(subject)} proposals by the front door, and used ${known} keys`;
  }
  return undefined;
}

/** What customers wrote is in the record once, in the words that arrived first under its id, however often it was sent. */
export function wrongMessages({ records, messages, accepted, written }: World): string | undefined {
  const received = records.events.filter(({ type }) => type === 'CustomerMessageReceived');
  for (const { stream, data } of received) {
    const isSame = (each: { caseId: string; text: string }) =>
      stream === `case-${each.caseId}` && each.text === data['text'];
    const times = received.filter(
      (each) => each.stream === stream && each.data['text'] === data['text'],
    ).length;
    if (times > written.filter(isSame).length)
      return `“${data['text']}” is ${times} times in ${stream}, and was written ${written.filter(isSame).length} times`;
    const [first] = messages.filter(({ message }) => message.id === data['messageId']);
    if (first === undefined || textOf(first) !== data['text'])
      return `the message ${data['messageId']} is not in the words that arrived first under its id`;
  }
  const lost = [...accepted].find((requestId) =>
    written
      .filter((each) => each.requestId === requestId)
      .every(({ caseId, text }) =>
        received.every(({ stream, data }) => stream !== `case-${caseId}` || data['text'] !== text),
      ),
  );
  return lost && `a customer was told that the message ${lost} is taken, and it is in no case`;
}

const textOf = ({ message }: World['messages'][number]): unknown =>
  (JSON.parse(new TextDecoder().decode(message.value)) as { text?: unknown }).text;

/** Within a conversation everything is heard in the order in which it arrived, whatever went wrong meanwhile. */
export function heardOutOfOrder({ records, messages }: World): string | undefined {
  const arrived = new Map<string, number>();
  for (const { message, position } of messages)
    if (!arrived.has(message.id)) arrived.set(message.id, position);
  const last = new Map<string, string>();
  for (const { type, stream, data } of records.events) {
    if (type !== 'CustomerMessageReceived') continue;
    const id = String(data['messageId']);
    const before = last.get(stream);
    if (before !== undefined && (arrived.get(before) ?? 0) > (arrived.get(id) ?? 0))
      return `${stream} hears ${before} before ${id}, which arrived earlier`;
    last.set(stream, id);
  }
  return undefined;
}
