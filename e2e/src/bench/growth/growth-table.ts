import { percent } from '../measure/statistics.js';
import type { Cost, Counted } from '../proposals/cost.js';
import { decimals, type Table, whole } from '../report.js';

/** What a proposal cost on a store of so many. */
export interface CostBySize {
  readonly proposals: number;
  readonly cost: Cost;
  readonly apart: Cost;
}

/** What a busy machine leaves alone, and with how many digits it is told. */
const shown: readonly (readonly [Counted, string, number])[] = [
  ['servicesMs', 'services, processor ms', 2],
  ['databaseMs', 'PostgreSQL, processor ms', 2],
  ['statements', 'statements', 1],
  ['pages', 'pages read', 0],
  ['walRecords', 'WAL records', 0],
];

/** Each figure of the small store beside that of the large one: the same when they differ by less than rounds do. */
export function growthTable(results: readonly CostBySize[]): Table {
  const figures = shown.filter(([name]) => results.every(({ cost }) => cost[name] !== undefined));
  const [small] = results;
  const large = results.at(-1);
  return {
    title: '(d) What a proposal costs by the size of the store',
    columns: [
      'a proposal',
      ...results.map(({ proposals }) => `with ${whole(proposals)}`),
      ...['times', 'rounds differ by', 'the same'],
    ],
    rows: figures.map(([name, title, digits]) => {
      const times = (large?.cost[name] ?? Number.NaN) / (small?.cost[name] ?? Number.NaN);
      const noise = Math.max(...results.map(({ apart }) => apart[name] ?? 0));
      return [
        title,
        ...results.map(({ cost }) => decimals(cost[name] ?? Number.NaN, digits)),
        ...[decimals(times, 2), percent(noise), Math.abs(times - 1) <= noise ? 'yes' : 'no'],
      ];
    }),
    notes: [
      "Statements, pages (8 kB, from memory or disk) and WAL records are PostgreSQL's own counts, of everybody but the observer.",
    ],
  };
}
