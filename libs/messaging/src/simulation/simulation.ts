/**
 * For a simulation of the services in one process: the store in memory, and the hearing that every transport shares
 * (order within a stream, tries, setting aside) without a transport.
 * It refuses to know of a test runner. Its one invariant: what is simulated here is the code that runs in production.
 */
export { Consumer, type ConsumerOptions, type Counts } from '../delivery/consumer.js';
export { type Delivery, eventDelivery, messageDelivery, timerDelivery } from '../delivery/delivery.js';
export type { Rule } from '../delivery/hear.js';
export { LowWaterMark } from '../delivery/low-water-mark.js';
export type { Parked, Parking, ToPark } from '../delivery/parking.js';
export { MemoryEventStore, type MemoryEventStoreOptions } from '../testing/memory-event-store.js';
export { MemoryReadModels } from '../testing/memory-read-models.js';
export { type Author, MemoryRecords, type MemoryTimer } from '../testing/memory-records.js';
