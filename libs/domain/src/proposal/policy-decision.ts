import type { Instant, ProposalId, SubjectId } from '../identifiers.js';
import type { JsonObject } from '../json.js';
import type { Requirement, Route } from './requirements.js';

export interface PolicyReason {
  readonly policyId: string;
  readonly section: string;
  readonly reason: string;
  /** What the customer is told when this reason denies. */
  readonly customerText?: string;
}

/** What policy said, on what, who has to say yes first, and for how long and along which way they are asked. */
export interface PolicyDecision {
  readonly verdict: 'allow' | 'requirements' | 'deny';
  readonly requirements: readonly Requirement[];
  readonly reasons: readonly PolicyReason[];
  readonly policySetHash: string;
  readonly policyVersion: string;
  /** How long an approval may be waited for, and how long a permission lives once given. */
  readonly approvalValidForMs: number;
  readonly remindAfterMs: number;
  /** How long to wait for an answer before it is passed on along the route; absent: it is not passed on. */
  readonly escalateAfterMs?: number;
  /** How long whoever it is passed on to has, where that is longer than what is left; absent: what is left. */
  readonly escalationValidForMs?: number;
  /** Along which way each slot that staff fill is passed on, as the policies stood when this was judged. */
  readonly routes?: readonly Route[];
  readonly permissionValidForMs: number;
  /** The numbers it was judged on: captured, refunded, held. */
  readonly facts: JsonObject;
  /** Who may not approve it beside those the draft names: whoever approved what it takes back. */
  readonly barred?: readonly SubjectId[];
  /** Of the proposals it stands for, those whose effect stood when it was judged; absent where none did. */
  readonly besideEffectOf?: readonly ProposalId[];
  readonly decidedAt: Instant;
}

/** An open slot is passed on, because nobody answered in time. */
export interface Escalation {
  readonly slot: string;
  readonly toRole: string;
  /** Who is asked now, where the route names them; anybody of the role otherwise. */
  readonly to?: SubjectId;
  /** Who was asked before and did not answer in time; they may still answer. */
  readonly from?: SubjectId;
  readonly at: Instant;
  readonly expiresAt: Instant;
}
