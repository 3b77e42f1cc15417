import { type Drafted, type Person, subjectId } from '@countersign/domain';
import type { Principal } from '@countersign/identity';

/** The person a token names; nothing of a request's body is ever taken for one (C59). */
export function personOf(principal: Principal): Person {
  return {
    subject: subjectId(principal.subject),
    name: principal.name,
    kind: principal.kind,
    roles: [...principal.roles],
    authenticatedAt: principal.authenticatedAt,
    methods: [...principal.methods],
  };
}

/**
 * Whether this person of the same tenant may read the proposal: staff may, a customer only what is for them.
 * To anybody else it does not exist.
 */
export function maySee(draft: Drafted['draft'], person: Person): boolean {
  return person.kind === 'staff' || (person.kind === 'customer' && draft.customer === person.subject);
}

/** Ids are UUIDs in lower case; anything else is a made-up one. */
export function isProposalId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
