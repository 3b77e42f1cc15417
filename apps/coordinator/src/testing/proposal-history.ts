import type { RecordedEvent } from '@countersign/contracts';
import type { ProposalEventData } from '@countersign/domain';
import { aroundMove } from '../case/around-move.js';
import type { Moved } from '../case/observe-proposal.js';
import { ada, draftIn } from './proposal-by-hand.js';

const at = '2026-11-29T12:00:00Z';
const receipt = { reference: 're_3Qk9d0', settled: 'settled', details: {} } as const;
const evidence = { source: 'payments', asked: '', readAt: at, complete: true, found: [receipt], why: '' };
const requirements = [{ slot: 'customer', basis: 'consent', person: ada }] as const;
const policy = {
  ...{ verdict: 'requirements', requirements, reasons: [], policySetHash: '', policyVersion: '' },
  ...{ approvalValidForMs: 1, remindAfterMs: 1, permissionValidForMs: 1, facts: {}, decidedAt: at },
} as ProposalEventData<'PolicyDecided'>;

export const draft = draftIn('c1', '4821', 7900);

const plain: { readonly [type: string]: object } = {
  ProposalDrafted: draft,
  PolicyDecided: policy,
  ApprovalRequested: { requirements, digest: draft.digest, requestedAt: at, expiresAt: at },
  ApprovalGranted: { slot: 'customer', basis: 'consent', approver: { name: 'Ada Nilsson' } },
  ApprovalExpired: { expiresAt: at, at },
  ApprovalVoided: { code: 'rights_withdrawn', message: 'internal words', at },
  ExecutionStarted: {
    attempt: 1,
    operationId: draft.proposalId,
    digest: draft.digest,
    worker: 'w',
    startedAt: at,
  },
  ExecutionSucceeded: { attempt: 1, receipt, at },
  ExecutionFailed: {
    attempt: 1,
    class: 'rejected',
    code: 'charge_disputed',
    message: 'the charge is disputed',
    at,
  },
  ExecutionHeld: {
    ...{ attempt: 0, code: 'stopped', system: 'payments', stop: 'tenant', retryAt: 'when_released', at },
  },
  ExecutionResumed: { because: 'released', at },
  ExecutionRetryScheduled: { attempt: 1, code: 'unavailable', retryAt: at, attemptsMax: 6, at },
  ExecutionRetriesExhausted: { attempt: 6, code: 'unavailable', attemptsMax: 6, at },
  OutcomeUnknown: { attempt: 1, code: 'timeout', at },
  ReviewRequested: {
    reason: 'outcome_still_unknown',
    code: '',
    incidentKey: '',
    lastKnownState: '',
    readAt: at,
    allowedSteps: [],
    at,
  },
  ProposalCompleted: { receipt, evidence, at },
  ProposalReopened: { because: 'effect_failed', evidence, report: 'evt_1', at },
  ProposalInvalidated: { code: 'refunded', difference: 'order 4821 was already refunded.', evidence: {}, at },
};

/** A proposal's last event of these, and the states around it. `Type:word` gives a review its reason, a failure its code. */
export function history(...types: readonly string[]): Moved {
  const events = types.map((named, index) => {
    const [type = '', word] = named.split(':');
    const field = type === 'ExecutionFailed' ? 'code' : 'reason';
    const data = { ...plain[type], ...(word && { [field]: word }) };
    return { type, data, id: `event-${index + 1}`, version: index + 1 } as unknown as RecordedEvent;
  });
  const heard = events.at(-1);
  const { before, after, observed } = aroundMove(events, types.length);
  if (heard === undefined || after.status === 'absent') throw new Error('A history begins with its draft.');
  return { heard, before, after, observed, at };
}

export const asked = ['ProposalDrafted', 'PolicyDecided', 'ApprovalRequested'] as const;
export const approved = [...asked, 'ApprovalGranted'] as const;
export const executing = [...approved, 'ExecutionStarted'] as const;
export const completed = [...executing, 'ExecutionSucceeded', 'ProposalCompleted'] as const;
