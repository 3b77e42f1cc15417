import { accepted, alreadyDone, type Decision, never, refused } from '../decision.js';
import { type Instant, isBefore } from '../identifiers.js';
import type { ComparisonEvent, ComparisonEventData } from './events.js';

/** How far the ledger of one target has been compared. */
export type Comparison =
  | { readonly status: 'absent' }
  | {
      readonly status: 'begun';
      readonly target: string;
      /** What is older was there before us and is nobody's difference. */
      readonly from: Instant;
      /** By the age in milliseconds at which it is compared, up to where it was done without a gap. */
      readonly comparedTo: Readonly<Record<string, Instant>>;
      readonly reading: LedgerReading;
    };

/** Whether the ledger could be read when it was tried last. */
export type LedgerReading =
  | { readonly status: 'fine' }
  | {
      readonly status: 'failing';
      /** Of the schedule, in a row. */
      readonly times: number;
      readonly since: Instant;
      readonly last: ComparisonEventData<'LedgerNotCompared'>;
    };

export type ComparisonCommand =
  | { readonly type: 'begin'; readonly fact: ComparisonEventData<'ComparisonBegun'> }
  | { readonly type: 'record_compared'; readonly fact: ComparisonEventData<'LedgerCompared'> }
  | { readonly type: 'record_not_compared'; readonly fact: ComparisonEventData<'LedgerNotCompared'> };

export type ComparisonRefusal = 'not_begun' | 'gap';

export const noComparison: Comparison = { status: 'absent' };

export function decideComparison(
  command: ComparisonCommand,
  state: Comparison,
): Decision<ComparisonEvent, ComparisonRefusal> {
  if (command.type === 'begin') {
    return state.status === 'absent'
      ? accepted({ type: 'ComparisonBegun', data: command.fact })
      : alreadyDone;
  }
  if (state.status === 'absent') return refused('not_begun', 'This ledger is not being compared.');
  switch (command.type) {
    case 'record_not_compared':
      return accepted({ type: 'LedgerNotCompared', data: command.fact });
    case 'record_compared':
      return recordCompared(command.fact, state);
    default:
      return never(command);
  }
}

/** A window that begins later than where the last one ended would leave something out for ever. */
function recordCompared(
  fact: ComparisonEventData<'LedgerCompared'>,
  state: Extract<Comparison, { status: 'begun' }>,
): Decision<ComparisonEvent, ComparisonRefusal> {
  const doneTo = comparedTo(state, fact.afterMs);
  if (fact.askedBy === 'schedule' && isBefore(doneTo, fact.window.from)) {
    return refused('gap', `Compared up to ${doneTo}; a window from ${fact.window.from} would leave a gap.`);
  }
  return accepted({ type: 'LedgerCompared', data: fact });
}

/** Up to where the windows of this age are done. */
export function comparedTo(state: Extract<Comparison, { status: 'begun' }>, afterMs: number): Instant {
  return state.comparedTo[String(afterMs)] ?? state.from;
}

export function evolveComparison(state: Comparison, event: ComparisonEvent): Comparison {
  if (event.type === 'ComparisonBegun') {
    const { target, from } = event.data;
    return state.status === 'absent'
      ? { status: 'begun', target, from, comparedTo: {}, reading: fine }
      : state;
  }
  if (state.status === 'absent') return state;
  if (event.type === 'LedgerNotCompared') {
    return isFailure(event.data) ? { ...state, reading: failing(state.reading, event.data) } : state;
  }
  if (event.type !== 'LedgerCompared') return state;
  // A person's comparison shows that the ledger can be read; only the schedule's moves what is done.
  if (event.data.askedBy === 'person') return { ...state, reading: fine };
  const { afterMs, window, counts } = event.data;
  // Differences without an item are left: the same window again, until each of them has one.
  if (counts.notRecorded > 0) return { ...state, reading: fine };
  const done = comparedTo(state, afterMs);
  const to = isBefore(done, window.to) ? window.to : done;
  return { ...state, comparedTo: { ...state.comparedTo, [String(afterMs)]: to }, reading: fine };
}

/** A person's try is theirs to repeat, and a window that is too young is none. */
function isFailure({ askedBy, code }: ComparisonEventData<'LedgerNotCompared'>): boolean {
  return askedBy === 'schedule' && code !== 'too_early';
}

const fine: LedgerReading = { status: 'fine' };

function failing(before: LedgerReading, last: ComparisonEventData<'LedgerNotCompared'>): LedgerReading {
  return before.status === 'fine'
    ? { status: 'failing', times: 1, since: last.at, last }
    : { ...before, times: before.times + 1, last };
}
