import {
  type Absence,
  caseId,
  digestOfHex,
  evolveProposal,
  type Instant,
  type LookEvidence,
  noProposal,
  operationIdOf,
  type Proposal,
  type ProposalEvent,
  proposalId,
  type Receipt,
  subjectId,
  tenantId,
} from '@countersign/domain';

const drafted = '2026-11-29T09:00:00.000Z';
const sent: Instant = '2026-11-29T09:12:00.000Z';
const tenant = tenantId('fjordlight');
const digest = digestOfHex('8f3a61c0'.repeat(8));

export const receipt: Receipt = {
  reference: 're_1',
  amountMinor: 7_900,
  currency: 'EUR',
  settled: 'settled',
  details: { status: 'succeeded' },
};

/** A refund of EUR 79.00 that policy allowed by itself. */
export function allowed(id: string, charge = 'ch_4821'): readonly ProposalEvent[] {
  return [
    {
      type: 'ProposalDrafted',
      data: {
        proposalId: proposalId(id),
        tenant,
        customer: subjectId('ada'),
        origin: { kind: 'case', caseId: caseId('c0000000-0000-4000-8000-000000000001') },
        author: { kind: 'specialist', subject: subjectId('refund-specialist'), name: 'Refunds', roles: [] },
        startedBy: [],
        action: {
          kind: 'refund.create',
          target: { type: 'charge', id: charge },
          arguments: { orderId: '4821', lines: [], reason: 'unopened_return' },
          money: { amountMinor: 7_900, currency: 'EUR' },
          evidence: [],
          resourceVersions: [{ resource: 'orders/4821', version: '1' }],
        },
        digest,
        intent: 'intent',
        capability: { name: 'refunds', version: '1' },
        supersedes: 'none',
        draftedAt: drafted,
      },
    },
    {
      type: 'PolicyDecided',
      data: {
        verdict: 'allow',
        requirements: [],
        reasons: [],
        policySetHash: 'set',
        policyVersion: '12',
        approvalValidForMs: 1,
        remindAfterMs: 1,
        permissionValidForMs: 1,
        facts: {},
        decidedAt: drafted,
      },
    },
  ];
}

export const started = (id: string, attempt = 1, startedAt: Instant = sent): ProposalEvent => ({
  type: 'ExecutionStarted',
  data: {
    attempt,
    operationId: operationIdOf(proposalId(id)),
    digest,
    worker: 'w',
    startedAt,
    permission: 'policy',
  },
});
/** By a sender that says until when its request may still arrive. */
export const startedBy = (id: string, startedAt: Instant, settlesAt: Instant): ProposalEvent => ({
  type: 'ExecutionStarted',
  data: {
    attempt: 1,
    operationId: operationIdOf(proposalId(id)),
    digest,
    worker: 'w',
    startedAt,
    settlesAt,
    permission: 'policy',
  },
});
export const succeeded = (attempt = 1): ProposalEvent => ({
  type: 'ExecutionSucceeded',
  data: { attempt, receipt, at: sent },
});
export const unknown = (attempt = 1, code = 'timeout'): ProposalEvent => ({
  type: 'OutcomeUnknown',
  data: { attempt, code, at: sent },
});
export const exhausted = (attempt = 1): ProposalEvent => ({
  type: 'ExecutionRetriesExhausted',
  data: { attempt, code: 'unavailable', attemptsMax: 6, at: sent },
});
export const refusedBy = (code: string): ProposalEvent => ({
  type: 'ExecutionFailed',
  data: { attempt: 1, class: 'rejected', code, message: 'no', at: sent },
});

export function folded(events: readonly ProposalEvent[]): Exclude<Proposal, { status: 'absent' }> {
  const state = events.reduce<Proposal>(evolveProposal, noProposal);
  if (state.status === 'absent') throw new Error('These events do not begin with a draft');
  return state;
}

/** A whole listing without the effect, read long after a call could have arrived. */
export const nothingThere = (readAt: Instant): LookEvidence & { readonly absence: Absence } => ({
  ...evidence([], readAt),
  absence: {
    basis: 'whole_listing',
    recordsRead: 0,
    lastSentAt: sent,
    settledAt: '2026-11-29T09:13:00.000Z',
  },
});

export const evidence = (found: readonly Receipt[], readAt: Instant): LookEvidence => ({
  source: 'payments /v1/refunds',
  asked: 'refunds of charge ch_4821',
  readAt,
  complete: true,
  found,
  why: found.length === 0 ? 'none among all 0 refunds' : `found ${found.length}`,
});
