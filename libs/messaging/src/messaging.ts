/**
 * How services hear, and the one way they answer: transports under NestJS `@EventPattern` controllers, streams
 * (load, decide, append), the kinds of failure, and the host that runs services in a process.
 * It refuses to decide anything about the business, to skip a message, and to retry without a bound.
 * Its one invariant: every message is handled or kept aside with its reason, in the order of its stream, at
 * least once; answering it twice appends once.
 */
export { ConfigurationError, EnvironmentReader, environment } from './configuration/environment.js';
export { readTimeoutOf } from './configuration/read-timeout.js';
export { settleWindowOf } from './configuration/settle-window.js';
export { type TrustedIdentity, trustedIdentityOf } from './configuration/trusted-identity.js';
export type { Parked, ParkedStatus } from './delivery/parking.js';
export {
  bug,
  Failure,
  type FailureKind,
  failureOf,
  outcomeUnknown,
  poison,
  rejection,
  retryable,
} from './failure/failure.js';
export { type Treatment, treatments } from './failure/treatments.js';
export { type Host, type HostOptions, startHost } from './host/host.js';
export type { BusChoice } from './host/open-bus.js';
export type { Readiness, ServiceReadiness } from './host/readiness.js';
export { programConfigIn, serve } from './host/serve.js';
export { startOrSayWhy } from './host/start-or-say-why.js';
export { type Follow, LiveEvents } from './live/live-events.js';
export { type ParkedFilter, ParkedMessages } from './postgres/parked-messages.js';
export {
  PostgresTransport,
  type PostgresTransportOptions,
  type TransportStanding,
} from './postgres/postgres-transport.js';
export { ProcessFeed, type ProcessFeedOptions } from './postgres/process-feed.js';
export type { Answer, Cause, Loaded, Timer, TimerFired, Work } from './streams/answer.js';
export {
  type CaseStreams,
  caseStreams,
  type ProposalStreams,
  proposalStreams,
  type StreamCaches,
  type StreamPorts,
  streamCaches,
} from './streams/categories.js';
export { type CountedClaim, type CountingPorts, countedClaims } from './streams/counted-claims.js';
export {
  type ComparisonStreams,
  comparisonStreams,
  type DifferenceStreams,
  differenceStreams,
} from './streams/ledger-streams.js';
export { replacedBefore } from './streams/replaced-proposals.js';
export { type InForce, readStop, type StopStreams, stopInForce, stopStreams } from './streams/stops.js';
export { Streams, type To } from './streams/streams.js';
export type { ReadModelDefinition, ReadModelQueries } from './wiring/read-models.js';
export {
  casesToken,
  configToken,
  ingressToken,
  liveToken,
  loggerToken,
  portsToken,
  proposalsToken,
  type Report,
  readModelsToken,
  reportToken,
  shutdownToken,
  storeToken,
  workerToken,
} from './wiring/tokens.js';
export type {
  Environment,
  HttpEdge,
  Ingress,
  Publication,
  ServiceDefinition,
  Wiring,
} from './wiring/wiring.js';
export { wiringModule } from './wiring/wiring-module.js';
