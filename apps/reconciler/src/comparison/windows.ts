import { type ComparedWindow, type Comparison, comparedTo, type Instant } from '@countersign/domain';
import type { CompareLimits } from './compare-ledgers.js';

/** When a ledger is compared, and how much of it at once. Milliseconds. */
export interface ComparisonLimits extends CompareLimits {
  readonly everyMs: number;
  /** How old the newest end of a window is at least: what is younger may still be in flight. Not below the band. */
  readonly settleMs: number;
  /** Each window is compared again at these ages, because what was accepted can fail days later (C21). */
  readonly againAfterMs: readonly number[];
  readonly windowMaxMs: number;
  /** After so many windows in a row that could not be compared, people are asked. */
  readonly failuresMax: number;
}

type Begun = Extract<Comparison, { status: 'begun' }>;

export interface DueWindow {
  readonly afterMs: number;
  readonly window: ComparedWindow;
}

/** An older age moves in longer steps: what a proposal costs does not grow with how often its window is read. */
const stepsAnAge = 24;

/**
 * The window to compare next: of the age that is most behind, from where that age is done, less the band, so that
 * two windows overlap. Undefined when nothing is old enough yet. Whole seconds, because targets count in them.
 */
export function nextWindow(state: Begun, limits: ComparisonLimits, nowMs: number): DueWindow | undefined {
  const [most] = ages(limits)
    .map((afterMs) => ({ afterMs, behind: behind(state, { afterMs, limits, nowMs }) }))
    .filter(({ behind: { spanMs } }) => spanMs >= 1_000)
    .filter(({ afterMs, behind: { steps } }) => afterMs === limits.settleMs || steps >= 1)
    .sort((a, b) => b.behind.steps - a.behind.steps);
  if (most === undefined) return undefined;
  const doneMs = Date.parse(comparedTo(state, most.afterMs));
  const toMs = Math.min(most.behind.toMs, doneMs + limits.windowMaxMs);
  const fromMs = Math.max(Date.parse(state.from), doneMs - limits.bandMs);
  return { afterMs: most.afterMs, window: { from: instant(floored(fromMs)), to: instant(floored(toMs)) } };
}

/** Until the next window is due: at once while one is behind by a whole step. */
export function nextInMs(state: Begun, limits: ComparisonLimits, nowMs: number): number {
  const isBehind = ages(limits).some((afterMs) => behind(state, { afterMs, limits, nowMs }).steps >= 1);
  return isBehind ? 0 : limits.everyMs;
}

function behind(
  state: Begun,
  { afterMs, limits, nowMs }: { afterMs: number; limits: ComparisonLimits; nowMs: number },
) {
  const toMs = floored(nowMs - afterMs);
  const spanMs = toMs - Date.parse(comparedTo(state, afterMs));
  const stepMs =
    afterMs === limits.settleMs ? limits.everyMs : Math.max(limits.everyMs, afterMs / stepsAnAge);
  return { toMs, spanMs, steps: spanMs / stepMs };
}

const ages = ({ settleMs, againAfterMs }: ComparisonLimits): readonly number[] => [settleMs, ...againAfterMs];
const floored = (ms: number): number => Math.floor(ms / 1_000) * 1_000;
const instant = (ms: number): Instant => new Date(ms).toISOString();
