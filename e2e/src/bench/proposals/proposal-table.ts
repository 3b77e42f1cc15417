import type { JsonObject } from '@countersign/domain';
import { median, percent, spread } from '../measure/statistics.js';
import { decimals, type Table, whole } from '../report.js';
import { type Cost, processorMs } from './cost.js';

export interface Reached {
  readonly name: 'system' | 'floor';
  readonly inFlight: number;
  readonly rates: readonly number[];
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cost: Cost;
}

export function proposalTable(reached: readonly Reached[]): { table: Table; figures: JsonObject } {
  const concurrencies = [...new Set(reached.map(({ inFlight }) => inFlight))];
  const comparisons = concurrencies.map((inFlight) => compared(reached, inFlight));
  return {
    table: {
      title: '(b) Whole proposals, from draft to completed, approved from outside at once',
      columns: ['contender', 'in flight', 'a second', 'spread', 'p50 ms', 'p99 ms'],
      rows: reached.map(({ name, inFlight, rates, p50Ms, p99Ms }) => [
        name,
        String(inFlight),
        whole(median(rates)),
        percent(spread(rates)),
        decimals(p50Ms, 1),
        decimals(p99Ms, 1),
      ]),
      notes: [
        ...comparisons.map(
          ({ inFlight, rate, p50 }) =>
            `at ${inFlight}: ${decimals(rate, 2)} of the floor, p50 ${decimals(p50, 1)} times its p50${aims.get(inFlight) ?? ''}`,
        ),
        'The floor: the same rows in the same number of commits, grouped on one connection, and the same two HTTP calls.',
        'The approval: the customer opens the card and decides over HTTP (two more calls, which the floor has not).',
      ],
    },
    figures: {
      measured: reached.map((one) => ({ ...one, rates: [...one.rates], perSecond: median(one.rates) })),
      ratios: comparisons.map((one) => ({ ...one })),
    },
  };
}

/** Which process a proposal costs how much of a processor; full processors allow no more than the ratio of the sums. */
export function processTable(reached: readonly Reached[]): Table {
  const concurrencies = [...new Set(reached.map(({ inFlight }) => inFlight))];
  return {
    title: '(b) What a proposal costs each process, in processor milliseconds',
    columns: [
      ...['contender', 'in flight', 'services', 'PostgreSQL', 'payment stand-in', 'observer and person'],
      'together',
    ],
    rows: reached.map(({ name, inFlight, cost }) => [
      ...[name, String(inFlight)],
      ...[cost.servicesMs, cost.databaseMs, cost.targetMs, cost.driverMs].map(ms),
      decimals(processorMs(cost), 2),
    ]),
    notes: [
      ...concurrencies.map(
        (inFlight) =>
          `at ${inFlight}: ${decimals(shareOf(reached, inFlight), 2)} is what full processors allow`,
      ),
      'Of the services, what they cost while they wait is in it: it is most of it with one in flight.',
    ],
  };
}

const ms = (value: number | undefined): string => (value === undefined ? '' : decimals(value, 2));

/** Of the floor's rate, once nothing but processors limits either. */
function shareOf(reached: readonly Reached[], inFlight: number): number {
  const of = (name: string) =>
    processorMs(reached.find((one) => one.name === name && one.inFlight === inFlight)?.cost ?? {});
  return of('floor') / of('system');
}

const aims = new Map([
  [1, ' (aim: under 5)'],
  [64, ' (aim: 0.3 of the floor)'],
]);

function compared(reached: readonly Reached[], inFlight: number) {
  const of = (name: string) => reached.find((one) => one.name === name && one.inFlight === inFlight);
  const system = of('system');
  const floor = of('floor');
  return {
    inFlight,
    processorTime: shareOf(reached, inFlight),
    rate: median(system?.rates ?? []) / median(floor?.rates ?? []),
    p50: (system?.p50Ms ?? Number.NaN) / (floor?.p50Ms ?? Number.NaN),
  };
}
