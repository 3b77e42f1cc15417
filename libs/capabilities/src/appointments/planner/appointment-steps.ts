import type { JsonObject, ToolResult } from '@countersign/planning';
import { basisIn, type Thought } from '@countersign/planning/rules';
import { cancelKind, moveKind } from '../kinds.js';
import type { AppointmentSeen } from './appointment-views.js';

export function cancelStep(read: ToolResult, { bookingId, startsLocal, zone }: AppointmentSeen): Thought {
  const subject = `appointment:${bookingId}`;
  const value = { startsLocal, zone };
  return {
    facts: [{ name: 'appointmentTime', subject, status: 'established', value, basis: basisIn(read) }],
    step: {
      ...{ type: 'propose', kind: cancelKind, target: subject, arguments: { bookingId } },
      evidence: [{ name: 'appointmentTime', subject }],
    },
  };
}

/** A new time that the calendar says is free, resting on exactly that look. */
export function moveStep(
  read: ToolResult,
  args: JsonObject,
  { startsAt, zone }: { readonly startsAt: string; readonly zone: string },
): Thought {
  const subject = `appointment:${String(args['bookingId'])}`;
  const value = { toLocal: args['toLocal'] ?? '', zone, startsAt };
  return {
    facts: [{ name: 'newTime', subject, status: 'established', value, basis: basisIn(read) }],
    step: {
      ...{ type: 'propose', kind: moveKind, target: subject, arguments: { ...args, zone } },
      evidence: [{ name: 'newTime', subject }],
    },
  };
}
