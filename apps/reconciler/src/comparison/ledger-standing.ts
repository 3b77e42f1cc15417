import { type Comparison, comparedTo, type Instant } from '@countersign/domain';
import type { ComparisonLimits } from './windows.js';

/** How the comparison of one ledger with ours stands. */
export interface LedgerStanding {
  readonly system: string;
  /** `failing` as soon as a window could not be compared; `stuck` when that went on for long enough to need people. */
  readonly state: 'not_begun' | 'fine' | 'failing' | 'stuck';
  /** Up to where it was compared for the first time. */
  readonly comparedTo: Instant | 'never';
  /** In a row; 0 unless it is failing. */
  readonly failures: number;
  readonly failingSince: Instant | 'never';
  readonly lastTriedAt: Instant | 'never';
  /** Of the last try: its code, and the sentence that goes with it. */
  readonly code: string;
  readonly why: string;
}

export function standingOf(
  system: string,
  state: Comparison,
  { settleMs, failuresMax }: Pick<ComparisonLimits, 'settleMs' | 'failuresMax'>,
): LedgerStanding {
  const never = { failures: 0, failingSince: 'never', lastTriedAt: 'never', code: 'none', why: '' } as const;
  if (state.status === 'absent') return { system, state: 'not_begun', comparedTo: 'never', ...never };
  const done = { system, comparedTo: comparedTo(state, settleMs) };
  const { reading } = state;
  if (reading.status === 'fine') return { ...done, state: 'fine', ...never };
  const { times, since, last } = reading;
  return {
    ...done,
    state: times >= failuresMax ? 'stuck' : 'failing',
    ...{ failures: times, failingSince: since, lastTriedAt: last.at, code: last.code, why: last.why },
  };
}

/** What a person may do about a ledger that cannot be read. */
export interface LedgerStep {
  readonly step: 'mend_access' | 'compare_now';
  readonly appends: string;
  readonly how: string;
}

/** One item a ledger: the next failure changes it, and the first window that is read takes it away. */
export interface StuckLedger extends LedgerStanding {
  readonly sentence: string;
  readonly steps: readonly LedgerStep[];
}

export function stuckOf(standing: LedgerStanding): StuckLedger {
  const { system, failures, failingSince, why, comparedTo: to } = standing;
  const sentence = `The ledger of ${system} could not be compared ${failures} times in a row since ${failingSince}; up to ${to} it was. ${why}`;
  const access = `See whether ${system} answers, and whether the key that this service reads with may list its ledger.`;
  const compare = `POST /v1/comparisons with the target ${system}. The first window that is read ends this.`;
  return {
    ...standing,
    sentence,
    steps: [
      { step: 'mend_access', appends: 'nothing', how: access },
      { step: 'compare_now', appends: 'LedgerCompared', how: compare },
    ],
  };
}
