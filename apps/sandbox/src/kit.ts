/**
 * What a stand-in for an outside system is made of: a ledger on disk, records with versions, routes, faults that hit
 * them, and operations that happen once. A capability brings its own stand-in with nothing but this, so that it cannot
 * share a mistake with the code it stands against. It refuses to listen or to keep time by itself: the sandbox does both.
 * Invariant: an effect that was acknowledged is on disk.
 */
export type { Ledger } from './ledger/database.js';
export { type Done, type Effect, type Refused, refused } from './records/operations.js';
export { type OwnedRecords, ownedRecords } from './records/owned-records.js';
export { type RecordSystem, recordSystem } from './records/record-system.js';
export { type Body, found, owned, recordRoute, type Shelf } from './records/shelf.js';
export type { StandIn } from './stand-in.js';
export { json, type Reply, refuse } from './wire/reply.js';
export { type Call, param, type Route, route } from './wire/router.js';
export type { System } from './wire/system.js';
