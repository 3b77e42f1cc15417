import { contractOf } from '../events/event-contracts.js';

/**
 * The newest version of an event type's data that this program can read and the one it writes, or undefined
 * for a type it does not know. A type is at 1 until its data changes; an upcaster then comes with the number.
 */
export function schemaVersionOf(type: string): number | undefined {
  return contractOf(type)?.current;
}
