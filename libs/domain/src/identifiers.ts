/** Two identifiers never share a type: a proposal's id cannot be passed where a case's is wanted. */
declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type TenantId = Branded<'TenantId'>;
export type ProposalId = Branded<'ProposalId'>;
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
export const digestOfHex = (value: string): Digest => value as Digest;

/** Precision may differ (the database writes microseconds), so instants are compared as numbers. */
export function isBefore(a: Instant, b: Instant): boolean {
  return Date.parse(a) < Date.parse(b);
}
