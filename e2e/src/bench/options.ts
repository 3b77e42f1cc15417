import { typed } from '../command/typed-options.js';

export const sectionNames = ['a', 'b', 'c', 'd'] as const;
export type SectionName = (typeof sectionNames)[number];

/** What the services of (b) hear through; `both` shows the whole of (b) for the embedded default, too. */
const busNames = ['postgres', 'kafka', 'both'] as const;
export type BusName = (typeof busNames)[number];

export interface BenchOptions {
  readonly sections: readonly SectionName[];
  /** Smaller and fewer rounds: shows that everything runs, not what it reaches. */
  readonly quick: boolean;
  readonly jsonFile: string | undefined;
  readonly bus: BusName;
}

export const usage = `npm run bench [-- a|b|c|d …] [--quick] [--bus postgres|kafka|both] [--json FILE]

  a  appends a second, beside bare inserts
  b  whole proposals a second, beside bare commits with the same two HTTP calls; what each process and each layer
     costs, and what sealing costs; with --bus kafka over a broker of its own, beside the embedded default and a
     bare produce-consume loop
  c  replay: events a second and peak memory
  d  what a proposal costs with a small and with a large store

  --quick  smaller and fewer rounds: all four in a few minutes; shows that they run, not what they reach
  --json   writes every figure that is printed, and those behind them, into a file`;

/** @throws Error with a sentence for whoever typed it, and the usage. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values, words } = typed(
    {
      ...{ usage, words: sectionNames, counts: [], choices: { bus: busNames } },
      options: {
        quick: { type: 'boolean', default: false },
        json: { type: 'string' },
        bus: { type: 'string', default: 'postgres' },
      },
    },
    args,
  );
  const sections = sectionNames.filter((name) => words.includes(name));
  return {
    sections: sections.length === 0 ? sectionNames : sections,
    quick: values.quick,
    jsonFile: values.json,
    bus: values.bus as BusName,
  };
}
