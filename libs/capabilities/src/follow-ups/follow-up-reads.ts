import type { Action } from '@countersign/domain';
import type { CapabilityReads, OnBehalfOf, Situation } from '../capability.js';
import { ledgerOf } from '../effect-listing.js';
import { completeFollowUp } from './complete-follow-up.js';
import { findFollowUpOutcome } from './find-follow-up-outcome.js';
import { followUpDifferences } from './follow-up-differences.js';
import { followUpPolicySubject, unknownFollowUpSubject } from './follow-up-policy-subject.js';
import { type FollowUpPorts, type FollowUpRecords, readFollowUp } from './follow-up-records.js';
import { followUpTool } from './follow-up-tools.js';

/** Everything the capability reads; no client that writes can be reached from here. */
export function followUpReads(ports: FollowUpPorts): CapabilityReads<FollowUpRecords> {
  return {
    callTool: (tool, args, forWhom) => followUpTool(ports, { tool, args, forWhom }),
    complete: (asked, forWhom) => completeFollowUp(ports, asked, forWhom),
    situation: (action, forWhom) => situation(ports, action, forWhom),
    differences: followUpDifferences,
    policySubject: followUpPolicySubject,
    unknownSubject: (action, forWhom, { why }) => unknownFollowUpSubject(action, forWhom, why),
    findOutcome: (operationId, action, lastSentAt) =>
      findFollowUpOutcome(ports, action, { operationId, lastSentAt }),
    ledgers: { crm: ledgerOf(ports.crm.ledger) },
  };
}

async function situation(
  ports: FollowUpPorts,
  { target }: Action,
  { tenant }: OnBehalfOf,
): Promise<Situation<FollowUpRecords>> {
  const found = await readFollowUp(ports, tenant, target.id);
  if (found.outcome === 'no_answer') return found;
  if (found.outcome === 'gone') return { outcome: 'gone', difference: `${found.what} is no longer there.` };
  return { outcome: 'read', records: found.records, readAt: found.records.readAt };
}
