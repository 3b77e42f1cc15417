/**
 * For a capability that brings the client of its own system: one request that changes something, sent at most once.
 * Invariant: the same operation always sends the same bytes under the same `operation-id`, so that a target that
 * remembers it applies it at most once.
 */
export type { Connection } from '../network/connection.js';
export { type JsonEffect, sendJson } from '../network/json-write.js';
export { type Fields, isCount, isText } from '../network/shape.js';
export type { ExecutionResult } from '../result/execution-result.js';
