import type { RecordedEvent } from '@countersign/contracts';

/** When this operation was sent for the first time; undefined when it never was. The provider's memory counts from it. */
export function firstStart(events: readonly RecordedEvent[]): string | undefined {
  const first = events.find((event) => event.type === 'ExecutionStarted')?.data['startedAt'];
  return typeof first === 'string' ? first : undefined;
}

const permits = ['PolicyDecided', 'ApprovalGranted', 'OutcomeReconciled', 'OperatorResolved'];
const tries = ['ExecutionStarted', 'ExecutionRetryScheduled'];

/**
 * From when on trying is counted: from the first try since a call was last permitted; undefined before it. Neither
 * the time that people took nor the time for which no executor ran is trying: whoever comes back after an hour
 * would have no time left for a single retry.
 */
export function triedSince(events: readonly RecordedEvent[]): string | undefined {
  const permitted = events.findLastIndex(({ type }) => permits.includes(type));
  return events.slice(permitted + 1).find(({ type }) => tries.includes(type))?.recordedAt;
}
