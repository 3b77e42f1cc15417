import type { BusName } from './options.js';
import type { BenchServer } from './server/bench-server.js';

/** What a benchmark is given. */
export interface Bench {
  readonly server: BenchServer;
  readonly quick: boolean;
  readonly bus: BusName;
  /** One line for whoever waits. */
  say(what: string): void;
}
