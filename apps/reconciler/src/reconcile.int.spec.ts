import type { RecordedEvent } from '@countersign/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  allowed,
  exhausted,
  refusedBy,
  started,
  startedBy,
  succeeded,
  unknown,
} from './testing/proposal-events.js';
import { outageMaxMs, RecoveryWorld, settleWindowMs, until } from './testing/recovery-world.js';

let world: RecoveryWorld;
beforeAll(async () => {
  world = await RecoveryWorld.open();
});
afterAll(() => world.close());

const now = () => new Date().toISOString();
const types = (events: readonly RecordedEvent[]) => events.slice(3).map(({ type }) => type);
const codes = (events: readonly RecordedEvent[]) =>
  events.filter(({ type }) => type === 'TargetLooked').map(({ data }) => data['code']);

/** Permitted and sent just now; the events before whatever came of it. */
async function begun() {
  const { id, charge } = await world.sent();
  await world.append(id, ...allowed(id, charge), started(id, 1, now()));
  return { id, charge };
}

describe('a success', () => {
  it('is completed once exactly one effect of the approved amount is read back', async () => {
    const { id, charge } = await begun();
    await world.refund(id, charge);
    await world.append(id, succeeded());
    const events = await world.reaches(id, 'completed');
    expect(types(events)).toEqual(['ExecutionSucceeded', 'TargetLooked', 'ProposalCompleted']);
    expect(events.at(-1)).toMatchObject({
      recordedBy: 'countersign_reconciler',
      data: { receipt: { amountMinor: 7_900, currency: 'EUR' }, evidence: { complete: true } },
    });
  });

  it('with two effects is a matter for a person, who sees both', async () => {
    const { id, charge } = await begun();
    await world.refund(id, charge);
    await world.refund(id, charge, { key: 'another key' });
    await world.append(id, succeeded());
    const events = await world.reaches(id, 'in_review');
    const asked = events.find(({ type }) => type === 'ReviewRequested');
    expect(asked?.data).toMatchObject({
      reason: 'read_back_contradicts',
      incidentKey: 'payments:contradicting',
    });
    expect(String(asked?.data['lastKnownState']).match(/re_/g)).toHaveLength(2);
  });

  it('of another amount is never completed', async () => {
    const { id, charge } = await begun();
    await world.refund(id, charge, { amountMinor: 790 });
    await world.append(id, succeeded());
    const events = await world.reaches(id, 'in_review');
    expect(types(events)).not.toContain('ProposalCompleted');
  });
});

describe('an unknown outcome', () => {
  it('whose response was lost is found by operation id and completed (S07)', async () => {
    const { id, charge } = await begun();
    await world.refund(id, charge);
    await world.append(id, unknown());
    const events = await world.reaches(id, 'completed');
    expect(types(events)).toEqual([
      'OutcomeUnknown',
      'TargetLooked',
      'OutcomeReconciled',
      'ProposalCompleted',
    ]);
  });

  it('whose request was lost is proven absent only after the settle window (S08)', async () => {
    const { id } = await begun();
    const sentAt = (await world.events(id))[2]?.data['startedAt'];
    await world.append(id, unknown());
    const events = await world.reaches(id, 'approved');
    expect(codes(events)).toEqual(['too_early', 'absent']);
    const settled = events.at(-1);
    expect(settled).toMatchObject({ type: 'OutcomeReconciled', data: { finding: 'did_not_happen' } });
    expect(Date.parse(String(settled?.data['at'])) - Date.parse(String(sentAt))).toBeGreaterThanOrEqual(
      settleWindowMs,
    );
  });
});

