import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { capabilityFiles, type Naming, withLine } from '../new-capability/capability-files.js';
import type { Printer } from '../terminal/printer.js';
import { CommandRefused } from '../terminal/refusal.js';

const HELP = `
It makes a capability that runs as it is: one action on one record that the customer owns, with a stand-in for the
system outside, rules, and a scenario. docs/guides/add-a-capability.md goes on from there.

Nothing that is there is overwritten.`;

const root = resolve(import.meta.dirname, '../../../..');
const list = 'libs/capabilities/src/registered.ts';

interface Flags {
  readonly action: string;
  readonly system?: string;
}

export function addNewCapability(program: Command, printer: Printer): void {
  program
    .command('new-capability')
    .description('make the folder, the rules and the scenario of a new capability, and register it')
    .argument('<name>', 'the records in the plural, and the name of the folder: late-fees')
    .requiredOption('--action <record.verb>', 'the record and what is done to it: late-fee.waive')
    .option('--system <name>', 'the system outside, where it is not called like the capability')
    .addHelpText('after', HELP)
    .action((name: string, flags: Flags) => make(name, flags, printer));
}

async function make(name: string, { action, system }: Flags, { line }: Printer): Promise<void> {
  const naming: Naming = { capability: name, kind: action, system: system ?? name };
  refuseBadNames(naming);
  const registered = withLine(await readFile(join(root, list), 'utf8'), naming);
  if (registered === undefined) throw new CommandRefused(`${name} is registered in ${list} already.`);
  const files = await capabilityFiles(root, naming);
  const taken = files.find(({ path }) => existsSync(join(root, path)));
  if (taken !== undefined) throw new CommandRefused(`${taken.path} is there already; nothing was made.`);
  for (const { path, text } of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text, { flag: 'wx' });
    line(`made     ${path}`);
  }
  await writeFile(join(root, list), registered);
  line(`changed  ${list}, one line`);
  line('');
  line('It runs as it is:');
  line("  npm run build && node tools/jest.js '--testPathPatterns=each-capability'");
  line('docs/guides/add-a-capability.md makes it yours.');
}

function refuseBadNames({ capability, kind, system }: Naming): void {
  const word = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*';
  const isName = (text: string) => new RegExp(`^${word}$`).test(text) && text.length <= 40;
  for (const name of [capability, system]) {
    if (!isName(name))
      throw new CommandRefused(`${name} is no name: lower-case words with hyphens, late-fees.`);
  }
  const [record = '', verb = '', ...more] = kind.split('.');
  if (!isName(record) || !isName(verb) || more.length > 0)
    throw new CommandRefused(`${kind} is no action: the record, a point, and the verb, late-fee.waive.`);
}
