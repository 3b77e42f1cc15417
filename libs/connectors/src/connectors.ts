/**
 * The words every connector answers in. The clients themselves are separate entries, one a system and a
 * direction (`/payments/read`, `/payments/write` …), so that an import list shows who could move money.
 *
 * Refuses to guess: a look-up that failed is `no_answer`, never "not there"; an effect that may have happened
 * is `unknown`, never "failed".
 *
 * Invariant: no connector throws for anything an outside system does, and none repeats a write.
 */

export { type Address, type Connection, type ConnectionPorts, connections } from './network/connection.js';
export type { FetchPort } from './network/fetch-port.js';
export type { ExecutionResult, TransientCode, UnknownCode } from './result/execution-result.js';
export type { NoAnswer, NoAnswerCode, ReadResult } from './result/read-result.js';
export type { ReportReading, ReportRefusal, TargetReport } from './result/target-report.js';
