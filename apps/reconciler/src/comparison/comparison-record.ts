import type { ComparedWindow, ComparisonCommand, Instant } from '@countersign/domain';
import type { Timer } from '@countersign/messaging';
import type { Compared } from './compare-ledgers.js';
import type { ComparisonLimits, DueWindow } from './windows.js';

/** How a comparison came to be, and what came of it; undefined where nothing was old enough. */
export interface RecordedHow {
  readonly askedBy: 'schedule' | 'person';
  readonly compared: Compared | undefined;
}

/** What a comparison came to, as the stream of the ledger is told. */
export function recordCommand(
  { system, due, at }: { readonly system: string; readonly due: DueWindow; readonly at: Instant },
  { askedBy, compared }: RecordedHow,
): ComparisonCommand {
  const { afterMs, window } = due;
  const common = { target: system, afterMs, askedBy, window, at };
  if (compared?.outcome === 'compared') {
    const { counts, totals, source } = compared;
    return { type: 'record_compared', fact: { ...common, counts, totals, source } };
  }
  const code = compared?.code ?? 'too_early';
  return { type: 'record_not_compared', fact: { ...common, code, why: whyNot(code, system) } };
}

function whyNot(code: string, system: string): string {
  if (code === 'too_early') return 'Nothing is old enough to be compared yet.';
  if (code === 'not_served') return `No capability that is served here lists the ledger of ${system}.`;
  if (code === 'claims_behind') return 'Our own side does not know everything of that time yet.';
  return `${system} was not read to the end (${code}).`;
}

/** The next window of the schedule. */
export function nextTimer(system: string, inMs: number): Timer {
  return { task: 'compare-ledger', key: `compare-ledger:${system}`, payload: { system }, dueAt: { inMs } };
}

/** The same window again for the differences that did not get their item; what cannot be read waits for its turn. */
export function restTimer(
  { system, window: { from, to } }: { readonly system: string; readonly window: ComparedWindow },
  { outcome }: Compared,
  limits: ComparisonLimits,
): Timer {
  const key = `compare-rest:${system}:${from}:${to}`;
  const inMs = outcome === 'compared' ? restInMs(limits) : limits.everyMs;
  return { task: 'compare-ledger', key, payload: { system, window: { from, to } }, dueAt: { inMs } };
}

/** Until a window is compared again whose differences did not all get their item. */
export const restInMs = ({ everyMs }: ComparisonLimits): number => Math.min(2_000, everyMs);

export const hasRest = (compared: Compared | undefined): boolean =>
  compared?.outcome === 'compared' && compared.counts.notRecorded > 0;
