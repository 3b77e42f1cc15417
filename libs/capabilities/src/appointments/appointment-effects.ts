/**
 * The write side, for the executor alone. The instant is computed here once more from the local time that was
 * approved, and nothing is sent when it is not the one that people said yes to.
 */
import type { Action, OperationId } from '@countersign/domain';
import type { CapabilityEffects, Executed } from '../capability.js';
import { carriedOutByNothing } from '../own-operation.js';
import { isWhich } from './appointment-differences.js';
import type { AppointmentsWriter, ChangeReceipt } from './calendar/write.js';
import { cancelKind, moveKind, restoreKind } from './kinds.js';
import { pointMeant, readLocalTime } from './local-time.js';

interface Writers {
  readonly appointments: AppointmentsWriter;
}

interface Sent {
  readonly operationId: OperationId;
  readonly sendBefore: string;
}

export function appointmentEffects({ appointments }: Writers): CapabilityEffects {
  return {
    execute: async (operationId, action, { sendBefore }) => {
      const sent = { operationId, sendBefore };
      switch (action.kind) {
        case cancelKind: {
          const fee = action.money === undefined ? {} : { fee: action.money };
          return settled(action, await appointments.cancel({ ...orderOf(action, sent), ...fee }));
        }
        case moveKind:
          return move(appointments, action, sent);
        case restoreKind:
          return settled(action, await appointments.restore(orderOf(action, sent)));
        default:
          return carriedOutByNothing(action.kind);
      }
    },
  };
}

async function move(appointments: AppointmentsWriter, action: Action, sent: Sent): Promise<Executed> {
  const { toLocal, zone, which } = action.arguments;
  const read = readLocalTime(String(toLocal), String(zone));
  const meant = pointMeant(read, isWhich(which) ? which : undefined);
  const approved = action.evidence.find(({ fact }) => fact === 'newStartsAt')?.value;
  if (meant === undefined || meant.instant !== approved)
    return rejected(
      'instant_changed',
      `${String(toLocal)} in ${String(zone)} is not at ${String(approved)}.`,
    );
  const when = { startsLocal: meant.local, zone: meant.zone, startsAt: meant.instant };
  return settled(action, await appointments.move({ ...orderOf(action, sent), ...when }));
}

function orderOf({ target, arguments: args }: Action, sent: Sent) {
  return { ...sent, bookingId: target.id, bookingVersion: Number(args['bookingVersion']) };
}

type Result =
  | Exclude<Executed, { readonly class: 'succeeded' }>
  | { readonly class: 'succeeded'; readonly receipt: ChangeReceipt };

/** The version that it left is part of the receipt: an undo is of exactly that one. */
function settled({ money }: Action, result: Result): Executed {
  if (result.class !== 'succeeded') return result;
  const { reference, bookingVersion } = result.receipt;
  return {
    class: 'succeeded',
    receipt: { reference, ...money, settled: 'settled', details: { bookingVersion } },
  };
}

function rejected(code: string, message: string): Executed {
  return { class: 'rejected', code, message };
}
