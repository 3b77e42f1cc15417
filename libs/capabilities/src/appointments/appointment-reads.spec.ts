import { describe, expect, it } from '@jest/globals';
import { capability } from './appointments.js';
import {
  type AppointmentWorld,
  actionOf,
  cancellationOf,
  forWhom,
  moveOf,
  readsOf,
  zone,
} from './testing/appointment-world.js';

const ask = (
  kind: string,
  args: object,
  world?: AppointmentWorld,
  money?: { amountMinor: number; currency: string },
) =>
  readsOf(world).complete(
    { kind, arguments: args, statements: [], ...(money === undefined ? {} : { money }) },
    forWhom,
  );
const move = (args: object, world?: AppointmentWorld) =>
  ask('appointment.reschedule', { bookingId: 'bk_1', ...args }, world);
const cancel = (args: object = {}, world?: AppointmentWorld) =>
  ask('appointment.cancel', { bookingId: 'bk_1', ...args }, world);
const lateTerms = { withinMinutes: 1_440, feeMinor: 2_500, currency: 'USD' };
const late: AppointmentWorld = { booking: { lateTerms }, readAt: '2026-03-05T14:00:01Z' };
const refusalOf = async (answer: ReturnType<typeof ask>) => {
  const completed = await answer;
  return completed.outcome === 'refused' ? completed.faults : completed.outcome;
};

describe('C77: an appointment that is moved over a change of the clocks', () => {
  it('keeps its local time: 09:00 in New York, 14:00Z before and 13:00Z after', async () => {
    const action = await moveOf();
    expect(action.arguments).toEqual({
      ...{ bookingId: 'bk_1', bookingVersion: 1, fromLocal: '2026-03-06T09:00', toLocal: '2026-03-09T09:00' },
      ...{ zone, durationMinutes: 60 },
    });
    expect(action.evidence).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ fact: 'startsAt', value: '2026-03-06T14:00:00Z' }),
        expect.objectContaining({ fact: 'newStartsAt', value: '2026-03-09T13:00:00Z' }),
      ]),
    );
    expect(capability.card(action).sentence).toBe(
      'Move Fitting, bk_1 from Friday 6 March 2026, 09:00 (America/New_York, UTC-05:00), 2026-03-06T14:00:00Z to Monday 9 March 2026, 09:00 (America/New_York, UTC-04:00), 2026-03-09T13:00:00Z.',
    );
  });

  it('to 2026-03-08 02:30 is refused, with the field and the reason', async () => {
    expect(await refusalOf(move({ toLocal: '2026-03-08T02:30' }))).toEqual([
      { field: 'arguments.toLocal', reason: expect.stringContaining('does not exist in America/New_York') },
    ]);
  });

  it('to 2026-11-01 01:30 is asked which, and either answer is another instant', async () => {
    expect(await refusalOf(move({ toLocal: '2026-11-01T01:30' }))).toEqual([
      {
        field: 'arguments.toLocal',
        reason: expect.stringMatching(/comes twice .* earlier \(UTC-04:00.* later \(UTC-05:00/),
      },
    ]);
    const starts = async (which: string) =>
      (await moveOf({ toLocal: '2026-11-01T01:30', which })).evidence.find(
        ({ fact }) => fact === 'newStartsAt',
      )?.value;
    expect(await starts('earlier')).toBe('2026-11-01T05:30:00Z');
    expect(await starts('later')).toBe('2026-11-01T06:30:00Z');
  });

  it.each<[string, object, string, string, AppointmentWorld?]>([
    ['past', { toLocal: '2026-03-01T09:00' }, 'arguments.toLocal', 'is past'],
    ['too soon', { toLocal: '2026-03-02T07:30' }, 'arguments.toLocal', 'notice'],
    ['already so', { toLocal: '2026-03-06T09:00' }, 'arguments.toLocal', 'already'],
    ['no date', { toLocal: '2026-02-30T09:00' }, 'arguments.toLocal', 'no local date'],
    [
      'of another zone',
      { toLocal: '2026-03-09T09:00', zone: 'Europe/Berlin' },
      'arguments.zone',
      'keeps its times',
    ],
    ['of no zone', { toLocal: '2026-03-09T09:00', zone: '+01:00' }, 'arguments.zone', 'no IANA'],
    ['there once', { toLocal: '2026-03-09T09:00', which: 'later' }, 'arguments.which', 'comes once'],
    [
      'not of this duration',
      { toLocal: '2026-03-09T09:00', durationMinutes: 30 },
      'arguments.durationMinutes',
      '60',
    ],
    [
      'of an older version',
      { toLocal: '2026-03-09T09:00', bookingVersion: 7 },
      'arguments.bookingVersion',
      '1',
    ],
    [
      'when it is closed',
      { toLocal: '2026-03-09T08:30' },
      'arguments.toLocal',
      'not open',
      { place: { opening: { '1': { from: '09:00', to: '18:00' } } } },
    ],
    [
      'when it would end too late',
      { toLocal: '2026-03-09T17:30' },
      'arguments.toLocal',
      'not open',
      { place: { opening: { '1': { from: '09:00', to: '18:00' } } } },
    ],
  ])('to a time that is %s is refused', async (_what, args, field, reason, world = {}) => {
    expect(await refusalOf(move(args, world))).toEqual([{ field, reason: expect.stringContaining(reason) }]);
  });
});

