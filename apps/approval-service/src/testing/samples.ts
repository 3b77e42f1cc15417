import { digestOf } from '@countersign/contracts';
import {
  type Action,
  decideProposal,
  evolveProposal,
  type Grant,
  noProposal,
  type Person,
  type Proposal,
  type ProposalCommand,
  type ProposalEvent,
  type ProposalEventData,
  proposalId,
  type Requirement,
  subjectId,
  tenantId,
} from '@countersign/domain';
import type { Waiting } from '../queue/ranking.js';

export const tenant = tenantId('fjordlight');
export const nine = '2026-11-29T09:00:00.000Z';
/** Minutes after nine on the day of every test. */
export const at = (minutes: number): string => new Date(Date.parse(nine) + minutes * 60_000).toISOString();

const signedIn = (subject: string, name: string, kind: Person['kind'], ...roles: string[]): Person => ({
  subject: subjectId(subject),
  name,
  kind,
  roles,
  authenticatedAt: nine,
  methods: ['pwd', 'otp'],
});

export const ada = signedIn('ada', 'Ada Nilsson', 'customer', 'customer');
export const ben = signedIn('ben', 'Ben Okafor', 'customer', 'customer');
export const jonas = signedIn('jonas', 'Jonas Weber', 'staff', 'support_agent');
export const maya = signedIn('maya', 'Maya Lindqvist', 'staff', 'support_manager');
export const priya = signedIn('priya', 'Priya Nair', 'staff', 'support_manager');

export const consent: Requirement = { slot: 'customer-consent', basis: 'consent', person: ada.subject };
export const manager: Requirement = { slot: 'support-manager', basis: 'approval', role: 'support_manager' };
export const secondManager: Requirement = { ...manager, slot: 'second-manager' };

export const refund: Action = {
  kind: 'refund.create',
  target: { type: 'charge', id: 'ch_4821' },
  arguments: { orderId: '4821', lines: [{ lineId: '1', quantity: 1 }], reason: 'unopened_return' },
  money: { amountMinor: 4200, currency: 'EUR' },
  evidence: [
    {
      fact: 'status',
      value: 'delivered',
      basis: 'record',
      source: 'orders/4821',
      version: '3',
      readAt: nine,
    },
    { fact: 'unopened', value: 'yes', basis: 'stated', source: 'message/1', readAt: nine },
  ],
  resourceVersions: [{ resource: 'orders/4821', version: '3' }],
};

export type Draft = ProposalEventData<'ProposalDrafted'>;

export function draftOf(id: string, over: Partial<Draft> = {}): Draft {
  const action = over.action ?? refund;
  const of = over.tenant ?? tenant;
  return {
    proposalId: proposalId(id),
    tenant: of,
    customer: ada.subject,
    origin: { kind: 'agent', reference: 'r-1', requestHash: '0'.repeat(64) },
    author: {
      kind: 'specialist',
      subject: subjectId('refund-specialist'),
      name: 'Refund specialist',
      roles: [],
    },
    startedBy: [ada.subject],
    action,
    digest: digestOf(of, action),
    intent: '1f'.repeat(32),
    capability: { name: 'refunds', version: '1' },
    supersedes: 'none',
    draftedAt: nine,
    ...over,
  };
}

export function verdictOf(...requirements: Requirement[]): ProposalEventData<'PolicyDecided'> {
  return {
    verdict: 'requirements',
    requirements,
    reasons: [{ policyId: 'refund-with-manager', section: '8.2', reason: 'Above the staff limit.' }],
    policySetHash: 'ab'.repeat(32),
    policyVersion: '7',
    approvalValidForMs: 4 * 3_600_000,
    remindAfterMs: 3_600_000,
    permissionValidForMs: 3_600_000,
    facts: { consentUpToMinor: 20_000 },
    decidedAt: nine,
  };
}

/** What a chain of commands folds to. @throws when one is not accepted: then the test is wrong. */
export function folded(...commands: readonly ProposalCommand[]): Proposal {
  return commands.reduce<Proposal>((state, command) => {
    const decision = decideProposal(command, state);
    if (decision.outcome !== 'accepted') throw new Error(`${command.type}: ${JSON.stringify(decision)}`);
    return decision.events.reduce(
      (next: Proposal, event: ProposalEvent) => evolveProposal(next, event),
      state,
    );
  }, noProposal);
}

export const id = '5d0d7c0e-2a51-5b6e-9d0d-1c7a3c1f4821';

/** A proposal that waits for these since nine. */
export function waiting(draft: Draft = draftOf(id), ...requirements: Requirement[]): Waiting {
  const state = folded(
    { type: 'draft', fact: draft },
    { type: 'decide_policy', fact: verdictOf(...(requirements.length === 0 ? [manager] : requirements)) },
    { type: 'request_approval', at: nine },
  );
  if (state.status !== 'awaiting_approval') throw new Error(`it is ${state.status}`);
  return state;
}

export function grantBy(approver: Person, over: Partial<Grant> = {}): ProposalCommand {
  const { digest } = draftOf(id);
  return {
    type: 'grant',
    grant: {
      slot: manager.slot,
      basis: 'approval',
      digest,
      approver,
      grantedAt: at(10),
      expiresAt: at(70),
      cardHash: 'c'.repeat(64),
      cardShownAt: at(9),
      policySetHash: 'ab'.repeat(32),
      signature: 'x.y.z',
      ...over,
    },
  };
}
