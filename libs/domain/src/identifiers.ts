/** Two identifiers never share a type: a proposal's id cannot be passed where a case's is wanted. */
declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type TenantId = Branded<'TenantId'>;
export type ProposalId = Branded<'ProposalId'>;
/** What a target keeps an effect under, so that it is made at most once. */
export type OperationId = Branded<'OperationId'>;
export type CaseId = Branded<'CaseId'>;
/** The subject of a signed-in person or agent, as the identity provider names it (`sub`). */
export type SubjectId = Branded<'SubjectId'>;
/** SHA-256 over the canonical content of a proposal, 64 lower-case hex digits. */
export type Digest = Branded<'Digest'>;
/** An instant, ISO 8601 in UTC with a trailing `Z`. Compared with `isBefore`, never as a raw string. */
export type Instant = string;

export const tenantId = (value: string): TenantId => value as TenantId;
export const proposalId = (value: string): ProposalId => value as ProposalId;
export const caseId = (value: string): CaseId => value as CaseId;
export const subjectId = (value: string): SubjectId => value as SubjectId;
/**
 * The one place where an operation id comes from: a proposal's own id, the same in every attempt, process and machine.
 * Whoever carries out or looks up is given it; a reference of the target or an idempotency key does not fit.
 */
export const operationIdOf = (id: ProposalId): OperationId => id as string as OperationId;
export const digestOfHex = (value: string): Digest => value as Digest;

/** Precision may differ (the database writes microseconds), so instants are compared as numbers. */
export function isBefore(a: Instant, b: Instant): boolean {
  return Date.parse(a) < Date.parse(b);
}
