import {
  type CaseEvent,
  defaultBounds,
  operationIdOf,
  type ProposalEvent,
  proposalId,
  type Requirement,
  subjectId,
  tenantId,
} from '@countersign/domain';

const at = '2026-11-29T12:00:00.000Z';
const ada = subjectId('ada');

/** A request that the records allow: the headphones of order 4821. */
export const headphones = {
  kind: 'refund.create',
  customer: 'ada',
  reference: 'ticket-118',
  arguments: { orderId: '4821', lines: [{ lineId: '1', quantity: 1 }], reason: 'unopened_return' },
  amountMinor: 4200,
  currency: 'EUR',
  statements: [{ fact: 'unopened', value: 'yes', source: 'helpdesk/ticket-118' }],
};

export const caseOpened = (requestId: string, customer = 'ada'): CaseEvent => {
  const subject = subjectId(customer);
  const who = { customer: { subject, name: customer }, startedBy: subject };
  const data = { requestId, tenant: tenantId('fjordlight'), ...who, bounds: defaultBounds, openedAt: at };
  return { type: 'CaseOpened', data };
};

export const messageReceived = (messageId: string, text: string): CaseEvent => ({
  type: 'CustomerMessageReceived',
  data: { messageId, text, from: ada, receivedAt: at },
});

export const replySent = (replyId: string, text = 'I am looking.'): CaseEvent => ({
  type: 'ReplySent',
  data: { replyId, code: 'checking', text, cards: [], at },
});

export const consent: Requirement = { slot: 'customer-consent', basis: 'consent', person: ada };

export const policyDecided = (
  verdict: 'allow' | 'requirements' | 'deny',
  requirements: readonly Requirement[] = [],
): ProposalEvent => ({
  type: 'PolicyDecided',
  data: {
    verdict,
    requirements,
    reasons: [{ policyId: 'window-30-days', section: '2', reason: 'day 31' }],
    policySetHash: '0'.repeat(64),
    policyVersion: '1',
    approvalValidForMs: 3_600_000,
    remindAfterMs: 1_800_000,
    permissionValidForMs: 600_000,
    facts: {},
    decidedAt: at,
  },
});

export const executionStarted = (operationId: string, digest: string): ProposalEvent => ({
  type: 'ExecutionStarted',
  data: {
    attempt: 1,
    operationId: operationIdOf(proposalId(operationId)),
    digest: digest as never,
    worker: 'w',
    startedAt: at,
    permission: 'policy',
  },
});

const receipt = {
  reference: 're_1',
  amountMinor: 4200,
  currency: 'EUR',
  settled: 'settled',
  details: {},
} as const;

export const executionSucceeded: ProposalEvent = {
  type: 'ExecutionSucceeded',
  data: { attempt: 1, receipt, at },
};

export const proposalCompleted: ProposalEvent = {
  type: 'ProposalCompleted',
  data: {
    receipt,
    evidence: {
      source: 'payments',
      asked: 'refunds of ch_4821',
      readAt: at,
      complete: true,
      found: [receipt],
      why: 'one',
    },
    at,
  },
};

export const drafted = {
  type: 'ProposalDrafted',
  data: { proposalId: 'p-1', tenant: 'fjordlight', customer: 'ada', digest: '0'.repeat(64) },
} as unknown as ProposalEvent;

export const refusedByTarget: ProposalEvent = {
  type: 'ExecutionFailed',
  data: { attempt: 1, class: 'rejected', code: 'charge_disputed', message: 'The charge is disputed.', at },
};

export const reviewRequested: ProposalEvent = {
  type: 'ReviewRequested',
  data: {
    reason: 'refused_by_target',
    code: 'charge_disputed',
    incidentKey: 'payments',
    lastKnownState: 'refused',
    readAt: at,
    allowedSteps: ['look_again'],
    at,
  },
};
