import { access, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConnectorReport, ConnectorSubject } from '@countersign/testing/connector';
import type { Command } from 'commander';
import type { Printer } from '../terminal/printer.js';
import { CommandRefused } from '../terminal/refusal.js';
import { visible } from '../terminal/visible.js';

const HELP = `
The file is an ES module. It exports by default what is to be checked, or a function that returns it: how the
connector is made, how a fresh action is had, and how the target's own ledger is read. docs/guides/write-a-connector.md
shows one, line by line.

The check stands between the connector and its target on this machine: it loses, doubles, delays and garbles what
passes, and then reads the ledger. Effects do happen, so point it at a stand-in or at the provider's test mode.

Exit code 0: it conforms. 1: it does not, or it could not be checked.`;

export function addCheckConnector(program: Command, printer: Printer): void {
  program
    .command('check-connector')
    .description('run a connector through the contract, with every fault between it and its target')
    .argument('<file>', 'what to check, ./my-connector.check.mjs')
    .option('--json <file>', 'write the report there too, for machines')
    .addHelpText('after', HELP)
    .action((file: string, flags: { readonly json?: string }) => check(file, flags.json, printer));
}

async function check(file: string, json: string | undefined, { line }: Printer): Promise<void> {
  const { checkConnector, renderReport } = await import('@countersign/testing/connector');
  const subject = await subjectIn(file);
  const report = await checkConnector(subject).catch((cause: unknown): ConnectorReport => {
    throw new CommandRefused(`It could not be checked: ${reasonOf(cause)}`, { cause });
  });
  for (const each of renderReport(report).split('\n')) line(visible(each));
  if (json !== undefined) {
    await writeFile(json, `${JSON.stringify(report, undefined, 2)}\n`).catch((cause: unknown) => {
      throw new CommandRefused(`The report could not be written: ${reasonOf(cause)}`, { cause });
    });
  }
  if (report.verdict !== 'conforms') process.exitCode = 1;
}

async function subjectIn(file: string): Promise<ConnectorSubject> {
  const { isSubject, subjectFault } = await import('@countersign/testing/connector');
  const path = resolve(file);
  await access(path).catch((cause: unknown) => {
    throw new CommandRefused(`There is no file ${visible(path)} to check.`, { cause });
  });
  const loaded = (await import(pathToFileURL(path).href).catch((cause: unknown) => {
    throw new CommandRefused(`${file} could not be loaded: ${reasonOf(cause)}`, { cause });
  })) as { readonly default?: unknown };
  const exported = loaded.default;
  const subject: unknown = typeof exported === 'function' ? await exported() : exported;
  if (isSubject(subject)) return subject;
  throw new CommandRefused(`${file} cannot be checked: ${subjectFault(subject)}`);
}

/** What went wrong and what was behind it, without a stack. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const behind = error.cause === undefined ? '' : ` (${reasonOf(error.cause)})`;
  return `${error.message}${behind}`;
}
