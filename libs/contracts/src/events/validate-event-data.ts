import { contractOf } from './event-contracts.js';
import { type Fault, faultsOf, tolerant } from './faults.js';

/**
 * What is wrong with the data of an event of the current version; empty if nothing is. It holds every recorded sample
 * against its class, and policy every draft, which roles write in which a model lives. Other services do not call it:
 * what they append is typed by the domain, what comes from outside is checked by the class of its message, and what the
 * store holds is sealed by its hash. Unknown fields are tolerated, because a newer release may have written them.
 */
export function validateEventData(type: string, data: unknown): readonly Fault[] {
  const contract = contractOf(type);
  if (contract === undefined) return [{ field: '', reason: 'is of an event type that is not known' }];
  return faultsOf(contract.class, data, tolerant);
}
