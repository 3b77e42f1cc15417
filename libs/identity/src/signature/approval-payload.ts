/** What an approver's yes says: this person, this exact proposal, this card, this policy, until then. */
export interface ApprovalPayload {
  readonly tenant: string;
  readonly proposalId: string;
  /** Digest of the proposal the person saw. */
  readonly digest: string;
  /** The requirement this approval fills. */
  readonly slot: string;
  /** Subject of the person who decided. */
  readonly approver: string;
  /** Hash of the card as it was shown. */
  readonly cardHash: string;
  readonly policySetHash: string;
  readonly grantedAt: string;
  readonly expiresAt: string;
}

/** The JWS `typ`: another statement signed with the same key must never pass for an approval. */
export const APPROVAL_TYPE = 'countersign-approval+jws';

const TEXTS = ['tenant', 'proposalId', 'digest', 'slot', 'approver', 'cardHash', 'policySetHash'] as const;
const INSTANTS = ['grantedAt', 'expiresAt'] as const;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/;

/** The payload with exactly its known fields in one order, or undefined when a field is wrong or missing. */
export function approvalPayloadOf(value: object): ApprovalPayload | undefined {
  if (!isApproval(value)) return undefined;
  const { tenant, proposalId, digest, slot, approver, cardHash, policySetHash, grantedAt, expiresAt } = value;
  return { tenant, proposalId, digest, slot, approver, cardHash, policySetHash, grantedAt, expiresAt };
}

function isApproval(value: object): value is ApprovalPayload {
  const fields = new Map<string, unknown>(Object.entries(value));
  return (
    fields.size === TEXTS.length + INSTANTS.length &&
    TEXTS.every((field) => typeof fields.get(field) === 'string' && fields.get(field) !== '') &&
    INSTANTS.every((field) => isInstant(fields.get(field)))
  );
}

function isInstant(value: unknown): boolean {
  return typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value));
}
