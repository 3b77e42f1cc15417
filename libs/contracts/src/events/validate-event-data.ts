import { contractOf } from './event-contracts.js';
import { type Fault, faultsOf, tolerant } from './faults.js';

/**
 * What is wrong with the data of an event of the current version; empty if nothing is. Called at the edges
 * (before data from outside becomes an event) and in tests, not on every read: it costs 15 µs for seven
 * fields, and what the store holds was checked before and is sealed by its hash. Unknown fields are
 * tolerated, because a newer release may have written them.
 */
export function validateEventData(type: string, data: unknown): readonly Fault[] {
  const contract = contractOf(type);
  if (contract === undefined) return [{ field: '', reason: 'is of an event type that is not known' }];
  return faultsOf(contract.class, data, tolerant);
}
