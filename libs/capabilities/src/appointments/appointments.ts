import type { JsonObject } from '@countersign/domain';
import type { Capability, Done, RecoveryPlan } from '../capability.js';
import { appointmentCard } from './appointment-card.js';
import { cancelKind, moveKind, restoreKind } from './kinds.js';
import { whichOf } from './local-time.js';
import { appointmentRules } from './planner/appointment-rules.js';

const id: JsonObject = { type: 'string', minLength: 1, maxLength: 64 };
const localTime: JsonObject = { type: 'string', minLength: 16, maxLength: 16 };
const object = (properties: JsonObject, optional: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
  additionalProperties: false,
});
/** What the appointment is now; stated or not, the records say it. */
const now: JsonObject = {
  bookingVersion: { type: 'integer', minimum: 1 },
  fromLocal: localTime,
  zone: { type: 'string', minLength: 1, maxLength: 64 },
  durationMinutes: { type: 'integer', minimum: 1, maximum: 1_440 },
};
const which: JsonObject = { type: 'string', enum: ['earlier', 'later'] };
const wished = { bookingId: id, toLocal: localTime };

const refusals = {
  booking_not_found: 'this appointment is not there any more.',
  booking_changed: 'the appointment was changed meanwhile.',
  fee_differs: 'the fee is another one by now.',
  slot_taken: 'somebody else has that time by now. Which other time would suit you?',
  place_closed: 'the place is not open then. Which other time would suit you?',
};
const said = { afterwards: '', askedOf: 'the appointments system', refusals };

/** An appointment as it was before its move: the confirmed one backwards. */
const moveBack: RecoveryPlan = {
  name: 'move-back',
  description: 'Moves the appointment back to the time it was moved from.',
  undoes: moveKind,
  kind: moveKind,
  asks: (done) => {
    const { fromLocal, toLocal, zone } = done.action.arguments;
    const before = whichOf(String(fromLocal), String(zone), startedAt(done));
    return {
      kind: moveKind,
      arguments: {
        ...{ bookingId: done.action.target.id, bookingVersion: versionAfter(done) },
        ...{ fromLocal: String(toLocal), zone: String(zone) },
        ...{ durationMinutes: Number(done.action.arguments['durationMinutes']), toLocal: String(fromLocal) },
        ...(before === undefined ? {} : { which: before }),
      },
    };
  },
};

const restore: RecoveryPlan = {
  name: 'book-again',
  description: 'Books the cancelled appointment again, at its own time, if that is still free.',
  undoes: cancelKind,
  kind: restoreKind,
  asks: (done) => {
    const { fromLocal, zone, durationMinutes } = done.action.arguments;
    return {
      kind: restoreKind,
      arguments: {
        ...{ bookingId: done.action.target.id, bookingVersion: versionAfter(done) },
        ...{ fromLocal: String(fromLocal), zone: String(zone), durationMinutes: Number(durationMinutes) },
      },
    };
  },
};

/** Appointments: cancels one, or moves it to another time. */
export const capability: Capability = {
  name: 'appointments',
  version: '1',
  responsibility:
    "Drafts the cancellation of one of the asking customer's own appointments, or its move to another time.",
  instructions:
    'List the appointments, and check a new time before it is proposed. Times are local times of the place. A time that does not exist, comes twice or is taken is asked about, never put right.',
  tools: [
    {
      name: 'list_appointments',
      description: "Lists the customer's own appointments, with local times and zones.",
      schema: object({}),
    },
    {
      name: 'check_appointment_time',
      description: 'Says whether an appointment could be moved to a local time, why not, and what is free.',
      schema: object(wished, { which }),
    },
  ],
  rules: appointmentRules,
  actions: [
    {
      kind: cancelKind,
      schema: object({ bookingId: id }, now),
      carriesAmount: false,
      target: 'appointments',
      said: { ...said, nothing: 'cancelled' },
    },
    {
      kind: moveKind,
      schema: object(wished, { ...now, which }),
      carriesAmount: false,
      target: 'appointments',
      said: { ...said, nothing: 'moved' },
    },
    {
      kind: restoreKind,
      schema: object({ bookingId: id }, now),
      carriesAmount: false,
      target: 'appointments',
      said: { ...said, nothing: 'booked again' },
    },
  ],
  inCase: {
    // Of one appointment there is one wish: who cancels it no longer wants it moved.
    changes: (now, old) => old.target.type === now.target.type && old.target.id === now.target.id,
    changeInWords: (now, old) =>
      `${appointmentCard(now).operation} instead of ${appointmentCard(old).operation}`,
  },
  explaining: [],
  card: appointmentCard,
  // One change a version: of two that wait for the same appointment, one takes place.
  capacitiesOf: ({ target, arguments: args }) => [
    { key: `appointment:${target.id}:v${String(args['bookingVersion'])}`, take: 'once' },
  ],
  policy: {
    limits: { feeUpToMinor: 'amounts', lateWithinMinutes: 'count', closeWithinMinutes: 'count' },
    asDecided: [],
  },
  recoveries: [moveBack, restore],
  asksAgain,
};

/** The same wish on the records as they are by then: an undo is not, because its inputs are frozen. */
function asksAgain({ kind, arguments: args }: Parameters<NonNullable<Capability['asksAgain']>>[0]) {
  const { bookingId, toLocal, zone, which: meant } = args;
  if (kind === cancelKind) return { kind, arguments: { bookingId } };
  if (kind !== moveKind) return undefined;
  return { kind, arguments: { bookingId, toLocal, zone, ...(meant === undefined ? {} : { which: meant }) } };
}

function versionAfter({ receipt }: Done): number {
  return Number(receipt.details['bookingVersion']);
}

/** The instant that the appointment was at before, as the proposal's own evidence says. */
function startedAt({ action }: Done): string {
  return String(action.evidence.find(({ fact }) => fact === 'startsAt')?.value);
}
