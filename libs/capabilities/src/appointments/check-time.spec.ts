import { describe, expect, it } from '@jest/globals';
import { alternatives } from './check-time.js';
import { type AppointmentWorld, calendarOf, forWhom, readsOf } from './testing/appointment-world.js';

const weekdays = Object.fromEntries(
  ['1', '2', '3', '4', '5'].map((day) => [day, { from: '09:00', to: '12:00' }]),
);
const free = (wished: string, world: AppointmentWorld = {}) =>
  alternatives(wished, calendarOf({ place: { opening: weekdays }, ...world })).map(({ local }) => local);

describe('what is free instead', () => {
  it('is what is nearest on that day, in order', () => {
    const taken = [{ bookingId: 'bk_9', startsAt: '2026-03-09T14:00:00Z', endsAt: '2026-03-09T14:30:00Z' }];
    expect(free('2026-03-09T10:00', { taken })).toEqual([
      ...['2026-03-09T09:00', '2026-03-09T10:30', '2026-03-09T11:00'],
    ]);
  });

  it('is of the next open day where that one has nothing, and nothing where no day has', () => {
    expect(free('2026-03-07T10:00')).toEqual(['2026-03-09T09:00', '2026-03-09T09:30', '2026-03-09T10:00']);
    expect(free('2026-03-07T10:00', { place: { opening: {} } })).toEqual([]);
  });

  it('C77: never offers a time that the clocks skip, or one that comes twice', () => {
    const night = { '7': { from: '00:30', to: '05:00' } };
    expect(free('2026-03-08T02:30', { place: { opening: night } })).toEqual([
      ...['2026-03-08T01:30', '2026-03-08T03:00', '2026-03-08T03:30'],
    ]);
    expect(free('2026-11-01T01:30', { place: { opening: night } })).toEqual([
      ...['2026-11-01T00:30', '2026-11-01T02:00', '2026-11-01T02:30'],
    ]);
  });
});

describe('the tool that checks a time', () => {
  const check = (args: Record<string, string>, world?: AppointmentWorld, customer = forWhom.customer) =>
    readsOf(world).callTool('check_appointment_time', args, { ...forWhom, customer });

  it('says that it fits, or why not and what is free, and nothing of whose time it would be', async () => {
    expect(await check({ bookingId: 'bk_1', toLocal: '2026-03-09T09:00' })).toMatchObject({
      ...{ outcome: 'answered', result: { outcome: 'fits', startsAt: '2026-03-09T13:00:00Z' } },
    });
    const taken = [{ bookingId: 'bk_ben', startsAt: '2026-03-09T13:00:00Z', endsAt: '2026-03-09T14:00:00Z' }];
    const answer = await check({ bookingId: 'bk_1', toLocal: '2026-03-09T09:00' }, { taken });
    expect(answer).toMatchObject({ result: { outcome: 'refused', code: 'slot_taken' } });
    expect(JSON.stringify(answer)).not.toContain('bk_ben');
  });

  it('S33: of somebody else’s appointment is not found, like a made-up one', async () => {
    const foreign = await check(
      { bookingId: 'bk_1', toLocal: '2026-03-09T09:00' },
      { booking: { customerId: 'ben' } },
    );
    expect(foreign).toMatchObject({ outcome: 'not_found', code: 'appointment_not_found' });
    expect(await check({ bookingId: 'bk_2', toLocal: '2026-03-09T09:00' })).toEqual(foreign);
  });
});
