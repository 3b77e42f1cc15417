export const sectionNames = ['a', 'b', 'c', 'd'] as const;
export type SectionName = (typeof sectionNames)[number];

export interface BenchOptions {
  readonly sections: readonly SectionName[];
  /** Smaller and fewer rounds: shows that everything runs, not what it reaches. */
  readonly quick: boolean;
  readonly jsonFile: string | undefined;
}

export const usage = `npm run bench [-- a|b|c|d …] [--quick] [--json FILE]
  a  appends a second, beside bare inserts
  b  whole proposals a second, beside bare commits with the same two HTTP calls, and what each layer costs
  c  replay: events a second and peak memory
  d  cost a proposal with a small and with a large store`;

/** Undefined when the arguments are not understood. */
export function readOptions(args: readonly string[]): BenchOptions | undefined {
  const sections: SectionName[] = [];
  let quick = false;
  let jsonFile: string | undefined;
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const section = sectionNames.find((name) => name === word);
    if (section !== undefined) sections.push(section);
    else if (word === '--quick') quick = true;
    else if (word === '--json' && rest[0] !== undefined) jsonFile = rest.shift();
    else return undefined;
  }
  return { sections: sections.length === 0 ? sectionNames : sections, quick, jsonFile };
}
