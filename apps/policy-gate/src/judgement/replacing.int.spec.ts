import { randomUUID } from 'node:crypto';
import type { ProposalCommand, ProposalEventData } from '@countersign/domain';
import { digestOfHex, proposalId } from '@countersign/domain';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DecidePolicyWhenReplacedProposalEnded } from '../decide-policy-when-replaced-proposal-ended.js';
import { ChargesByHand } from '../testing/charges-by-hand.js';
import { GateWorld } from '../testing/gate-world.js';

let world: GateWorld;
beforeAll(async () => {
  world = await GateWorld.open();
});
afterAll(() => world.close());

const now = () => new Date().toISOString();
const verdictOf = async (id: string) =>
  (await world.events(id)).find(({ type }) => type === 'PolicyDecided')?.data['verdict'];

/** A refund that policy allows, of a charge that bears just that and a little more. */
async function allowed(charges = new ChargesByHand(1_900)) {
  const charge = `ch_${randomUUID().replaceAll('-', '')}`;
  const judge = world.worker(charges);
  const hearing = new DecidePolicyWhenReplacedProposalEnded(judge, world.proposals());
  const id = await world.drafted({ charge, amountMinor: 1_000 });
  await world.judged(judge, id);
  expect(await verdictOf(id)).toBe('allow');
  const changeOf = async (amountMinor: number, of = id) => {
    const change = await world.drafted({ charge, amountMinor }, { supersedes: proposalId(of) });
    await world.judged(judge, change);
    return change;
  };
  return { id, charge, charges, judge, hearing, changeOf };
}

const asksFor = (by: string): ProposalCommand => ({
  type: 'ask_replacement',
  fact: { by: proposalId(by), change: 'another amount', at: now() },
});

const refund = {
  reference: 're_1',
  amountMinor: 1_000,
  currency: 'EUR',
  settled: 'settled',
  details: {},
} as const;
const look = {
  source: 'payments',
  asked: 'refunds',
  readAt: now(),
  complete: true,
  found: [refund],
  why: 'one',
};

async function sent(id: string): Promise<void> {
  const digest = (await world.events(id))[0]?.data['digest'];
  await world.by('executor', id, {
    ...{ type: 'start_execution', worker: 'w', at: now(), settlesAt: now() },
    digest: digestOfHex(String(digest)),
  });
}

async function carriedOut(id: string) {
  await world.by('executor', id, { type: 'record_success', attempt: 1, receipt: refund, at: now() });
  const fact: ProposalEventData<'ProposalCompleted'> = { receipt: refund, evidence: look, at: now() };
  return world.by<'ProposalCompleted'>('reconciler', id, { type: 'complete', fact });
}

describe('a change, while it is not known what became of the one that it replaces', () => {
  it('waits without a word, and is judged when the end is heard, however late', async () => {
    const { id, hearing, changeOf } = await allowed();
    const change = await changeOf(1_500);
    expect(await verdictOf(change)).toBeUndefined();
    await hearing.decide(await world.superseded(id, change));
    expect(await verdictOf(change)).toBe('allow');
  });

  it('is not judged when it is only asked for, nor beside a call that may pay: both would be paid', async () => {
    const { id, hearing, changeOf } = await allowed();
    await sent(id);
    const change = await changeOf(900);
    const asked = await world.by<'ReplacementAsked'>('refund_specialist', id, asksFor(change));
    await hearing.decide(asked);
    expect(await verdictOf(change)).toBeUndefined();
  });

  it('finds what is left when the one that it replaces stands', async () => {
    const { id, charge, charges, hearing, changeOf } = await allowed();
    await sent(id);
    const more = await changeOf(1_500);
    await world.by('refund_specialist', id, asksFor(more));
    charges.refunded.set(charge, 1_000);
    await hearing.decide(await carriedOut(id));
    expect(await verdictOf(more)).toBe('deny');
  });

  it('is judged also where the one that it replaces had ended before it could be asked for', async () => {
    const { id, hearing, changeOf } = await allowed();
    await sent(id);
    const change = await changeOf(900);
    await carriedOut(id);
    await hearing.decide(await world.by<'ReplacementAsked'>('refund_specialist', id, asksFor(change)));
    expect(await verdictOf(change)).toBeDefined();
  });

  it('that was changed itself meanwhile gives its place to the newer one, which waits for the first of all', async () => {
    const { id, hearing, changeOf } = await allowed();
    await sent(id);
    const change = await changeOf(900);
    await world.by('refund_specialist', id, asksFor(change));
    const newer = await changeOf(800, change);
    await hearing.decide(await world.superseded(change, newer));
    expect(await verdictOf(newer)).toBeUndefined();
    await hearing.decide(await carriedOut(id));
    expect(await verdictOf(change)).toBeUndefined();
    expect(await verdictOf(newer)).toBeDefined();
  });
});
