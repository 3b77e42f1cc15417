import type { DecisionCode } from './decision-codes.js';

/** A decision as it stands on record, told to whoever took it. */
export interface Recorded {
  readonly outcome: 'recorded';
  readonly proposalId: string;
  readonly digest: string;
  readonly decision: 'approve' | 'reject';
  readonly slot: string;
  readonly by: { readonly subject: string; readonly name: string };
  readonly decidedAt: string;
  /** True when the same person had said the same before: told again, done once. */
  readonly repeated: boolean;
  readonly state: string;
  readonly stateWord: string;
  readonly sentence: string;
  /** In words, what is needed besides; empty when nothing more is. */
  readonly stillNeeded: readonly string[];
}

export interface DecisionRefusal {
  readonly outcome: 'refused';
  readonly code: DecisionCode;
  readonly message: string;
  /** For `stale`: what the record says now that it did not say then. */
  readonly differences?: readonly string[];
  /** For `superseded`: the proposal to look at instead. */
  readonly replacedBy?: string;
}

export type DecisionAnswer = Recorded | DecisionRefusal;
