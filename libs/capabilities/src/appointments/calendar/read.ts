/**
 * Reads appointments, their places and every change that was ever made to one. One key reads every tenant there, so
 * the tenant is checked here: another tenant's appointment is not found. The system need not remember operations: a
 * change names the one it was made for, and that is how our own is known from anybody else's.
 */
import {
  type Connection,
  fieldsOf,
  isText,
  type LedgerAsked,
  type LedgerPage,
  listLedger,
  listOf,
  type ReadResult,
  recordsOf,
  type Shaped,
  shaped,
  texts,
  withinTenant,
} from '@countersign/connectors/json/read';
import type { LateTerms } from '../late-fee.js';
import { isZone } from '../local-time.js';
import { type Change, type ChangeLook, changeOf, type SoughtChange, seekChanges } from './changes.js';
import { type PlaceRecord, placeOf } from './place.js';

const booking = {
  ...texts('id', 'tenant', 'customerId', 'placeId', 'title'),
  // Local date and time on the clock of `zone`, which is what was promised; `startsAt` follows from it.
  ...texts('startsLocal', 'zone'),
  startsAt: 'instant',
  durationMinutes: 'count',
  // `booked`, `cancelled`, or anything else the system says.
  status: 'text',
  version: 'count',
} as const;
const taken = { bookingId: 'text', startsAt: 'instant', endsAt: 'instant' } as const;

export interface BookingRecord extends Shaped<typeof booking> {
  /** The operation that cancelled it, ours or somebody else's. */
  readonly cancelledBy?: string;
  readonly lateTerms?: LateTerms;
}

/** A time that is taken, by which appointment. */
export type Taken = Shaped<typeof taken>;

export interface Between {
  readonly from: string;
  readonly to: string;
}

export interface AppointmentsReader {
  bookingsOf(tenant: string, customerId: string): Promise<ReadResult<readonly BookingRecord[]>>;
  booking(tenant: string, id: string): Promise<ReadResult<BookingRecord>>;
  place(id: string): Promise<ReadResult<PlaceRecord>>;
  /** What is taken at a place between two instants. */
  takenAt(placeId: string, between: Between): Promise<ReadResult<readonly Taken[]>>;
  /** What was changed under an operation, among all that was ever changed of the appointment. */
  changesUnder(sought: SoughtChange): Promise<ChangeLook>;
  /** Every change of every appointment in a time, whoever made it. */
  ledger(asked: LedgerAsked): Promise<ReadResult<LedgerPage>>;
}

export function createAppointmentsReader(
  connection: Connection,
  settleWindowMs = 60_000,
): AppointmentsReader {
  const ask = recordsOf(connection, 'appointments');
  return {
    bookingsOf: (tenant, customerId) =>
      ask({
        path: ['customers', tenant, customerId, 'bookings'],
        kind: 'customer',
        read: ({ bookings }) => listOf(bookings, bookingOf),
      }),
    booking: async (tenant, id) =>
      withinTenant(await ask({ path: ['bookings', id], kind: 'booking', read: bookingOf }), tenant),
    place: (id) => ask({ path: ['places', id], kind: 'place', read: placeOf }),
    takenAt: (placeId, { from, to }) =>
      ask({
        path: ['places', placeId, 'taken', from, to],
        kind: 'place',
        read: (body) => listOf(body.taken, (item) => shaped(taken, item)),
      }),
    changesUnder: (sought) =>
      seekChanges(connection, {
        ...{ ...sought, settleWindowMs },
        list: (bookingId) =>
          ask<readonly Change[]>({
            path: ['bookings', bookingId, 'changes'],
            kind: 'booking',
            read: ({ changes }) => listOf(changes, changeOf),
          }),
      }),
    ledger: (asked) =>
      listLedger(connection, {
        ...{ system: 'appointments', asked },
        targetOf: ({ bookingId }) => (isText(bookingId) ? { type: 'appointment', id: bookingId } : undefined),
      }),
  };
}

function bookingOf(item: unknown): BookingRecord | undefined {
  const read = shaped(booking, item);
  const { cancelledBy, lateTerms } = fieldsOf(item) ?? {};
  const terms = lateTerms === undefined ? 'none' : termsOf(lateTerms);
  // Half of what a place asks for is not nothing: a fee that cannot be read must not be forgotten.
  if (read === undefined || !isZone(read.zone) || terms === undefined) return undefined;
  return {
    ...read,
    ...(isText(cancelledBy) ? { cancelledBy } : {}),
    ...(terms === 'none' ? {} : { lateTerms: terms }),
  };
}

function termsOf(item: unknown): LateTerms | undefined {
  return shaped({ withinMinutes: 'count', feeMinor: 'count', currency: 'text' }, item);
}