describe('what overlaps where the clocks are set back', () => {
  // 01:00 to 02:00 by the second clock, which is 06:00Z to 07:00Z.
  const taken = [{ bookingId: 'bk_9', startsAt: '2026-11-01T06:00:00Z', endsAt: '2026-11-01T07:00:00Z' }];

  it('is counted in instants: the earlier 01:00 is free for an hour, the later is not, nor is 01:30 before it', async () => {
    const at = (toLocal: string, which: string) => refusalOf(move({ toLocal, which }, { taken }));
    expect(await at('2026-11-01T01:00', 'earlier')).toBe('completed');
    expect(await at('2026-11-01T01:00', 'later')).toMatchObject([
      { reason: expect.stringContaining('taken') },
    ]);
    expect(await at('2026-11-01T01:30', 'earlier')).toMatchObject([
      { reason: expect.stringContaining('taken') },
    ]);
  });

  it('its own time does not stand in its way', async () => {
    const own = [{ bookingId: 'bk_1', startsAt: '2026-03-06T14:00:00Z', endsAt: '2026-03-06T15:00:00Z' }];
    expect(await refusalOf(move({ toLocal: '2026-03-06T09:30' }, { taken: own }))).toBe('completed');
  });
});

describe('a cancellation', () => {
  it('that is early costs nothing; late, exactly what the place asks for, on the card', async () => {
    const early = await cancellationOf({ booking: { lateTerms }, readAt: '2026-03-05T14:00:00Z' });
    expect(early).not.toHaveProperty('money');
    expect(capability.card(early).consequences).toContain('Nothing is charged for it.');
    const action = await cancellationOf(late);
    expect(action.money).toEqual({ amountMinor: 2_500, currency: 'USD' });
    expect(capability.card(action).sentence).toMatch(
      /^Cancel Fitting, bk_1 at Friday 6 March 2026, 09:00 .*, for a fee of 25\.00 USD\.$/,
    );
  });

  it('with another fee than that is refused', async () => {
    const other = ask('appointment.cancel', { bookingId: 'bk_1' }, late, { amountMinor: 1, currency: 'USD' });
    expect(await refusalOf(other)).toMatchObject([{ field: 'amountMinor' }]);
    const one = ask('appointment.cancel', { bookingId: 'bk_1' }, {}, { amountMinor: 2_500, currency: 'USD' });
    expect(await refusalOf(one)).toMatchObject([{ field: 'amountMinor' }]);
  });

  it('S33: of somebody else, of another tenant or of nothing is the same answer', async () => {
    const foreign = await refusalOf(cancel({}, { booking: { customerId: 'ben' } }));
    expect(foreign).toMatchObject([{ field: 'arguments.bookingId' }]);
    expect(await refusalOf(cancel({ bookingId: 'bk_2' }))).toEqual(foreign);
  });

  it.each([
    ['cancelled already', { booking: { status: 'cancelled' } }],
    ['begun', { readAt: '2026-03-06T14:00:00Z' }],
  ])('of one that is %s is refused', async (_what, world) => {
    expect(await refusalOf(cancel({}, world))).toMatchObject([{ field: 'arguments.bookingId' }]);
  });
});

