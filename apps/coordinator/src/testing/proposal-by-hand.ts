import { deterministicId, digestOf, intentOf, systemPorts } from '@countersign/contracts';
import {
  type Action,
  caseId,
  type ProposalCommand,
  type ProposalEventData,
  proposalId,
  subjectId,
  tenantId,
} from '@countersign/domain';

export const tenant = tenantId('fjordlight');
export const ada = subjectId('ada');
const now = () => systemPorts().clock.now();

/** A refund of one order, as a specialist drafts it in a case. */
export function draftIn(
  caseOf: string,
  orderId: string,
  amountMinor: number,
): ProposalEventData<'ProposalDrafted'> {
  const action: Action = {
    kind: 'refund.create',
    target: { type: 'charge', id: `ch_${orderId}` },
    arguments: { orderId, lines: [{ lineId: '1', quantity: 1 }], reason: 'unopened_return' },
    money: { amountMinor, currency: 'EUR' },
    evidence: [],
    resourceVersions: [{ resource: `orders/${orderId}`, version: '1' }],
  };
  return {
    proposalId: proposalId(deterministicId('proposal', caseOf, orderId, amountMinor)),
    tenant,
    customer: ada,
    origin: { kind: 'case', caseId: caseId(caseOf) },
    author: {
      kind: 'specialist',
      subject: subjectId('refund-specialist'),
      name: 'Refund specialist',
      roles: [],
    },
    startedBy: [ada],
    action,
    digest: digestOf(tenant, action),
    intent: intentOf(tenant, action),
    capability: { name: 'refunds', version: '1' },
    supersedes: 'none',
    draftedAt: now(),
  };
}

const hour = 3_600_000;

/** Policy's verdict: the customer's own consent, or no. */
export function verdict(over: Partial<ProposalEventData<'PolicyDecided'>> = {}): ProposalCommand {
  const fact: ProposalEventData<'PolicyDecided'> = {
    verdict: 'requirements',
    requirements: [{ slot: 'customer', basis: 'consent', person: ada }],
    reasons: [],
    policySetHash: 'hash',
    policyVersion: 'Refunds 12',
    approvalValidForMs: hour,
    remindAfterMs: hour / 2,
    permissionValidForMs: hour,
    facts: {},
    decidedAt: now(),
    ...over,
  };
  return { type: 'decide_policy', fact };
}

export const askForApproval = (): ProposalCommand => ({ type: 'request_approval', at: now() });

export function rejected(digest: string): ProposalCommand {
  const by = {
    subject: ada,
    name: 'Ada Nilsson',
    kind: 'customer',
    roles: ['customer'],
    authenticatedAt: now(),
    methods: ['pwd'],
  } as const;
  return {
    type: 'reject',
    slot: 'customer',
    digest,
    by,
    reason: 'not wanted',
    noteToCustomer: '',
    at: now(),
  };
}
