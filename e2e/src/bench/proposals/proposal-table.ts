import type { JsonObject } from '@countersign/domain';
import { median, percent, spread } from '../measure/statistics.js';
import { decimals, type Table, whole } from '../report.js';

export interface Reached {
  readonly name: 'system' | 'floor';
  readonly inFlight: number;
  readonly rates: readonly number[];
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the services' process for one proposal. */
  readonly servicesCpuMs?: number;
}

export function proposalTable(reached: readonly Reached[]): { table: Table; figures: JsonObject } {
  const concurrencies = [...new Set(reached.map(({ inFlight }) => inFlight))];
  const comparisons = concurrencies.map((inFlight) => compared(reached, inFlight));
  return {
    table: {
      title: '(b) Whole proposals, from draft to completed, approved from outside at once',
      columns: ['contender', 'in flight', 'a second', 'spread', 'p50 ms', 'p99 ms', 'services CPU ms'],
      rows: reached.map(({ name, inFlight, rates, p50Ms, p99Ms, servicesCpuMs }) => [
        name,
        String(inFlight),
        whole(median(rates)),
        percent(spread(rates)),
        decimals(p50Ms, 1),
        decimals(p99Ms, 1),
        servicesCpuMs === undefined ? '' : decimals(servicesCpuMs, 2),
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
    rate: median(system?.rates ?? []) / median(floor?.rates ?? []),
    p50: (system?.p50Ms ?? Number.NaN) / (floor?.p50Ms ?? Number.NaN),
  };
}