describe('what changed between a yes and the call', () => {
  const differences = async (
    action: Promise<Awaited<ReturnType<typeof moveOf>>>,
    world: AppointmentWorld,
  ) => {
    const reads = readsOf(world);
    const now = await reads.situation(await action, forWhom);
    if (now.outcome !== 'read') throw new Error(now.outcome);
    return reads.differences(await action, now.records).join(' ');
  };

  it('nothing: nothing is said', async () => {
    expect(await differences(moveOf(), {})).toBe('');
    expect(await differences(cancellationOf(late), late)).toBe('');
  });

  it('C77: other rules of the zone make it another instant, and whoever said yes saw the old', async () => {
    const action = await moveOf();
    const older = action.evidence.map((each) =>
      each.fact === 'newStartsAt' ? { ...each, value: '2026-03-09T14:00:00Z', version: '2005a' } : each,
    );
    expect(await differences(Promise.resolve({ ...action, evidence: older }), {})).toMatch(
      /follow other rules .* 2026-03-09T13:00:00Z, not 2026-03-09T14:00:00Z/,
    );
  });

  it('a newer version, a cancellation, a taken time, a fee that has begun, a time that is past', async () => {
    const taken = [{ bookingId: 'bk_9', startsAt: '2026-03-09T13:30:00Z', endsAt: '2026-03-09T14:30:00Z' }];
    expect(await differences(moveOf(), { booking: { version: 2 } })).toMatch(/version 2, not 1/);
    expect(await differences(moveOf(), { booking: { status: 'cancelled', cancelledBy: 'desk' } })).toMatch(
      /by desk/,
    );
    expect(await differences(moveOf(), { taken })).toMatch(/is taken/);
    expect(await differences(cancellationOf({ booking: { lateTerms } }), late)).toMatch(
      /costs 25\.00 USD by now, not nothing/,
    );
    expect(await differences(moveOf(), { readAt: '2026-03-09T13:00:00Z' })).toMatch(/is past/);
  });
});

describe('an undo', () => {
  const done = async (action: Awaited<ReturnType<typeof moveOf>>) => ({
    ...{ proposalId: 'p1', action },
    receipt: { reference: 'mo_1', settled: 'settled', details: { bookingVersion: 2 } } as const,
  });
  const planOf = (kind: string) => {
    const plan = capability.recoveries?.find(({ undoes }) => undoes === kind);
    if (plan === undefined) throw new Error(kind);
    return plan;
  };

  it('moves it back, with exactly the inputs that the plan gives', async () => {
    const asked = planOf('appointment.reschedule').asks(await done(await moveOf()));
    const moved = { startsLocal: '2026-03-09T09:00', startsAt: '2026-03-09T13:00:00Z', version: 2 };
    const action = await actionOf(asked.kind, asked.arguments as object, { booking: moved });
    expect(action.arguments).toEqual(asked.arguments);
    expect(action.evidence).toContainEqual(
      expect.objectContaining({ fact: 'newStartsAt', value: '2026-03-06T14:00:00Z' }),
    );
    const since = ask(asked.kind, asked.arguments as object, { booking: { ...moved, version: 3 } });
    expect(await refusalOf(since)).toMatchObject([{ field: 'arguments.bookingVersion' }]);
  });

  it('books a cancelled one again at its own time, and not where that is taken or it still stands', async () => {
    const asked = planOf('appointment.cancel').asks(await done(await cancellationOf()));
    const booking = { status: 'cancelled', version: 2 } as const;
    const action = await actionOf(asked.kind, asked.arguments as object, { booking });
    expect(action).toMatchObject({ kind: 'appointment.restore', arguments: asked.arguments });
    const taken = [{ bookingId: 'bk_9', startsAt: '2026-03-06T14:30:00Z', endsAt: '2026-03-06T15:30:00Z' }];
    expect(await refusalOf(ask(asked.kind, asked.arguments as object, { booking, taken }))).toMatchObject([
      { reason: expect.stringContaining('taken') },
    ]);
    const stands = ask(asked.kind, asked.arguments as object, { booking: { version: 2 } });
    expect(await refusalOf(stands)).toMatchObject([{ field: 'arguments.bookingId' }]);
  });
});
