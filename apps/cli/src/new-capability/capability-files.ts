import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Naming {
  /** `late-fees` */
  readonly capability: string;
  /** `late-fee.waive` */
  readonly kind: string;
  /** The system outside: `late-fees`, where it has no other name. */
  readonly system: string;
}

export interface MadeFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** Template and place of every file; the code in the folder, the rules beside everybody else's. */
const places: readonly (readonly [string, (name: string) => string])[] = [
  ['description.ts.txt', (name) => inFolder(name, `${name}.ts`)],
  ['reads.ts.txt', (name) => inFolder(name, 'reads.ts')],
  ['effects.ts.txt', (name) => inFolder(name, 'effects.ts')],
  ['sandbox.ts.txt', (name) => inFolder(name, 'sandbox.ts')],
  ['scenario.ts.txt', (name) => inFolder(name, 'scenario.ts')],
  ['rules.cedar.txt', (name) => `policies/${name}.cedar`],
  ['schema.cedarschema.txt', (name) => `policies/${name}.cedarschema`],
  ['limits.json.txt', (name) => `policies/${name}.limits.json`],
];

function inFolder(name: string, file: string): string {
  return `libs/capabilities/src/${name}/${file}`;
}

/** Every file of a capability of this name that does nothing special yet, and runs. */
export async function capabilityFiles(root: string, naming: Naming): Promise<readonly MadeFile[]> {
  const words = wordsOf(naming);
  return Promise.all(
    places.map(async ([template, placeOf]) => {
      const text = await readFile(join(root, 'libs/capabilities/template', template), 'utf8');
      return { path: placeOf(naming.capability), text: filled(text, words) };
    }),
  );
}

/** @throws Error for a word that the template uses and nobody knows. */
function filled(text: string, words: ReadonlyMap<string, string>): string {
  return text.replaceAll(/__([A-Za-z]+)__/g, (_, name: string) => {
    const word = words.get(name);
    if (word === undefined) throw new Error(`The template says __${name}__, which is nothing.`);
    return word;
  });
}

function wordsOf({ capability, kind, system }: Naming): ReadonlyMap<string, string> {
  const [record = '', verb = ''] = kind.split('.');
  const spaced = (name: string) => name.replaceAll('-', ' ');
  return new Map([
    ...([
      ['capability', capability],
      ['kind', kind],
      ['system', system],
      ['record', record],
      ['verb', verb],
      ['noun', spaced(record)],
      ['nouns', spaced(capability)],
      ['Nouns', begun(spaced(capability))],
      ['Verb', begun(verb)],
      ['Entity', record.split('-').map(begun).join('')],
    ] as const),
  ]);
}

function begun(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

/** The list of capabilities with one line more, or undefined where it has that line or is not such a list. */
export function withLine(registered: string, { capability, kind }: Naming): string | undefined {
  const end = registered.lastIndexOf('\n];');
  if (end < 0 || registered.includes(`'${capability}',`)) return undefined;
  const line = `\n  '${capability}', // ${kind}`;
  return `${registered.slice(0, end)}${line}${registered.slice(end)}`;
}
