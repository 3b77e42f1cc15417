/**
 * For tests: the suite that every transport passes, and a service written as functions.
 * It refuses to know which transport it tests. Its one invariant: what passes here keeps order, loses nothing and
 * treats each kind of failure as the table says.
 */
export { append, someEvent } from './events.js';
export { describeParking, type OpenParking } from './parking-contract.js';
export { postgresWorld } from './postgres-world.js';
export { rule, serviceOf, type TestRule } from './rule.js';
export { describeTransport, type UnderTest } from './transport-contract.js';
export type { TransportWorld } from './world.js';
