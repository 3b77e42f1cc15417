import type { RecordedEvent } from '@countersign/contracts';

/** When this operation was sent for the first time; undefined when it never was. The provider's memory counts from it. */
export function firstStart(events: readonly RecordedEvent[]): string | undefined {
  const first = events.find((event) => event.type === 'ExecutionStarted')?.data['startedAt'];
  return typeof first === 'string' ? first : undefined;
}

const permits = ['PolicyDecided', 'ApprovalGranted', 'OutcomeReconciled', 'OperatorResolved'];
const isHeld = ({ type, data }: RecordedEvent, code: string): boolean =>
  type === 'ExecutionHeld' && data['code'] === code;
const isTry = (event: RecordedEvent): boolean =>
  event.type === 'ExecutionStarted' ||
  event.type === 'ExecutionRetryScheduled' ||
  isHeld(event, 'circuit_open');

/**
 * From when on trying is counted: from the first try since a call was last permitted; undefined before it. Neither
 * the time that people took, a stop included, nor the time for which no executor ran is trying: whoever comes back
 * after an hour would have no time left for a single retry. Waiting for a target that does not answer is.
 */
export function triedSince(events: readonly RecordedEvent[]): string | undefined {
  const from = events.findLastIndex((event) => permits.includes(event.type) || isHeld(event, 'stopped'));
  return events.slice(from + 1).find(isTry)?.recordedAt;
}

/** The code of a wait for a look at what earlier calls did. */
export const ownEffectUnknown = 'own_effect_unknown';

/**
 * Tries that were put off since a call was last permitted. Being held back is none, and neither is waiting for a look:
 * no call was made, and none of the attempts is used up.
 */
export function retriesSince(events: readonly RecordedEvent[]): number {
  return putOffSince(events).filter(({ data }) => data['code'] !== ownEffectUnknown).length;
}

/** Looks at what earlier calls did that gave no answer, since a call was last permitted. */
export function looksSince(events: readonly RecordedEvent[]): number {
  return putOffSince(events).filter(({ data }) => data['code'] === ownEffectUnknown).length;
}

function putOffSince(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const from = events.findLastIndex(({ type }) => permits.includes(type));
  return events.slice(from + 1).filter(({ type }) => type === 'ExecutionRetryScheduled');
}

/** Whether a worker, after its attempt had been closed, or the target said it was done, and nobody has found out since. */
export function isSaidToBeDone(events: readonly RecordedEvent[]): boolean {
  const last = events.findLast(
    (event) => ['OutcomeReconciled', 'OperatorResolved'].includes(event.type) || saysItWasDone(event),
  );
  return last !== undefined && saysItWasDone(last);
}

function saysItWasDone({ type, data }: RecordedEvent): boolean {
  return (
    (type === 'ResultCameLate' && data['class'] === 'succeeded') ||
    (type === 'TargetReported' && data['says'] === 'effect_succeeded')
  );
}
