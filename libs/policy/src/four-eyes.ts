import type { Requirement } from '@countersign/domain';

/** The person who decides, from the verified token. */
export interface ApprovalPerson {
  readonly sub: string;
  readonly kind: 'customer' | 'staff' | 'agent';
  readonly tenant: string;
  readonly roles: readonly string[];
  /** Set when a program acts with the person's token: then the person is not here themselves. */
  readonly actingThrough?: string;
}

export interface ApprovalQuestion {
  readonly person: ApprovalPerson;
  readonly requirement: Requirement;
  /** Tenant of the proposal. */
  readonly tenant: string;
  /** The customer the proposal is for. */
  readonly customer: string;
  /** Subjects who asked for or started the matter. Roles do not matter, the person does. */
  readonly startedBy: readonly string[];
  /** Subject who wrote or changed the proposal. */
  readonly author: string;
  /** Who filled other slots of the same proposal. */
  readonly filledBy?: readonly string[];
}

export type FourEyesCode =
  | 'other_tenant'
  | 'not_in_person'
  | 'not_the_customer'
  | 'role_missing'
  | 'is_the_customer'
  | 'is_the_author'
  | 'started_it'
  | 'filled_another_slot';

export type ApprovalVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly code: FourEyesCode; readonly reason: string };

interface Check {
  readonly basis: 'any' | 'consent' | 'approval';
  readonly code: FourEyesCode;
  readonly reason: string;
  readonly met: (question: ApprovalQuestion) => boolean;
}

/** In order of precedence: the first that is met is the answer. */
const refusals: readonly Check[] = [
  {
    basis: 'any',
    code: 'other_tenant',
    reason: 'The person belongs to another tenant.',
    met: ({ person, tenant }) => person.tenant !== tenant,
  },
  {
    basis: 'any',
    code: 'not_in_person',
    reason: 'Only a person can say yes, and only themselves: not a program, not one acting for them.',
    met: ({ person }) => person.kind === 'agent' || person.actingThrough !== undefined,
  },
  {
    basis: 'consent',
    code: 'not_the_customer',
    reason: 'Consent is the customer’s own; nobody gives it for them.',
    met: ({ person, requirement }) => requirement.basis === 'consent' && person.sub !== requirement.person,
  },
  {
    basis: 'approval',
    code: 'role_missing',
    reason: 'The person does not hold the role that approves this.',
    met: ({ person, requirement }) =>
      requirement.basis === 'approval' &&
      (person.kind !== 'staff' || !person.roles.includes(requirement.role)),
  },
  {
    basis: 'approval',
    code: 'is_the_customer',
    reason: 'Nobody approves for themselves.',
    met: ({ person, customer }) => person.sub === customer,
  },
  {
    basis: 'approval',
    code: 'is_the_author',
    reason: 'Whoever wrote or changed the proposal cannot approve it.',
    met: ({ person, author }) => person.sub === author,
  },
  {
    basis: 'approval',
    code: 'started_it',
    reason: 'Whoever started the matter cannot approve it.',
    met: ({ person, startedBy }) => startedBy.includes(person.sub),
  },
  {
    basis: 'any',
    code: 'filled_another_slot',
    reason: 'Two slots take two different people.',
    met: ({ person, filledBy }) => filledBy?.includes(person.sub) ?? false,
  },
];

/**
 * Four eyes. Consent is given by that customer alone, in person. Approval is given by a holder of the role in
 * the same tenant who has no part in the proposal. The person is judged by `sub`: a second role, an
 * administrator's right or a service account changes nothing.
 */
export function mayApprove(question: ApprovalQuestion): ApprovalVerdict {
  const { basis } = question.requirement;
  const refusal = refusals.find(
    (check) => (check.basis === 'any' || check.basis === basis) && check.met(question),
  );
  return refusal === undefined
    ? { allowed: true }
    : { allowed: false, code: refusal.code, reason: refusal.reason };
}
