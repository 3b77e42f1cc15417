import { readFile } from 'node:fs/promises';
import { type Verification, verifyChain } from '@countersign/event-store';
import type { Command } from 'commander';
import { sealKeyIn, sealVerifier } from '../instance/secrets.js';
import { onRecord } from '../record/open-record.js';
import type { Printer } from '../terminal/printer.js';
import { CommandRefused } from '../terminal/refusal.js';
import { visible } from '../terminal/visible.js';
import { count } from '../words/phrases.js';

interface VerifyFlags {
  readonly data?: string;
  readonly key?: string;
}

const HELP = `
Reads the whole record. Each event carries a hash over its content and its predecessor's hash, and every minute the
last hashes of all streams are sealed with a signature. So an edit, a gap, a cut end and a removed stream all show,
with the stream and the version, whoever did it: exit code 1.

What it cannot show: events younger than the last seal that were removed together with the end of their stream.
Keep the newest seal's digest somewhere else too if the database's own administrators are not to be trusted.

Environment:
  DATABASE_URL  the database to verify, instead of the data folder's; any role that may read will do.`;

export function addVerify(program: Command, printer: Printer): void {
  program
    .command('verify')
    .description('check that nothing in the record was altered or removed')
    .option('--data <folder>', 'the data folder to look into (default: .countersign in this folder)')
    .option('--key <file>', "the seals' Ed25519 key, PEM, public or private (default: the data folder's)")
    .addHelpText('after', HELP)
    .action((flags: VerifyFlags) => verify(flags, printer));
}

async function verify(flags: VerifyFlags, printer: Printer): Promise<void> {
  const { line, paint } = printer;
  await onRecord(flags.data, async ({ store, folder }) => {
    const key = flags.key === undefined ? await sealKeyIn(folder) : await keyFrom(flags.key);
    const startedMs = performance.now();
    const found = await verifyChain(store, key === undefined ? {} : { verifySignature: sealVerifier(key) });
    const seconds = (performance.now() - startedMs) / 1_000;
    line(
      `${count(found.streams, 'stream')}, ${count(found.events, 'event')}, ${count(found.seals, 'seal')} verified in ${seconds.toFixed(2)} s, ${Math.round(found.events / seconds)} events a second.`,
    );
    if (key === undefined) line('The signatures of the seals were not checked: name the key with --key.');
    if (found.events === 0) line('The record is empty so far.');
    else if (found.seals === 0)
      line('No seal yet (one is made every minute): until then a stream removed as a whole would not show.');
    if (found.findings.length === 0) {
      line(paint.good('Nothing was altered.'));
      return;
    }
    tellFindings(found, printer);
    process.exitCode = 1;
  });
}

function tellFindings({ findings, truncated }: Verification, { line, paint }: Printer): void {
  line(
    paint.bad(`The record was altered: ${truncated ? 'more than ' : ''}${count(findings.length, 'fault')}.`),
  );
  for (const { code, tenant, message } of findings) {
    const whose = tenant === undefined ? '' : ` of tenant ${tenant}`;
    line(`  ${code.padEnd(16)}${visible(message)}${whose}`);
  }
}

async function keyFrom(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new CommandRefused(`The key file ${file} cannot be read (${cause.code}).`, { cause });
  });
}
