import { digestOf, intentOf, schemaVersionOf } from '@countersign/contracts';
import {
  type Action,
  operationIdOf,
  type ProposalEvent,
  proposalId,
  type Receipt,
  subjectId,
  tenantId,
} from '@countersign/domain';

/** Stand where each copy has its own. */
export const placeholders = {
  proposalId: '00000000-0000-4000-8000-000000000000',
  orderId: 'order-placeholder',
} as const;

export const eventsOfProposal = 8;

const tenant = tenantId('fjordlight');
const ada = subjectId('ada');
const at = (second: number) => `2026-11-29T10:00:${String(second).padStart(2, '0')}.000Z`;
const hour = 3_600_000;

/** The events of one refund from draft to completed, as large as real ones. */
export function finishedProposal(): readonly (ProposalEvent & { readonly schemaVersion: number })[] {
  const requirements = [{ slot: 'customer-consent', basis: 'consent', person: ada }] as const;
  const digest = digestOf(tenant, action);
  const permission = 'e'.repeat(420);
  const events: readonly ProposalEvent[] = [
    drafted(),
    {
      type: 'PolicyDecided',
      data: {
        verdict: 'requirements',
        requirements,
        reasons: [{ policyId: 'unopened-return', section: '3.1', reason: 'Unopened and inside the window.' }],
        ...{ policySetHash: 'a'.repeat(64), policyVersion: '2026-11-29.1' },
        ...{ approvalValidForMs: 4 * hour, remindAfterMs: hour, permissionValidForMs: hour },
        facts: { capturedMinor: 7_900, refundedMinor: 0, heldMinor: 0, earlierMinor: 0, disputed: false },
        decidedAt: at(1),
      },
    },
    { type: 'ApprovalRequested', data: { requirements, digest, requestedAt: at(2), expiresAt: at(59) } },
    {
      type: 'ApprovalGranted',
      data: {
        ...{ slot: 'customer-consent', basis: 'consent', digest, cardHash: 'c'.repeat(64) },
        ...{ cardShownAt: at(3), grantedAt: at(4), expiresAt: at(59) },
        ...{ policySetHash: 'a'.repeat(64), signature: permission },
        approver: {
          ...{ subject: ada, name: 'Ada Nilsson', kind: 'customer', roles: ['customer'] },
          ...{ authenticatedAt: at(0), methods: ['pwd'] },
        },
      },
    },
    {
      type: 'ExecutionStarted',
      data: {
        ...{
          attempt: 1,
          operationId: operationIdOf(proposalId(placeholders.proposalId)),
          digest,
          worker: 'bench/executor',
        },
        ...{ startedAt: at(5), permission },
      },
    },
    { type: 'ExecutionSucceeded', data: { attempt: 1, receipt, at: at(6) } },
    { type: 'TargetLooked', data: { look: 1, asked, answer: 'answered', code: 'happened', at: at(7) } },
    {
      type: 'ProposalCompleted',
      data: {
        receipt,
        evidence: {
          ...{ source: 'payments /v1/refunds', asked, readAt: at(7), complete: true, found: [receipt] },
          why: 'found re_1',
        },
        at: at(7),
      },
    },
  ];
  return events.map((event) => ({ ...event, schemaVersion: schemaVersionOf(event.type) ?? 1 }));
}

const asked = `refunds of charge ch_${placeholders.orderId} with operation_id ${placeholders.proposalId}`;

const receipt: Receipt = {
  ...{ reference: 're_1', amountMinor: 7_900, currency: 'EUR', settled: 'settled' },
  details: { status: 'succeeded' },
};

const record = {
  basis: 'record',
  source: `orders/${placeholders.orderId}`,
  version: '1',
  readAt: at(0),
} as const;

const action: Action = {
  kind: 'refund.create',
  target: { type: 'charge', id: `ch_${placeholders.orderId}` },
  arguments: {
    orderId: placeholders.orderId,
    lines: [{ lineId: '1', quantity: 1 }],
    reason: 'unopened_return',
  },
  money: { amountMinor: 7_900, currency: 'EUR' },
  evidence: [
    { fact: 'status', value: 'delivered', ...record },
    { fact: 'deliveredAt', value: '2026-11-19T10:00:00.000Z', ...record },
    { fact: 'totalMinor', value: 7_900, ...record },
    { fact: 'unopened', value: 'yes', basis: 'stated', source: 'agent/helpdesk-bot', readAt: at(0) },
  ],
  resourceVersions: [{ resource: `orders/${placeholders.orderId}`, version: '1' }],
};

function drafted(): ProposalEvent {
  return {
    type: 'ProposalDrafted',
    data: {
      proposalId: proposalId(placeholders.proposalId),
      tenant,
      customer: ada,
      origin: { kind: 'agent', reference: 'bench', requestHash: 'b'.repeat(64) },
      author: { kind: 'agent', subject: subjectId('helpdesk-bot'), name: 'Helpdesk bot', roles: ['agent'] },
      startedBy: [subjectId('helpdesk-bot')],
      action,
      digest: digestOf(tenant, action),
      intent: intentOf(tenant, action),
      capability: { name: 'refunds', version: '1' },
      supersedes: 'none',
      draftedAt: at(0),
    },
  };
}
