/**
 * A world in one process, driven by one seed: simulated time, chance, network, bus and crashes around the real rules.
 * It refuses to let anything happen that the seed did not decide. Its one invariant: the same seed is the same run,
 * step for step, in every process.
 */
export { Chance } from './chance.js';
export { Container } from './container.js';
export { type Fault, FaultBook, type Likelihood, type Point, type Profile } from './fault-book.js';
export { MemoryParking } from './memory-parking.js';
export { type SimulatedReply, type SimulatedRequest, simulatedFetch, type Targets } from './network.js';
export { type Machine, ProcessCalls, processPorts } from './process-ports.js';
export { ProcessStore } from './process-store.js';
export { Owner, Scheduler } from './scheduler.js';
export { type KeptMessage, newSeat, type Seat, ServiceProcess } from './service-process.js';
export { virtualGlobals } from './virtual-globals.js';
export type { WebRequest } from './web-request.js';
