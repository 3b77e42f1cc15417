/**
 * For a capability that brings the client of its own system: asking a JSON server questions, strictly. An answer of
 * another shape is no answer, a failed look is unknown, and absence is only what the target says itself.
 */
export type { Connection } from '../network/connection.js';
export { type JsonQuestion, readJson } from '../network/json-read.js';
export { type Fields, fieldsOf, isCount, isInstant, isText, listOf } from '../network/shape.js';
export { type FieldKind, type Shape, type Shaped, shaped, texts } from '../network/shaped.js';
export type { NoAnswer, ReadResult } from '../result/read-result.js';
export { settledBy } from '../result/settled.js';
export type { ReportReading } from '../result/target-report.js';
export { type LedgerAsked, type LedgerPage, type LedgerQuestion, listLedger } from './list-ledger.js';
export { type KeptAt, type Operations, operationsOf } from './operations.js';
export { type RecordQuestion, recordsOf, withinTenant } from './records.js';
export { type OperationLook, type Sought, type SoughtOperation, seekOperation } from './seek-operation.js';
export { readSigned, type SignedBy, type SignedDelivery } from './signed-report.js';
