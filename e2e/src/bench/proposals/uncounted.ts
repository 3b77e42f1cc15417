import type { BenchDatabase } from '../server/bench-server.js';
import { type Floor, transitions } from './floor.js';
import type { OutsideWorld } from './outside-world.js';
import type { ProposalDriver } from './proposal-driver.js';
import type { ServicesUnderTest } from './services-under-test.js';

export interface Counted {
  readonly database: BenchDatabase;
  readonly outside: OutsideWorld;
  readonly services: ServicesUnderTest;
  readonly driver: ProposalDriver;
  readonly floor?: Floor;
}

/** Whatever does not add up: effects, events, calls, and messages set aside. Each completed proposal has one of each. */
export async function uncounted(counted: Counted): Promise<string[]> {
  const { database, outside, services, driver, floor } = counted;
  const faults: string[] = [];
  const equal = (what: string, expected: number, found: number) => {
    if (expected !== found) faults.push(`${what}: ${expected} expected, ${found} found`);
  };
  const effects = await outside.effects();
  const onceEach = (ids: readonly string[]) => ids.filter((id) => effects.get(id) === 1).length;
  equal('proposals with exactly one effect', driver.completed.length, onceEach(driver.completed));
  if (floor !== undefined) {
    equal('floor operations with exactly one effect', floor.completed.length, onceEach(floor.completed));
  }
  const { calls, parked } = await services.standing();
  equal('messages set aside', 0, parked);
  equal('refund calls', driver.completed.length, calls.refunds);
  equal('read-back calls', driver.completed.length, calls.readBacks);
  const [stored] = await database.query<{ completed: string; events: string; appends: string }>(
    `select count(*) filter (where type = 'ProposalCompleted')::text as completed, count(*)::text as events,
       count(distinct (stream, recorded_at))::text as appends
     from countersign.events where recorded_at >= $1 and stream like 'proposal-%'`,
    [counted.driver.since],
  );
  // What is done at times and not for each proposal, as comparing ledgers, has streams of its own.
  const events = transitions.reduce((sum: number, count) => sum + count, 0);
  equal('completed proposals in the store', driver.completed.length, Number(stored?.completed));
  equal('events in the store', driver.completed.length * events, Number(stored?.events));
  // The floor writes as many commits as the product has appends, or it is no longer the same work.
  equal('appends in the store', driver.completed.length * transitions.length, Number(stored?.appends));
  return faults;
}
