const sectionNames = ['a', 'b', 'c', 'd'] as const;
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
  b  whole proposals a second, beside bare commits with the same two HTTP calls, and what each layer costs;
     with --bus kafka over a broker of its own, beside the embedded default and a bare produce-consume loop
  c  replay: events a second and peak memory
  d  cost a proposal with a small and with a large store`;

/** Undefined when the arguments are not understood. */
export function readOptions(args: readonly string[]): BenchOptions | undefined {
  const sections: SectionName[] = [];
  let quick = false;
  let jsonFile: string | undefined;
  let bus: BusName = 'postgres';
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const section = sectionNames.find((name) => name === word);
    if (section !== undefined) sections.push(section);
    else if (word === '--quick') quick = true;
    else if (word === '--json' && rest[0] !== undefined) jsonFile = rest.shift();
    else if (word === '--bus') {
      const named = busNames.find((name) => name === rest[0]);
      if (named === undefined) return undefined;
      bus = named;
      rest.shift();
    } else return undefined;
  }
  return { sections: sections.length === 0 ? sectionNames : sections, quick, jsonFile, bus };
}
