import { topics } from '@countersign/contracts';
import { people, tokenOf } from '../outside/identity.js';
import type { World } from '../world.js';
import type { Counter } from './counter.js';

interface Card {
  readonly proposalId: string;
  readonly digest: string;
  readonly sight: string;
}

const hour = 3_600_000;

/**
 * What somebody does about a card that waits for them: opens it, thinks, decides; late, twice at once, over the topic
 * instead of the page, with a card that is another proposal's, or not at all.
 */
export function decides(world: World, counter: Counter, { person, proposalId }: Deciding): void {
  const chance = counter.chanceOf(`${person} on ${proposalId.slice(0, 8)}`);
  const habits = {
    never: chance.happens(0.04),
    rejects: chance.happens(0.08),
    twice: chance.happens(0.15),
    byTopic: chance.happens(0.2),
    oldCard: chance.happens(0.12),
    opensInMs: chance.whole(500, 60_000),
    thinksForMs: chance.happens(0.06) ? chance.whole(1, 5) * hour : chance.whole(500, 120_000),
  };
  if (habits.never) return;
  counter.begin(async () => {
    await counter.wait(habits.opensInMs);
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const card = await opens(counter, person, proposalId);
      if (card === 'over') return;
      if (card === 'not_yet') {
        await counter.wait(attempt * 10_000);
        continue;
      }
      await counter.wait(attempt === 1 ? habits.thinksForMs : 1_000);
      const others = [...counter.shown].filter(([id]) => id !== proposalId).map(([, shown]) => shown);
      const said = habits.oldCard && attempt === 1 ? { ...card, ...others[0] } : card;
      const decision = habits.rejects ? 'reject' : 'approve';
      const send = () =>
        sends(world, counter, { person, decision, card: { ...said, proposalId }, ...habits });
      const answers = await Promise.all(habits.twice ? [send(), send()] : [send()]);
      if (answers.includes('done')) return;
      await counter.wait(attempt * 15_000);
    }
  });
}

interface Deciding {
  readonly person: string;
  readonly proposalId: string;
}

async function opens(counter: Counter, person: string, id: string): Promise<Card | 'not_yet' | 'over'> {
  const route = { method: 'GET', route: '/v1/proposals/:id/card', params: { id } } as const;
  const shown = await counter.ask('approval_service', person, route);
  if (shown.outcome !== 'answered') return 'not_yet';
  const { digest, sight, mayDecide, state } = shown.body as unknown as Card & {
    mayDecide: { code?: string };
    state: string;
  };
  if (typeof sight === 'string') counter.shown.set(id, { digest, sight });
  if (state === 'being_checked' || mayDecide.code === 'not_asked_yet') return 'not_yet';
  return mayDecide.code === undefined ? { proposalId: id, digest, sight } : 'over';
}

interface Sending {
  readonly person: string;
  readonly decision: 'approve' | 'reject';
  readonly card: Card;
  readonly byTopic: boolean;
}

async function sends(world: World, counter: Counter, sending: Sending): Promise<'done' | 'again'> {
  const { person, decision, byTopic } = sending;
  const { proposalId, digest, sight } = sending.card;
  const sent = { person, proposalId, digest, decision, isTaken: false };
  world.decisions.push(sent);
  if (byTopic) {
    const known = people.find(({ subject }) => subject === person);
    const token = known === undefined ? '' : tokenOf(known, world.options.script.startMs);
    const id = `${person} ${proposalId} ${world.messages.length}`;
    const value = { proposalId, decision, digest, sight, token, reason: 'because' };
    world.publish(topics.approvalDecisions, { key: proposalId, id, value });
    return 'again';
  }
  const answer = await counter.ask('approval_service', person, {
    method: 'POST',
    route: '/v1/proposals/:id/decisions',
    params: { id: proposalId },
    body: { decision, digest, sight, reason: 'because' },
  });
  sent.isTaken = answer.outcome === 'answered';
  return sent.isTaken ? 'done' : 'again';
}
