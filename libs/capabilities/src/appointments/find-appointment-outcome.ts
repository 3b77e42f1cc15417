import type { Action, Receipt } from '@countersign/domain';
import type { FoundOutcome } from '../capability.js';
import type { Sought } from '../own-operation.js';
import type { AppointmentPorts } from './booking-records.js';
import type { Change } from './calendar/changes.js';
import { cancelKind, moveKind } from './kinds.js';

/**
 * Finds our own effect by what the appointment says it was changed by. That it is cancelled, or that the wished time
 * is taken, proves nothing: somebody else may have done it, and then ours is absent. What happened to the appointment
 * afterwards takes nothing back of what we did.
 */
export async function findAppointmentOutcome(
  { appointments }: AppointmentPorts,
  action: Action,
  sought: Sought,
): Promise<FoundOutcome> {
  const seen = await appointments.changesUnder({ ...sought, bookingId: action.target.id });
  if (seen.outcome === 'unknown') return { outcome: 'no_answer', code: seen.code, asked: seen.asked };
  if (seen.outcome === 'absent') return { outcome: 'absent', evidence: { ...seen.look, found: [] } };
  const { changes, look } = seen;
  const isOne = changes.length === 1 && isAsApproved(action, changes[0]);
  return {
    outcome: isOne ? 'happened' : 'contradicts',
    evidence: { ...look, found: changes.map(receiptOf) },
  };
}

const kindAtTarget: Readonly<Record<string, Change['kind']>> = {
  [cancelKind]: 'cancellation',
  [moveKind]: 'move',
};

function isAsApproved({ kind, arguments: args, money }: Action, change: Change): boolean {
  if (change.kind !== (kindAtTarget[kind] ?? 'restoration')) return false;
  if (change.amountMinor !== money?.amountMinor || change.currency !== money?.currency) return false;
  const local = kind === moveKind ? args['toLocal'] : args['fromLocal'];
  return change.startsLocal === local && change.zone === args['zone'];
}

/** Booked at once, so settled. */
function receiptOf({
  kind,
  reference,
  bookingVersion,
  startsLocal,
  zone,
  startsAt,
  ...money
}: Change): Receipt {
  const { amountMinor, currency } = money;
  return {
    reference,
    ...(amountMinor === undefined || currency === undefined ? {} : { amountMinor, currency }),
    settled: 'settled',
    details: { kind, bookingVersion, startsLocal, zone, startsAt },
  };
}
