import { processorMsOf } from '../measure/processor-time.js';
import { median, spread } from '../measure/statistics.js';
import type { BenchDatabase, BenchServer } from '../server/bench-server.js';
import { statementsOf } from '../server/statement-counts.js';
import type { OutsideWorld } from './outside-world.js';
import type { ServicesUnderTest } from './services-under-test.js';

/**
 * What can be counted of a proposal: processor milliseconds by process (the services, PostgreSQL, the payment
 * stand-in, and this process, which is observer, person and agent), and what PostgreSQL was asked to do.
 */
const counted = [
  ...(['servicesMs', 'databaseMs', 'targetMs', 'driverMs'] as const),
  ...(['statements', 'pages', 'walRecords'] as const),
] as const;
export type Counted = (typeof counted)[number];
/** Of one proposal; without what could not be counted. */
export type Cost = Readonly<Partial<Record<Counted, number>>>;

export interface Metered {
  readonly server: BenchServer;
  readonly outside: OutsideWorld;
  readonly services?: ServicesUnderTest;
  /** Where statements are counted. */
  readonly database?: BenchDatabase;
}

/** Reads all counters right before and right after a round. Beside seconds these are what a busy machine leaves alone. */
export class CostMeter {
  readonly costs: Cost[] = [];
  #before: Cost = {};

  constructor(private readonly of: Metered) {}

  async begin(): Promise<void> {
    this.#before = await this.#read();
  }

  async end(proposals: number): Promise<void> {
    const after = await this.#read();
    const each = (name: Counted) => ((after[name] ?? 0) - (this.#before[name] ?? 0)) / proposals;
    const known = counted.filter((name) => after[name] !== undefined);
    this.costs.push(Object.fromEntries(known.map((name) => [name, each(name)])));
  }

  async #read(): Promise<Cost> {
    const { server, outside, services, database } = this.of;
    const { user, system } = process.cpuUsage();
    return present({
      driverMs: (user + system) / 1_000,
      servicesMs: (await services?.standing())?.cpuMs,
      databaseMs: await processorMsOf(server.pid),
      targetMs: await processorMsOf(outside.pid),
      ...(database === undefined ? {} : await statementsOf(database)),
    });
  }
}

/** The median of the rounds, and how far they lie apart. */
export function costOf(costs: readonly Cost[]): { readonly cost: Cost; readonly apart: Cost } {
  const of = (reduce: (values: readonly number[]) => number): Cost =>
    Object.fromEntries(
      counted
        .map((name) => [name, costs.flatMap((cost) => cost[name] ?? [])] as const)
        .filter(([, values]) => values.length > 0)
        .map(([name, values]) => [name, reduce(values)]),
    );
  return { cost: of(median), apart: of(spread) };
}

/** All processes together. */
export function processorMs({ servicesMs = 0, databaseMs = 0, targetMs = 0, driverMs = 0 }: Cost): number {
  return servicesMs + databaseMs + targetMs + driverMs;
}

function present(values: Readonly<Partial<Record<Counted, number | undefined>>>): Cost {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
