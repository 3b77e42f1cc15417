import type { Calls } from '../ledger/calls.js';
import type { Refuse } from './reply.js';
import type { Route } from './router.js';

/** One outside system: what it answers, how it is administered, and what it keeps. */
export interface System {
  name: string;
  routes: Route[];
  /** On the admin server, below `/<name>`. */
  adminRoutes: Route[];
  refuse: Refuse;
  calls: Calls;
  /** What the calls did to the outside world, where that is worth counting. */
  effects?: () => unknown[];
  reset(): void;
  close(): void;
}
