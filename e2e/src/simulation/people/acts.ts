/** What people and agents did, kept for whoever checks what became of it. */
import type { Answered } from './counter.js';

/** What is asked of the front door: one typed action for a customer, or that a completed one is taken back. */
export interface ProposalAsked {
  readonly kind: string;
  readonly customer: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly reference?: string;
  readonly statements?: readonly object[];
  readonly supersedes?: string;
  readonly compensates?: string;
}

/** A person's decision as they sent it: what every permission must rest on. */
export interface SentDecision {
  readonly person: string;
  readonly proposalId: string;
  readonly digest: string;
  readonly decision: 'approve' | 'reject';
  /** Whether they were answered that it counts. */
  isTaken: boolean;
}

/** A stop as it was answered to whoever asked for it, until somebody asks for its release. */
export interface AnsweredStop {
  readonly scope: string;
  readonly underWay: readonly string[];
  releaseAsked: boolean;
}

/** What a customer wrote under an id of theirs, in whichever ways it was sent. */
export interface WrittenMessage {
  readonly requestId: string;
  readonly caseId: string;
  readonly text: string;
}

/** A request for a proposal as somebody sent it to the front door, and the answer once they have it. */
export interface AskedAtTheDoor {
  readonly subject: string;
  readonly key: string;
  readonly body: ProposalAsked;
  answered?: Answered;
}
