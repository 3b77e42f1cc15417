import type { RecordedEvent } from '@countersign/contracts';
import type { PlannerFailure } from '../port/step.js';

const waitMaxMs = 10 * 60_000;

/**
 * How long to wait before a planner in trouble is asked again, in milliseconds; undefined when it is not: a provider
 * that refuses to answer says the same again, and the waits are so many and no more. As long as it asked, at least.
 * Failures are counted in the case's stream, so that no restart starts them over.
 */
export function waitAfter(
  failure: PlannerFailure,
  events: readonly RecordedEvent[],
  waitsMs: readonly number[],
): number | undefined {
  if (failure.class === 'refused') return undefined;
  const wait = waitsMs[failuresInARow(events)];
  if (wait === undefined) return undefined;
  return Math.min(waitMaxMs, Math.max(wait, failure.retryAfterMs ?? 0));
}

/** Turns at the end of the stream in which the planner itself failed. */
function failuresInARow(events: readonly RecordedEvent[]): number {
  const turns = events.filter(({ type }) => type === 'ModelTurnTaken').toReversed();
  const other = turns.findIndex(({ data }) => !isFailure(data['refusals']));
  return other < 0 ? turns.length : other;
}

function isFailure(refusals: unknown): boolean {
  const [first] = Array.isArray(refusals) ? (refusals as { field?: string }[]) : [];
  return first?.field === 'model';
}
