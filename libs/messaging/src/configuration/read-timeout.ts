import type { EnvironmentReader } from './environment.js';

/** How long one reading of somebody's records may take before it counts as no answer. Milliseconds, `READ_TIMEOUT_MS`. */
export function readTimeoutOf(read: EnvironmentReader): number {
  return read.whole('READ_TIMEOUT_MS', { min: 50, max: 60_000 }, 5_000);
}
