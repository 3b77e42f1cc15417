import { digestOf, intentOf } from '@countersign/contracts';
import {
  type Action,
  evolveProposal,
  type Grant,
  noProposal,
  type Proposal,
  type ProposalEvent,
  proposalId,
  subjectId,
  tenantId,
} from '@countersign/domain';
import { createApprovalSigner, generateSigningKey } from '@countersign/identity';

export const tenant = tenantId('fjordlight');
export const key = generateSigningKey();
const hour = 3_600_000;
const at = (ms: number) => new Date(Date.now() + ms).toISOString();

export interface RefundUnderTest {
  readonly id: string;
  readonly order?: string;
  readonly amountMinor?: number;
  readonly change?: (grant: Grant) => Grant;
  readonly permissionForMs?: number;
  /** What it takes the place of. */
  readonly supersedes?: string;
  /** What it takes back. */
  readonly compensates?: string;
}

/** A refund of order 4821 that the customer has consented to, as the events of its stream. */
export function approvedRefund(refund: RefundUnderTest): readonly ProposalEvent[] {
  const { supersedes, compensates } = refund;
  const action = refundAction(refund);
  const requirement = { slot: 'customer-consent', basis: 'consent', person: subjectId('ada') } as const;
  const digest = digestOf(tenant, action);
  return [
    {
      type: 'ProposalDrafted',
      data: {
        proposalId: proposalId(refund.id),
        tenant,
        customer: subjectId('ada'),
        origin: { kind: 'agent', reference: 'r', requestHash: 'h' },
        author: { kind: 'specialist', subject: subjectId('refund-specialist'), name: 'Refunds', roles: [] },
        startedBy: [subjectId('ada')],
        action,
        digest,
        intent: intentOf(tenant, action),
        capability: { name: 'refunds', version: '1' },
        supersedes: supersedes === undefined ? 'none' : proposalId(supersedes),
        ...(compensates === undefined ? {} : { compensates: proposalId(compensates) }),
        draftedAt: at(-1_000),
      },
    },
    {
      type: 'PolicyDecided',
      data: {
        verdict: 'requirements',
        requirements: [requirement],
        reasons: [],
        policySetHash: 'set',
        policyVersion: '1',
        approvalValidForMs: hour,
        remindAfterMs: hour,
        permissionValidForMs: hour,
        facts: { earlierMinor: 0, refundedElsewhereMinor: 0 },
        decidedAt: at(-900),
      },
    },
    {
      type: 'ApprovalRequested',
      data: { requirements: [requirement], digest, requestedAt: at(-800), expiresAt: at(hour) },
    },
    { type: 'ApprovalGranted', data: signedGrant(refund, digest) },
  ];
}

function refundAction({ order = '4821', amountMinor = 7_900 }: RefundUnderTest): Action {
  const record = { basis: 'record', source: `orders/${order}`, version: '1', readAt: at(-1_000) } as const;
  return {
    kind: 'refund.create',
    target: { type: 'charge', id: `ch_${order}` },
    arguments: { orderId: order, lines: [], reason: 'unopened_return' },
    money: { amountMinor, currency: 'EUR' },
    evidence: [
      { fact: 'status', value: 'delivered', ...record },
      { fact: 'unopened', value: 'yes', basis: 'stated', source: 'message/1', readAt: at(-1_000) },
    ],
    resourceVersions: [{ resource: `orders/${order}`, version: '1' }],
  };
}

function signedGrant(
  { id, change = (grant) => grant, permissionForMs = hour }: RefundUnderTest,
  digest: string,
): Grant {
  const payload = {
    tenant,
    proposalId: id,
    digest,
    slot: 'customer-consent',
    approver: 'ada',
    cardHash: 'c'.repeat(64),
    policySetHash: 'set',
    grantedAt: at(-700),
    expiresAt: at(permissionForMs),
  };
  return change({
    ...payload,
    basis: 'consent',
    digest: digest as Grant['digest'],
    approver: {
      subject: subjectId('ada'),
      name: 'Ada Nilsson',
      kind: 'customer',
      roles: ['customer'],
      authenticatedAt: at(-5_000),
      methods: ['pwd'],
    },
    cardShownAt: at(-750),
    signature: createApprovalSigner(key.privateKeyPem).signApproval(payload),
  });
}

export function fold(events: readonly ProposalEvent[]): Proposal {
  return events.reduce(evolveProposal, noProposal as Proposal);
}
