import type { ReportedFact } from '@countersign/domain';

/** What a target says by itself, later: a hint to look, and never proof. */
export interface TargetReport {
  /** The target's own id of its message: the same message twice is one report. */
  readonly reportId: string;
  readonly says: ReportedFact;
  /** What it speaks of, by the target's own reference, `re_3Qk9d0`. */
  readonly reference: string;
  /** The thing acted on, `ch_4821`. */
  readonly target: string;
  /** Whose effect it is; absent where the target knows none, as of a dispute. */
  readonly operationId?: string;
  /** The target's own word for why or what. */
  readonly code: string;
  /** By the target's clock. */
  readonly saidAt: string;
}

export type ReportRefusal = 'signature_missing' | 'signature_invalid' | 'body_invalid';

export type ReportReading =
  | { readonly outcome: 'reported'; readonly report: TargetReport }
  /** Truly said by the target, and nothing that anybody here follows. */
  | { readonly outcome: 'passed_by'; readonly type: string }
  | { readonly outcome: 'refused'; readonly code: ReportRefusal };
