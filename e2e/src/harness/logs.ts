import type { LogLevel } from '@countersign/telemetry';

/** What the services of a system log, wherever they run. */
export interface Logs {
  readonly level: LogLevel;
  write(line: string): void;
}
