import type { Action } from '@countersign/domain';
import type { CapabilityReads, OnBehalfOf, Situation } from '../capability.js';
import { ledgerOf } from '../effect-listing.js';
import { appointmentDifferences } from './appointment-differences.js';
import { appointmentPolicySubject, unknownAppointmentSubject } from './appointment-policy-subject.js';
import { appointmentTool } from './appointment-tools.js';
import { type AppointmentPorts, type AppointmentRecords, readCalendar, readFor } from './booking-records.js';
import { completeAppointmentAction } from './complete-appointment-action.js';
import { findAppointmentOutcome } from './find-appointment-outcome.js';
import { cancelKind, moveKind } from './kinds.js';

/** Everything the capability reads; no client that writes can be reached from here. */
export function appointmentReads(ports: AppointmentPorts): CapabilityReads<AppointmentRecords> {
  return {
    callTool: (tool, args, forWhom) => appointmentTool(ports, { tool, args, forWhom }),
    complete: (asked, forWhom) => completeAppointmentAction(ports, asked, forWhom),
    situation: (action, forWhom) => situation(ports, action, forWhom),
    differences: appointmentDifferences,
    policySubject: appointmentPolicySubject,
    unknownSubject: (action, forWhom, { why }) => unknownAppointmentSubject(action, forWhom, why),
    findOutcome: (operationId, action, lastSentAt) =>
      findAppointmentOutcome(ports, action, { operationId, lastSentAt }),
    ledgers: { appointments: ledgerOf(ports.appointments.ledger) },
  };
}

async function situation(
  ports: AppointmentPorts,
  action: Action,
  { tenant }: OnBehalfOf,
): Promise<Situation<AppointmentRecords>> {
  const needsTime = action.kind === cancelKind ? 'none' : action.kind === moveKind ? 'toLocal' : 'fromLocal';
  const found = await readCalendar(ports, tenant, readFor(action, needsTime));
  if (found.outcome === 'no_answer') return found;
  if (found.outcome === 'gone') return { outcome: 'gone', difference: `${found.what} is no longer there.` };
  return { outcome: 'read', records: found.records, readAt: found.records.readAt };
}
