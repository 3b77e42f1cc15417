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

export type Slot =
  | { readonly status: 'open'; readonly requirement: Requirement }
  | { readonly status: 'filled'; readonly requirement: Requirement; readonly grant: Grant };

/** Whether this person is one whom the requirement names. Four eyes is judged elsewhere. */
export function mayFill(requirement: Requirement, person: Person): boolean {
  if (requirement.basis === 'consent') {
    return person.kind === 'customer' && person.subject === requirement.person;
  }
  return person.kind === 'staff' && person.roles.includes(requirement.role);
}

export function grantsOf(slots: readonly Slot[]): readonly Grant[] {
  return slots.flatMap((slot) => (slot.status === 'filled' ? [slot.grant] : []));
}

export function describeRequirement(requirement: Requirement): string {
  return requirement.basis === 'consent'
    ? "the customer's own consent"
    : `the approval of a ${requirement.role.replaceAll('_', ' ')}`;
}
