import { deterministicId, type NewEvent } from '@countersign/contracts';
import type { JsonObject } from '@countersign/domain';
import type { EventStore } from '@countersign/event-store';

let made = 0;

/** An event for tests of the transport, which does not look inside. */
export function someEvent(type: string, data: JsonObject = {}, schemaVersion = 1): NewEvent {
  made += 1;
  const id = deterministicId('transport test', process.pid, made);
  return { id, type, schemaVersion, data, metadata: { causationId: id, correlationId: id } };
}

/** Appends events to a stream that has `after` events. */
export async function append(
  store: EventStore,
  stream: string,
  after: number,
  ...events: readonly NewEvent[]
): Promise<void> {
  const answer = await store.append({ tenant: 'fjordlight', stream, expectedVersion: after, events });
  if (answer.outcome !== 'appended') throw new Error(`The append was answered with ${answer.outcome}.`);
}
