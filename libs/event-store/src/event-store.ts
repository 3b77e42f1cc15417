/**
 * The append-only store on PostgreSQL: append, read, subscribe, project, verify.
 * It refuses to append without an exact expected version, and what the logged-in role has no authority for; it
 * has no way to change or remove an event. Its one invariant: an event that a reader has passed never gains a
 * neighbour before it, and every event is bound by hash to the whole of its stream before it.
 */
export type { EventCodec } from './codec.js';
export { compareCursors } from './cursor.js';
export { type Checkpoint, Checkpoints } from './feed/checkpoints.js';
export { Listener } from './feed/listener.js';
export { type FollowOptions, SharedReader, type SharedReaderOptions } from './feed/shared-reader.js';
export { eventSource, type FeedSource, messageSource } from './feed/source.js';
export type { Head, HoldingBack } from './horizon.js';
export type { NewMessage, RecordedMessage } from './messages.js';
export { type MigrateOptions, type Migration, MigrationRefused, migrate, migrations } from './migrate.js';
export {
  type Append,
  type AppendAnswer,
  type Claim,
  type ClaimRequest,
  type Cursor,
  type EventStore,
  type LookedUpType,
  type Page,
  START,
  type TimerRequest,
} from './port.js';
export { PostgresEventStore, type PostgresEventStoreOptions } from './postgres-event-store.js';
export { type Projection, UnreadableEvent } from './read-models/projection.js';
export { ReadModelRunner, type ReadModelRunnerOptions } from './read-models/read-model-runner.js';
export {
  InvalidCursor,
  type ListPage,
  type ListQuery,
  type ReadModelEntry,
  ReadModels,
} from './read-models/read-models.js';
export { type Role, type RolePasswords, roles } from './roles.js';
export { type Sealing, sealingWith, sealingWithoutKeys } from './sensitive/sealing.js';
export { FORGOTTEN, SEALED_TEXT, type SensitiveTypes } from './sensitive/sensitive-codec.js';
export { type Subject, SubjectKeys, type SubjectKeysOptions } from './sensitive/subject-keys.js';
export { codeOf, StoreError, type StoreErrorCode } from './store-error.js';
export type { ConnectionOptions } from './store-pool.js';
export { type ReplayOptions, replayAll } from './verify/replay.js';
export { latestSeal, type Seal, type SealSigner, sealHeads } from './verify/seal.js';
export {
  type Finding,
  type FindingCode,
  type Verification,
  type VerifyOptions,
  verifyChain,
} from './verify/verify-chain.js';
export type { VerifySignature } from './verify/verify-seals.js';