describe('a request that may be on its way for longer than this service was told', () => {
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
  const hour = 3_600_000;

  /** By the window of this service it would have arrived long ago. */
  async function sentSlowly(settlesAt: string) {
    const { id, charge } = await world.sent();
    await world.append(id, ...allowed(id, charge), startedBy(id, inMs(-hour), settlesAt), unknown());
    return { id, charge };
  }

  it('is not paid a second time, because nothing is proven absent that can still arrive', async () => {
    const { id, charge } = await sentSlowly(inMs(hour));
    await until(async () => codes(await world.events(id)).length > 0);
    // As the executor does, at a target that remembers no operation.
    if ((await world.state(id)).status === 'approved') await world.refund(id, charge, { key: 'sent again' });
    const reference = await world.refund(id, charge);
    expect(await world.refundsOf(charge)).toHaveLength(1);
    expect(codes(await world.events(id))).toEqual(['too_early']);
    const report = { reportId: 'evt_slow', says: 'effect_succeeded', reference, code: 'succeeded' } as const;
    await world.append(id, { type: 'TargetReported', data: { ...report, saidAt: now(), at: now() } });
    await world.reaches(id, 'completed');
  });

  it('is proven absent once it cannot arrive any more, and the reason says since when', async () => {
    const settlesAt = inMs(1_500);
    const { id } = await sentSlowly(settlesAt);
    const proven = (await world.reaches(id, 'approved')).at(-1);
    expect(proven?.data).toMatchObject({
      finding: 'did_not_happen',
      evidence: { absence: { settledAt: settlesAt } },
    });
    expect(Date.parse(String(proven?.data['at']))).toBeGreaterThanOrEqual(Date.parse(settlesAt));
  });
});

describe('a target that does not answer', () => {
  it('is no answer, then a person, and settles itself when it is back (S11)', async () => {
    const { id, charge } = await begun();
    const given = await begun();
    await world.refund(id, charge);
    await world.admin('POST', '/payments/faults', { route: '*', kind: 'down' });
    await world.append(id, unknown());
    await world.append(given.id, exhausted());
    const waiting = await world.reaches(id, 'in_review');
    await world.reaches(given.id, 'in_review');
    expect([...new Set(codes(waiting))]).toEqual(['unreachable']);
    const looks = waiting.filter(({ type }) => type === 'TargetLooked');
    const [first, last] = [looks[0], looks.at(-1)].map((look) => Date.parse(String(look?.data['at'])));
    expect((last ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(outageMaxMs);
    expect(looks.every(({ data }) => data['answer'] === 'no_answer')).toBe(true);
    expect(waiting.at(-1)?.data).toMatchObject({
      reason: 'outcome_still_unknown',
      incidentKey: 'payments:unreachable',
      readAt: 'never',
      allowedSteps: ['look_again', 'record_happened', 'record_did_not_happen'],
    });
    await world.admin('DELETE', '/payments/faults');
    const settled = await world.reaches(id, 'completed');
    expect(types(settled).slice(-2)).toEqual(['OutcomeReconciled', 'ProposalCompleted']);
    expect(await world.state(given.id)).toMatchObject({
      status: 'in_review',
      review: { reason: 'retries_exhausted' },
    });
  });
});

describe('what the target refused', () => {
  it('for differing parameters goes to a person and is never offered to be sent again (S10)', async () => {
    const { id } = await begun();
    await world.append(id, refusedBy('idempotency_parameters_differ'));
    const events = await world.reaches(id, 'in_review');
    const { data } = events.find(({ type }) => type === 'ReviewRequested') ?? { data: {} };
    expect(data).toMatchObject({ reason: 'parameters_differ', incidentKey: `proposal:${id}` });
    expect(data).toMatchObject({ allowedSteps: expect.not.arrayContaining(['send_again']) });
  });

  it('for good needs nobody, and is read back all the same', async () => {
    const { id } = await begun();
    await world.append(id, refusedBy('charge_disputed'));
    const later = await begun();
    await world.refund(later.id, later.charge);
    await world.append(later.id, succeeded());
    await world.reaches(later.id, 'completed');
    await until(async () => (await world.events(id)).some(({ type }) => type === 'TargetLooked'));
    const [failed, ...looks] = types(await world.events(id));
    expect(failed).toBe('ExecutionFailed');
    expect(new Set(looks)).toEqual(new Set(['TargetLooked']));
  });
});

it('hears every event again and neither asks anybody nor changes anything (S54, C51)', async () => {
  // A world of its own: no look of another test may be due meanwhile.
  const again = await RecoveryWorld.open();
  const { id, charge } = await again.sent();
  await again.append(id, ...allowed(id, charge), started(id, 1, now()));
  await again.refund(id, charge);
  await again.append(id, unknown());
  const before = await again.reaches(id, 'completed');
  const calls = await again.paymentsCalls();
  await again.hearAllAgain();
  expect(await again.events(id)).toEqual(before);
  expect(await again.paymentsCalls()).toBe(calls);
  await again.close();
});
