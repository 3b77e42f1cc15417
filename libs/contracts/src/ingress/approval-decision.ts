import { IsIn, IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import 'reflect-metadata';
import { readMessage, type Unreadable } from './read-message.js';

/** The longest text a person may add to a decision. */
export const decisionTextMax = 2_000;

/**
 * A decision published to `countersign.approval-decisions`. Who decides is whoever the signed token inside
 * names: a topic is not an identity. A missing token or sight is a refusal with an audit record, not a
 * malformed message, so both may be absent here.
 */
export class ApprovalDecision {
  @IsUUID()
  proposalId!: string;

  @IsIn(['approve', 'reject'])
  decision!: 'approve' | 'reject';

  /** The digest the person saw, 64 lower-case hex digits. */
  @Matches(/^[0-9a-f]{64}$/)
  digest!: string;

  @IsOptional()
  @IsString()
  @MaxLength(8_192)
  token?: string;

  /** The service's own word that this person was shown this card. */
  @IsOptional()
  @IsString()
  @MaxLength(16_384)
  sight?: string;

  @IsOptional()
  @IsString()
  @MaxLength(decisionTextMax)
  reason?: string;

  @IsOptional()
  @IsString()
  @MaxLength(decisionTextMax)
  noteToCustomer?: string;
}

export type ReadDecision = { readonly outcome: 'read'; readonly decision: ApprovalDecision } | Unreadable;

/**
 * Reads what was published, byte for byte. Every fault names its field; unknown fields are faults too. What may be
 * absent may be `null` as well, as many programs write it, and is absent then.
 */
export function readApprovalDecision(value: Uint8Array): ReadDecision {
  const read = readMessage(ApprovalDecision, value);
  return read.outcome === 'read' ? { outcome: 'read', decision: withoutNulls(read.message) } : read;
}

function withoutNulls(decision: ApprovalDecision): ApprovalDecision {
  const given = Object.entries(decision).filter(([, value]) => value !== null);
  return Object.assign(new ApprovalDecision(), Object.fromEntries(given));
}
