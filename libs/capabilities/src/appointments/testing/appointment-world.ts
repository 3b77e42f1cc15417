import { type Action, subjectId, tenantId } from '@countersign/domain';
import { appointmentReads } from '../appointment-reads.js';
import type { AppointmentPorts } from '../booking-records.js';
import type { ChangeLook } from '../calendar/changes.js';
import type { PlaceRecord } from '../calendar/place.js';
import type { BookingRecord, Taken } from '../calendar/read.js';
import type { Calendar } from '../check-time.js';

export const forWhom = { tenant: tenantId('fjordlight'), customer: subjectId('ada') };
export const readAt = '2026-03-02T12:00:00Z';
export const zone = 'America/New_York';

const always = { from: '00:00', to: '23:59' };
const place: PlaceRecord = {
  ...{ id: 'studio-new-york', name: 'Studio New York', zone, slotMinutes: 30, minimumNoticeMinutes: 60 },
  opening: Object.fromEntries(['1', '2', '3', '4', '5', '6', '7'].map((day) => [day, always])),
};
/** C77's own: Friday 6 March 2026, 09:00 in New York, before the clocks are set forward. */
const booking: BookingRecord = {
  ...{ id: 'bk_1', tenant: 'fjordlight', customerId: 'ada', placeId: 'studio-new-york', title: 'Fitting' },
  ...{ startsLocal: '2026-03-06T09:00', zone, startsAt: '2026-03-06T14:00:00Z', durationMinutes: 60 },
  ...{ status: 'booked', version: 1 },
};

export interface AppointmentWorld {
  readonly booking?: Partial<BookingRecord>;
  readonly place?: Partial<PlaceRecord>;
  readonly taken?: readonly Taken[];
  readonly readAt?: string;
  readonly changes?: ChangeLook;
}

export function calendarOf(world: AppointmentWorld = {}): Calendar {
  return {
    booking: { ...booking, ...world.booking },
    place: { ...place, ...world.place },
    taken: world.taken ?? [],
    readAt: world.readAt ?? readAt,
  };
}

/** The read side over one appointment of ada's. */
export function readsOf(world: AppointmentWorld = {}) {
  const calendar = calendarOf(world);
  const found = <T>(value: T) => ({ outcome: 'found', value, readAt: calendar.readAt, source: 's' }) as const;
  const ports: AppointmentPorts = {
    appointments: {
      bookingsOf: async () => found([calendar.booking]),
      booking: async (tenant, id) =>
        tenant === 'fjordlight' && id === calendar.booking.id
          ? found(calendar.booking)
          : { outcome: 'not_found' },
      place: async () => found(calendar.place),
      takenAt: async () => found(calendar.taken),
      changesUnder: async () => world.changes ?? { outcome: 'unknown', code: 'timeout', asked: 'changes' },
      ledger: async () => ({ outcome: 'not_found' }),
    },
  };
  return appointmentReads(ports);
}

/** What a proposal of this kind would be, from the records of the world. */
export async function actionOf(kind: string, args: object, world: AppointmentWorld = {}): Promise<Action> {
  const completed = await readsOf(world).complete({ kind, arguments: args, statements: [] }, forWhom);
  if (completed.outcome !== 'completed') throw new Error(JSON.stringify(completed));
  return completed.action;
}

export const cancellationOf = (world?: AppointmentWorld): Promise<Action> =>
  actionOf('appointment.cancel', { bookingId: 'bk_1' }, world);

/** C77's own: to Monday 9 March 2026, 09:00 in New York, after the clocks were set forward. */
export const moveOf = (args: object = {}, world?: AppointmentWorld): Promise<Action> =>
  actionOf('appointment.reschedule', { bookingId: 'bk_1', toLocal: '2026-03-09T09:00', ...args }, world);
