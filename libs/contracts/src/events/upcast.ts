import type { RecordedEvent } from '../envelope/event.js';
import { contractOf, type EventContract } from './event-contracts.js';

/** The event was written by a newer release than this one; recognised by its code. */
export class SchemaTooNew extends Error {
  readonly code = 'schema_too_new';
  constructor(
    readonly type: string,
    readonly schemaVersion: number,
  ) {
    super(`${type} is of version ${schemaVersion}, which this release cannot read.`);
  }
}

/**
 * An event in the shape of its current version. An event of the current version is returned as it is, at
 * the cost of one comparison, because every read passes here; its data is not validated again. A type that
 * this release does not know is returned as it is too: folds pass over it.
 * @throws SchemaTooNew for a version above the current one.
 */
export function upcast<Event extends RecordedEvent>(recorded: Event): Event {
  const contract = contractOf(recorded.type);
  return contract === undefined ? recorded : upcastBy(contract, recorded);
}

/** The same by a given contract. Hash and id stay those of what was written. */
export function upcastBy<Event extends RecordedEvent>(contract: EventContract, recorded: Event): Event {
  if (recorded.schemaVersion === contract.current) return recorded;
  if (recorded.schemaVersion > contract.current)
    throw new SchemaTooNew(recorded.type, recorded.schemaVersion);
  let data: Readonly<Record<string, unknown>> = recorded.data;
  for (let version = recorded.schemaVersion; version < contract.current; version += 1) {
    const next = contract.upcasters[version];
    if (next === undefined) throw new Error(`${recorded.type} has no upcaster from version ${version}.`);
    data = next(data);
  }
  return { ...recorded, schemaVersion: contract.current, data };
}
