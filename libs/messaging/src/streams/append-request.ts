import {
  deterministicId,
  eventIdOf,
  type NewEvent,
  type RecordedEvent,
  schemaVersionOf,
} from '@countersign/contracts';
import type { JsonObject } from '@countersign/domain';
import type { Append, TimerRequest } from '@countersign/event-store';
import type { Cause, Timer, TimerFired, Work } from './answer.js';

export interface CausedBy extends Cause {
  readonly tenant: string;
  readonly stream: string;
  readonly rule: string;
}

/** Whatever was heard, as a cause. */
export function causedBy(heard: RecordedEvent<string, unknown> | Cause): Cause {
  const { correlationId, traceparent } = 'metadata' in heard ? heard.metadata : heard;
  return { id: heard.id, correlationId, ...(traceparent === undefined ? {} : { traceparent }) };
}

/** One append, complete: deterministic ids, metadata, and what goes into the same commit. */
export function requestOf(
  by: CausedBy,
  expectedVersion: number,
  events: readonly { readonly type: string; readonly data: JsonObject }[],
  work: Exclude<Work<unknown>, 'nothing'>,
): Append {
  const { claims, releases, timers, timersCancelled, notAfter } = work;
  return {
    tenant: by.tenant,
    stream: by.stream,
    expectedVersion,
    events: events.map((event, ordinal) => newEvent(by, event, ordinal)),
    ...(claims && claims.length > 0 && { claims }),
    ...(releases && releases.length > 0 && { releases }),
    ...(timers && timers.length > 0 && { timers: timers.map((timer) => timerRequest(by, timer)) }),
    ...(timersCancelled && timersCancelled.length > 0 && { timersCancelled }),
    ...(notAfter !== undefined && { notAfter }),
  };
}

function newEvent(
  by: CausedBy,
  { type, data }: { type: string; data: JsonObject },
  ordinal: number,
): NewEvent {
  const { correlationId, traceparent } = by;
  return {
    id: eventIdOf({ ...by, causeId: by.id }, ordinal),
    type,
    schemaVersion: schemaVersionOf(type) ?? 1,
    data,
    metadata: {
      causationId: by.id,
      correlationId,
      ...(traceparent === undefined ? {} : { traceparent }),
    },
  };
}

/** What is stored as the job's payload is the message its rule will hear. */
function timerRequest(by: CausedBy, { task, key, payload, dueAt }: Timer): TimerRequest {
  const id = deterministicId('timer', by.id, by.rule, by.tenant, by.stream, task, key);
  const fired: TimerFired = {
    id,
    causeId: id,
    correlationId: by.correlationId,
    ...(by.traceparent === undefined ? {} : { traceparent: by.traceparent }),
    tenant: by.tenant,
    stream: by.stream,
    key,
    payload,
  };
  return { task, key, payload: { ...fired }, dueAt };
}
