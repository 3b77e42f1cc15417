import { operationIdOf, proposalId } from '@countersign/domain';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { besideSandbox } from '../testing/beside-sandbox.js';
import { appointmentEffects } from './appointment-effects.js';
import { appointmentReads } from './appointment-reads.js';
import { createAppointmentsReader } from './calendar/read.js';
import { createAppointmentsWriter } from './calendar/write.js';
import { forWhom } from './testing/appointment-world.js';

const op = (name: string) => operationIdOf(proposalId(name));

const sandbox = besideSandbox();
const effects = () =>
  appointmentEffects({ appointments: createAppointmentsWriter(sandbox.to('appointments', 'write')) });
const reads = (settleWindowMs = 0) =>
  appointmentReads({
    appointments: createAppointmentsReader(sandbox.to('appointments', 'read'), settleWindowMs),
  });

const sending = () => ({
  firstSentAt: 'never' as const,
  sendBefore: new Date(Date.now() + 3_600_000).toISOString(),
});
const forgets = () => sandbox.admin('PUT', '/appointments/settings/operations', { kept: false });
const changesOf = async (id: string) =>
  (await sandbox.effectsIn('appointments')).filter((effect) => effect['bookingId'] === id);

async function drafted(kind: string, args: object, customer = forWhom.customer) {
  const completed = await reads().complete(
    { kind, arguments: args, statements: [] },
    { ...forWhom, customer },
  );
  if (completed.outcome !== 'completed') throw new Error(JSON.stringify(completed));
  return completed.action;
}
const cancellation = () => drafted('appointment.cancel', { bookingId: 'bk_501' });
/** Two hours later on the day it is at. */
const move = async () => {
  const { fromLocal } = (await cancellation()).arguments;
  const toLocal = String(fromLocal).replace('T10:', 'T14:');
  return drafted('appointment.reschedule', { bookingId: 'bk_501', toLocal });
};
const found = async (operation: string, action: Awaited<ReturnType<typeof move>>) =>
  (await reads().findOutcome(op(operation), action, '2026-01-01T00:00:00Z')).outcome;

describe('where the system remembers operations', () => {
  it('an operation is done once: a repeat gets the same answer, and other parameters are refused', async () => {
    const action = await move();
    const first = await effects().execute(op('op-1'), action, sending());
    expect(first).toMatchObject({ class: 'succeeded', receipt: { details: { bookingVersion: 2 } } });
    expect(await effects().execute(op('op-1'), action, sending())).toEqual(first);
    expect(await effects().execute(op('op-1'), await cancellation(), sending())).toMatchObject({
      ...{ class: 'rejected', code: 'idempotency_parameters_differ' },
    });
    expect(await changesOf('bk_501')).toMatchObject([{ kind: 'move', operationId: 'op-1' }]);
    expect(await found('op-1', action)).toBe('happened');
  });

  it('what was booked again is another version, and its own effect', async () => {
    await effects().execute(op('op-1'), await cancellation(), sending());
    const args = (await bookingNow()) as { startsLocal: string };
    const restore = await drafted('appointment.restore', {
      bookingId: 'bk_501',
      fromLocal: args.startsLocal,
    });
    expect(await effects().execute(op('op-2'), restore, sending())).toMatchObject({ class: 'succeeded' });
    expect(await bookingNow()).toMatchObject({ status: 'booked', version: 3 });
    expect(await found('op-2', restore)).toBe('happened');
  });
});

describe('where it remembers none, a repeat is done again', () => {
  beforeEach(forgets);

  it('S41: and a cancellation is told "not found", whose own effect is found, and nobody else’s', async () => {
    const action = await cancellation();
    expect(await effects().execute(op('op-1'), action, sending())).toMatchObject({ class: 'succeeded' });
    const repeat = await effects().execute(op('op-1'), action, sending());
    expect(repeat).toMatchObject({ class: 'rejected', code: 'booking_not_found' });
    const other = await effects().execute(op('op-2'), action, sending());
    expect(other).toMatchObject({ class: 'rejected', code: 'booking_not_found' });
    expect(await found('op-1', action)).toBe('happened');
    expect(await found('op-2', action)).toBe('absent');
    expect(await changesOf('bk_501')).toHaveLength(1);
  });

  it('S41: one that never existed is told "not found" as well, and is nobody’s success', async () => {
    const action = await cancellation();
    const never = { ...action, target: { type: 'appointment', id: 'bk_999' } };
    expect(await effects().execute(op('op-1'), never, sending())).toMatchObject({
      code: 'booking_not_found',
    });
    expect(await found('op-1', never)).toBe('absent');
  });

  it('S42: and a move is told "slot taken" by itself, which is our own effect', async () => {
    const action = await move();
    expect(await effects().execute(op('op-1'), action, sending())).toMatchObject({ class: 'succeeded' });
    expect(await effects().execute(op('op-1'), action, sending())).toMatchObject({ code: 'slot_taken' });
    expect(await found('op-1', action)).toBe('happened');
    expect(await changesOf('bk_501')).toHaveLength(1);
  });

  it('S42: "slot taken" by another customer’s is not', async () => {
    const action = await move();
    const startsAt = action.evidence.find(({ fact }) => fact === 'newStartsAt')?.value;
    await sandbox.admin('PATCH', '/appointments/bookings/bk_503', { startsAt });
    expect(await effects().execute(op('op-1'), action, sending())).toMatchObject({ code: 'slot_taken' });
    expect(await found('op-1', action)).toBe('absent');
    expect(await changesOf('bk_501')).toEqual([]);
  });
});

describe('the ledger of the appointments system', () => {
  it('lists every change with what it is of and whose, a fee with its amount', async () => {
    await sandbox.admin('PATCH', '/appointments/bookings/bk_501', {
      lateTerms: { withinMinutes: 1_000_000, feeMinor: 2_500, currency: 'EUR' },
    });
    await effects().execute(op('op-1'), await cancellation(), sending());
    const window = { tenant: forWhom.tenant, from: '2026-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
    expect(await reads().ledgers?.['appointments']?.(window)).toMatchObject({
      ...{ outcome: 'listed', next: 'end', unreadable: [] },
      effects: [
        {
          ...{ operationId: 'op-1', target: { type: 'appointment', id: 'bk_501' }, standing: 'settled' },
          ...{ amountMinor: 2_500, currency: 'EUR', status: 'cancellation' },
        },
      ],
    });
  });

  it('a fee that is another one by now is refused, and nothing is done', async () => {
    const action = await cancellation();
    await sandbox.admin('PATCH', '/appointments/bookings/bk_501', {
      ...{ version: 1, lateTerms: { withinMinutes: 1_000_000, feeMinor: 2_500, currency: 'EUR' } },
    });
    const changed = { ...action, arguments: { ...action.arguments, bookingVersion: 2 } };
    expect(await effects().execute(op('op-1'), changed, sending())).toMatchObject({ code: 'fee_differs' });
    expect(await changesOf('bk_501')).toEqual([]);
  });
});

describe('a move whose local time is at another instant than people said yes to', () => {
  it('C77: is not sent', async () => {
    const action = await move();
    const evidence = action.evidence.map((each) =>
      each.fact === 'newStartsAt' ? { ...each, value: '2026-12-01T00:00:00Z' } : each,
    );
    expect(await effects().execute(op('op-1'), { ...action, evidence }, sending())).toMatchObject({
      ...{ class: 'rejected', code: 'instant_changed' },
    });
    expect(await changesOf('bk_501')).toEqual([]);
  });
});

function bookingNow(): Promise<unknown> {
  return sandbox.admin('GET', '/appointments/bookings/bk_501');
}
