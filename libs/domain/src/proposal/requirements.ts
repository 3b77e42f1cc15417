import type { Digest, Instant, SubjectId } from '../identifiers.js';

/**
 * What policy asks for before an action may run. Consent is the customer's own, in person;
 * approval is a staff member's with the authority for it. Neither replaces authorization.
 */
export type Requirement =
  | { readonly slot: string; readonly basis: 'consent'; readonly person: SubjectId }
  | { readonly slot: string; readonly basis: 'approval'; readonly role: string };

/** A signed-in person as the token says, not as a request body says. */
export interface Person {
  readonly subject: SubjectId;
  readonly name: string;
  readonly kind: 'customer' | 'staff' | 'agent';
  readonly roles: readonly string[];
  readonly authenticatedAt: Instant;
  readonly methods: readonly string[];
}

/** One slot filled: who, for which digest, on what sight, until when, and the signature over it. */
export interface Grant {
  readonly slot: string;
  readonly basis: 'consent' | 'approval';
  readonly digest: Digest;
  readonly approver: Person;
  readonly grantedAt: Instant;
  /** The permission is used before this instant or not at all. */
  readonly expiresAt: Instant;
  readonly cardHash: string;
  readonly cardShownAt: Instant;
  readonly policySetHash: string;
  /** Compact JWS (EdDSA) by the approval-service over the payload named in libs/identity. */
  readonly signature: string;
}

/** Whom a slot that staff fill is passed on to. Being listed is not authority: the role is. */
export interface Route {
  readonly slot: string;
  /** The role asked when nobody listed has answered. */
  readonly escalatesTo: string;
  /** In the order they are asked: the first at once, the next each time nobody answered. */
  readonly people: readonly SubjectId[];
}

/** The last time an open slot was passed on. */
export interface PassedOn {
  readonly to?: SubjectId;
  readonly from?: SubjectId;
  readonly at: Instant;
  /** Asked before, and still free to answer. */
  readonly formerRoles: readonly string[];
}

export type Slot =
  | { readonly status: 'open'; readonly requirement: Requirement; readonly passedOn?: PassedOn }
  | { readonly status: 'filled'; readonly requirement: Requirement; readonly grant: Grant };

/** Whether this person is one whom the requirement names. Four eyes is judged elsewhere. */
export function mayFill(requirement: Requirement, person: Person): boolean {
  if (requirement.basis === 'consent') {
    return person.kind === 'customer' && person.subject === requirement.person;
  }
  return person.kind === 'staff' && person.roles.includes(requirement.role);
}

/** Whoever was asked before a slot was passed on may fill it as well. */
export function mayFillSlot(slot: Slot, person: Person): boolean {
  if (mayFill(slot.requirement, person)) return true;
  if (slot.status === 'filled' || slot.requirement.basis === 'consent') return false;
  const { formerRoles = [] } = slot.passedOn ?? {};
  return person.kind === 'staff' && formerRoles.some((role) => person.roles.includes(role));
}

export function grantsOf(slots: readonly Slot[]): readonly Grant[] {
  return slots.flatMap((slot) => (slot.status === 'filled' ? [slot.grant] : []));
}

export function describeRequirement(requirement: Requirement): string {
  return requirement.basis === 'consent'
    ? "the customer's own consent"
    : `the approval of a ${requirement.role.replaceAll('_', ' ')}`;
}
