/**
 * What the system says about itself: JSON log lines, trace context, and OpenTelemetry when it is configured.
 *
 * Refuses: free text. A log line is an event name and fields from one list (`log-fields.ts`); what customers
 * write, names, tokens and error messages have no field, and values that look like one are masked.
 *
 * Invariant: nothing here can fail the work it describes, and without an endpoint no SDK is even loaded.
 */

export type { LogFields } from './logging/log-fields.js';
export type { Log, LoggerOptions, LogLevel } from './logging/logger.js';
export { createLogger } from './logging/logger.js';
export type { Telemetry, TelemetryOptions } from './tracing/start-telemetry.js';
export { startTelemetry } from './tracing/start-telemetry.js';
export type { TraceContext } from './tracing/traceparent.js';
export {
  currentTraceparent,
  withTraceparent,
} from './tracing/traceparent.js';
