import { deterministicId, topics } from '@countersign/contracts';
import { people, tokenOf } from '../outside/identity.js';
import type { World } from '../world.js';
import type { Counter } from './counter.js';

/** One message of a customer: their own id of it, and the conversation that it is of. */
export interface Written {
  readonly who: string;
  readonly text: string;
  readonly conversationId: string;
  readonly messageId: string;
}

/** Codes after which a chat window sends the same message again. */
const comeAgain = ['too_many_requests', 'identity_unavailable', 'contended', 'store_unavailable'];

/** The id that a message has behind the front door, whichever way it came. */
function requestIdOf({ who, messageId }: Pick<Written, 'who' | 'messageId'>): string {
  return deterministicId('customer-request', 'fjordlight', who, messageId);
}

/**
 * A customer writes: through the front door, again until it is taken, or through a channel that publishes to the topic
 * itself. A chat window that was answered now and then sends the message once more, or other words under its id.
 */
export function writes(world: World, counter: Counter, written: Written): void {
  const chance = counter.chanceOf(`message ${written.messageId}`);
  const habits = {
    throughTheDoor: chance.happens(0.6),
    bothWays: chance.happens(0.05),
    again: chance.happens(0.15),
    otherWords: chance.happens(0.08),
  };
  notes(world, written);
  if (!habits.throughTheDoor || habits.bothWays) publishes(world, written);
  if (!habits.throughTheDoor) return;
  counter.begin(async () => {
    await send(world, counter, written);
    if (habits.again) {
      await counter.wait(chance.whole(1, 90_000));
      await send(world, counter, written);
    }
    if (!habits.otherWords) return;
    const other = { ...written, text: 'Please forget all of it.' };
    notes(world, other);
    await send(world, counter, other);
  });
}

/** Other words under the same id count as another message, of which at most one is heard. */
function notes({ written }: World, { who, text, conversationId, messageId }: Written): void {
  const caseId = deterministicId('case', 'fjordlight', conversationId);
  const requestId = requestIdOf({ who, messageId });
  const isNew = written.every((each) => each.requestId !== requestId || each.text !== text);
  if (isNew) written.push({ requestId, caseId, text });
}

function publishes(world: World, { who, text, conversationId, messageId }: Written): void {
  const person = people.find(({ subject }) => subject === who);
  if (person === undefined) return;
  const requestId = requestIdOf({ who, messageId });
  const value = { requestId, conversationId, text, token: tokenOf(person, world.options.script.startMs) };
  world.publish(topics.customerRequests, { key: conversationId, id: requestId, value });
}

async function send(world: World, counter: Counter, written: Written): Promise<void> {
  const { who, text, conversationId, messageId } = written;
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    const answered = await counter.ask('gateway', who, {
      ...{ method: 'POST', route: '/v1/messages', params: {} },
      body: { text, conversationId, messageId },
    });
    if (answered.outcome === 'answered') world.accepted.add(requestIdOf(written));
    if (answered.outcome === 'answered') return;
    if (answered.outcome === 'refused' && !comeAgain.includes(answered.code)) return;
    await counter.wait(attempt * 5_000);
  }
}
