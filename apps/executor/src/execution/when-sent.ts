import type { RecordedEvent } from '@countersign/contracts';

/** When this operation was sent for the first time; undefined when it never was. The provider's memory counts from it. */
export function firstStart(events: readonly RecordedEvent[]): string | undefined {
  const first = events.find((event) => event.type === 'ExecutionStarted')?.data['startedAt'];
  return typeof first === 'string' ? first : undefined;
}

const permits = ['PolicyDecided', 'ApprovalGranted', 'OutcomeReconciled', 'OperatorResolved'];

/**
 * From when on trying is counted: from what last permitted a call, not from the draft. People take their time, and
 * a proposal that waited an hour for them would have no time left for a single retry.
 */
export function permittedAt(events: readonly RecordedEvent[]): string | undefined {
  return events.findLast(({ type }) => permits.includes(type))?.recordedAt;
}
