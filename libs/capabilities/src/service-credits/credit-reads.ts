import type { Action } from '@countersign/domain';
import type { Asked, CapabilityReads, Completed, OnBehalfOf, Situation } from '../capability.js';
import { ledgerOf } from '../effect-listing.js';
import type { Judging, PolicySubject } from '../judging.js';
import { readArguments } from '../read-arguments.js';
import { completeCredit } from './complete-credit.js';
import { completeReversal, completeStep } from './complete-steps.js';
import { CreditArguments } from './credit-arguments.js';
import { differencesOfCredit } from './credit-differences.js';
import { creditPolicySubject, unknownCreditSubject } from './credit-policy-subject.js';
import { type CreditPorts, type CreditRecords, readCreditRecords } from './credit-records.js';
import { creditTool } from './credit-tools.js';
import { findCreditOutcome } from './find-credit-outcome.js';
import { creditKind, reversalKind } from './service-credits.js';
import { readStepRecords, type StepRecords, stepPolicySubject, unknownStepSubject } from './step-records.js';

type Records = CreditRecords | StepRecords;

/** Everything the capability reads; no client that writes can be reached from here. */
export function creditReads(ports: CreditPorts): CapabilityReads<Records> {
  return {
    callTool: (tool, args, forWhom) => creditTool(ports, { tool, args, forWhom }),
    complete: (asked, forWhom) => complete(ports, asked, forWhom),
    situation: (action, forWhom) => situation(ports, action, forWhom),
    differences: differencesOfCredit,
    policySubject,
    unknownSubject: (action, forWhom, { why }) =>
      action.kind === creditKind
        ? unknownCreditSubject(action, forWhom, why)
        : unknownStepSubject(action, forWhom, why),
    findOutcome: (operationId, action, lastSentAt) =>
      findCreditOutcome(ports, action, { operationId, lastSentAt }),
    ledgers: { billing: ledgerOf(ports.billing.ledger), support: ledgerOf(ports.support.ledger) },
  };
}

async function complete(ports: CreditPorts, asked: Asked, forWhom: OnBehalfOf): Promise<Completed> {
  if (asked.kind === reversalKind) return completeReversal(ports, asked, forWhom);
  if (asked.kind !== creditKind) return completeStep(ports, asked, forWhom);
  const read = readArguments(CreditArguments, asked.arguments);
  if (read.outcome === 'refused') return read;
  const found = await readCreditRecords(ports, forWhom.tenant, read.value.caseId);
  if (found.outcome === 'no_answer') return found;
  // Somebody else's case is the same answer as a made-up one: ownership is not a thing to probe.
  if (found.outcome === 'gone' || found.records.supportCase.customerId !== forWhom.customer) {
    const fault = { field: 'arguments.caseId', reason: 'this customer has no such case' };
    return { outcome: 'refused', faults: [fault] };
  }
  return completeCredit(asked, found.records);
}

async function situation(
  ports: CreditPorts,
  action: Action,
  { tenant }: OnBehalfOf,
): Promise<Situation<Records>> {
  const caseId = String(action.arguments['caseId']);
  const found =
    action.kind === creditKind
      ? await readCreditRecords(ports, tenant, caseId)
      : await readStepRecords(ports, tenant, action);
  if (found.outcome === 'no_answer') return found;
  if (found.outcome === 'gone') return { outcome: 'gone', difference: `${found.what} is no longer there.` };
  return { outcome: 'read', records: found.records, readAt: found.records.readAt };
}

function policySubject(action: Action, records: Records, judging: Judging): PolicySubject {
  return 'plan' in records
    ? creditPolicySubject(action, records, judging)
    : stepPolicySubject(action, records);
}
