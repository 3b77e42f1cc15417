import { randomUUID } from 'node:crypto';
import {
  digestOfHex,
  type Grant,
  type LookEvidence,
  type Person,
  type Requirement,
  subjectId,
} from '@countersign/domain';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ChargesByHand } from '../testing/charges-by-hand.js';
import { GateWorld } from '../testing/gate-world.js';

let world: GateWorld;
beforeAll(async () => {
  world = await GateWorld.open();
});
afterAll(() => world.close());

const at = '2026-11-30T09:00:00.000Z';
const never = '2099-01-01T00:00:00.000Z';
const amount = { amountMinor: 6_000, currency: 'EUR' };
const ada: Person = {
  ...{ subject: subjectId('ada'), name: 'Ada Nilsson', kind: 'customer', roles: ['customer'] },
  ...{ authenticatedAt: at, methods: ['pwd'] },
};
const read = (found: LookEvidence['found']): LookEvidence => ({
  ...{ source: 'payments', asked: 'refunds of the charge', readAt: at, complete: true, found, why: 'read' },
  absence: { basis: 'whole_listing', recordsRead: found.length, lastSentAt: at, settledAt: at },
});

/** Half of what was captured, sent, proven absent, replaced, and what it held given back. */
async function replacedAfterSending() {
  const judge = world.worker(new ChargesByHand(12_000));
  const charge = `ch_${randomUUID().replaceAll('-', '')}`;
  const id = await world.drafted({ charge, amountMinor: 6_000 });
  await world.judged(judge, id);
  const [draft, verdict] = await world.events(id);
  const digest = String(draft?.data['digest']);
  const [requirement] = (verdict?.data['requirements'] ?? []) as unknown as readonly Requirement[];
  const slot = requirement?.slot ?? '';
  await world.by('approval_service', id, { type: 'request_approval', at });
  const grant: Grant = {
    ...{ slot, basis: 'consent', digest: digestOfHex(digest), approver: ada, grantedAt: at },
    expiresAt: never,
    ...{ cardHash: 'c', cardShownAt: at, policySetHash: 'p', signature: 's' },
  };
  await world.by('approval_service', id, { type: 'grant', grant });
  await world.by('executor', id, { type: 'start_execution', digest, worker: 'w', at, settlesAt: at });
  await world.by('executor', id, { type: 'record_unknown', fact: { attempt: 1, code: 'timeout', at } });
  const fact = { finding: 'did_not_happen', look: 1, evidence: read([]), at } as const;
  await world.by('reconciler', id, { type: 'reconcile', fact });
  await world.released(id);
  return { judge, charge, id };
}

/** An effect of it is read after all. */
async function found(id: string): Promise<void> {
  const receipt = { reference: 're_1', ...amount, settled: 'settled', details: {} } as const;
  const fact = { because: 'effect_found', evidence: read([receipt]), report: 'none', at } as const;
  await world.by('reconciler', id, { type: 'reopen', fact });
}

describe('an effect that is found after its proposal had ended and given back what it held', () => {
  it('C05: counts against what was captured, though the books of the target do not show it to the gate', async () => {
    const { judge, charge, id } = await replacedAfterSending();
    await found(id);
    const tooMuch = await world.drafted({ charge, amountMinor: 6_001, lineId: '2' });
    await world.judged(judge, tooMuch);
    expect((await world.events(tooMuch))[1]?.data).toMatchObject({
      verdict: 'deny',
      facts: { heldMinor: 6_000 },
    });
    const rest = await world.drafted({ charge, amountMinor: 6_000, lineId: '3' });
    await world.judged(judge, rest);
    expect((await world.events(rest))[1]?.data).toMatchObject({ verdict: 'requirements' });
  });

  it('C03: is not done again when the same thing is asked for', async () => {
    const { judge, charge, id } = await replacedAfterSending();
    await found(id);
    const again = await world.drafted({ charge, amountMinor: 6_000 });
    await world.judged(judge, again);
    expect((await world.events(again))[1]?.data).toMatchObject({
      verdict: 'deny',
      reasons: [{ policyId: 'once_only' }],
    });
  });

  it('counts for nothing while none is found: the same thing may be asked for again', async () => {
    const { judge, charge } = await replacedAfterSending();
    const again = await world.drafted({ charge, amountMinor: 6_000 });
    await world.judged(judge, again);
    expect((await world.events(again))[1]?.data).toMatchObject({
      verdict: 'requirements',
      facts: { heldMinor: 0 },
    });
  });
});
