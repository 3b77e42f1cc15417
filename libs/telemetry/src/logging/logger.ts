import { type DestinationStream, type Logger, pino } from 'pino';
import { currentTraceparent, parseTraceparent } from '../tracing/traceparent.js';
import { errorFacts } from './error-facts.js';
import { allowedFields, type LogFields } from './log-fields.js';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export interface LoggerOptions {
  readonly service: string;
  readonly level: LogLevel;
  /** Where lines go; standard output when absent. */
  readonly destination?: { write(line: string): void };
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A log line is a fixed event name (`reader.caught_up`) and known fields; see `log-fields.ts`. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields, cause?: unknown): void;
  error(event: string, fields?: LogFields, cause?: unknown): void;
  /** The same log with fields on every line. */
  with(fields: LogFields): Log;
}

const EVENT_NAME = /^[a-z][a-z0-9_.-]{0,63}$/;

/** JSON lines through pino. Never throws, never writes a field that is not on the list. */
export function createLogger({ service, level, destination, now }: LoggerOptions): Log {
  const options = {
    level,
    base: { service },
    messageKey: 'event',
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: () => `,"time":"${new Date(now()).toISOString()}"`,
  };
  return logOver(destination === undefined ? pino(options) : pino(options, destination as DestinationStream));
}

function logOver(lines: Logger): Log {
  function write(
    level: Exclude<LogLevel, 'silent'>,
    event: string,
    fields: LogFields = {},
    cause?: unknown,
  ): void {
    if (!lines.isLevelEnabled(level)) return;
    const facts = cause === undefined ? {} : { error: errorFacts(cause) };
    lines[level](
      { ...traced(), ...allowedFields(fields), ...facts },
      EVENT_NAME.test(event) ? event : 'event_name_refused',
    );
  }
  return {
    debug: (event, fields) => write('debug', event, fields),
    info: (event, fields) => write('info', event, fields),
    warn: (event, fields, cause) => write('warn', event, fields, cause),
    error: (event, fields, cause) => write('error', event, fields, cause),
    with: (fields) => logOver(lines.child(allowedFields(fields))),
  };
}

function traced(): { traceId?: string } {
  const context = parseTraceparent(currentTraceparent());
  return context === undefined ? {} : { traceId: context.traceId };
}
