import { randomUUID } from 'node:crypto';
import type { NewEvent } from '@countersign/contracts';
import type { JsonObject } from '@countersign/domain';
import type { Append } from '../port.js';

/** An event for tests of the store, which does not look inside. */
export function someEvent(type: string, data: JsonObject = { note: 'any' }): NewEvent {
  return {
    id: randomUUID(),
    type,
    schemaVersion: 1,
    data,
    metadata: { causationId: randomUUID(), correlationId: randomUUID() },
  };
}

export function someAppend(stream: string, expectedVersion: number, events: readonly NewEvent[]): Append {
  return { tenant: 'fjordlight', stream, expectedVersion, events };
}
