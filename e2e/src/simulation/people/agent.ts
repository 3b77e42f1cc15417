import type { World } from '../world.js';
import type { AskedAtTheDoor, ProposalAsked } from './acts.js';
import type { Counter } from './counter.js';

interface Asking {
  readonly subject: string;
  readonly key: string;
  readonly body: ProposalAsked;
}

/** Codes after which the same request is worth sending again. */
const comeAgain = [
  ...['records_unavailable', 'identity_unavailable', 'too_many_requests', 'contended', 'store_unavailable'],
];

const bot = 'helpdesk-bot';

/**
 * An outside agent at the front door. It sends its request until it has an answer, under one key; now and then twice at
 * once, once more although it was answered, with other content under the same key, the same thing under another key, or
 * something that is to take the place of what it asked for.
 */
export function proposes(world: World, counter: Counter, asked: { id: string; body: ProposalAsked }): void {
  const { id, body } = asked;
  const chance = counter.chanceOf(`agent on ${id}`);
  const key = `ticket ${id}`;
  const habits = {
    atOnce: chance.happens(0.3),
    otherAtOnce: chance.happens(0.15),
    again: chance.happens(0.4),
    otherContent: chance.happens(0.4),
    otherKey: chance.happens(0.2),
    replaces: chance.happens(0.2),
    pauseMs: chance.whole(50, 240_000),
  };
  const other = otherThan(body);
  const send = (said: ProposalAsked, under = key) =>
    asks(world, counter, { subject: bot, key: under, body: said });
  counter.begin(async () => {
    const copies = [body, ...(habits.atOnce ? [body] : []), ...(habits.otherAtOnce ? [other] : [])];
    const [first] = await Promise.all(copies.map((copy) => send(copy)));
    await counter.wait(habits.pauseMs);
    if (habits.again) await send(body);
    if (habits.otherContent) await send(other);
    if (habits.otherKey) await send(body, `${key} again`);
    if (habits.replaces && first !== undefined) await send({ ...other, supersedes: first }, `${key} instead`);
  });
}

/** The same request with something else in it: other goods where there are some to leave out, or only other words. */
function otherThan(body: ProposalAsked): ProposalAsked {
  const { lines } = body.arguments;
  if (!Array.isArray(lines) || lines.length < 2)
    return { ...body, reference: `${body.reference ?? ''}, once more` };
  return { ...body, arguments: { ...body.arguments, lines: lines.slice(1) } };
}

/** Sends one request until it is answered or refused for good; the id of the proposal where there is one. */
export async function asks(world: World, counter: Counter, asking: Asking): Promise<string | undefined> {
  const { subject, key, body } = asking;
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    const asked: AskedAtTheDoor = { ...asking };
    world.asked.push(asked);
    const answered = await counter.ask('gateway', subject, {
      ...{ method: 'POST', route: '/v1/proposals', params: {} },
      headers: { 'idempotency-key': key },
      body,
    });
    asked.answered = answered;
    world.onAnswer(asked);
    if (answered.outcome === 'answered') return String(answered.body['proposalId']);
    if (answered.outcome === 'refused' && !comeAgain.includes(answered.code)) return undefined;
    await counter.wait(attempt * 10_000);
  }
  return undefined;
}
