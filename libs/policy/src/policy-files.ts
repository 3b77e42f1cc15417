import type { PolicyProblem } from './problems.js';
import type { Rulebook } from './rulebook.js';

export interface PolicyFile {
  readonly name: string;
  readonly text: string;
}

export interface PolicyFiles {
  /** By name; what the hash is taken over. */
  readonly sorted: readonly PolicyFile[];
  /** What is common first, then one a capability. */
  readonly schemas: readonly PolicyFile[];
  readonly rules: readonly PolicyFile[];
  readonly problems: readonly PolicyProblem[];
  textOf(name: string): string;
}

const common = ['countersign.cedarschema', 'limits.json', 'approvers.json'];

/** Which file is what. Each capability has a schema, limits and rules of its own name; rules may have more files. */
export function policyFiles(given: readonly PolicyFile[], rulebooks: readonly Rulebook[]): PolicyFiles {
  const sorted = given
    .map(({ name, text }) => ({ name, text: text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n') }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const own = rulebooks.flatMap(({ name }) =>
    ['cedarschema', 'limits.json', 'cedar'].map((end) => `${name}.${end}`),
  );
  const missing = [...common, ...own].filter((name) => !sorted.some((file) => file.name === name));
  const unknown = sorted.filter(
    ({ name }) => !common.includes(name) && !own.includes(name) && !name.endsWith('.cedar'),
  );
  const schemas = sorted.filter(({ name }) => name.endsWith('.cedarschema'));
  return {
    sorted,
    schemas: schemas.sort((a) => (a.name === common[0] ? -1 : 0)),
    rules: sorted.filter(({ name }) => name.endsWith('.cedar')),
    problems: [
      ...missing.map((file) => ({ file, reason: 'is missing' })),
      ...unknown.map(({ name }) => ({ file: name, reason: 'is not a policy file' })),
    ],
    textOf: (name) => sorted.find((file) => file.name === name)?.text ?? '',
  };
}
