import type { Command } from 'commander';
import { dataFolder } from '../instance/data-folder.js';
import type { Instance } from '../instance/instance.js';
import { DEFAULT_PORT, portsFrom } from '../instance/ports.js';
import { shown } from '../instance/shown.js';
import { Ending, untilAborted } from '../terminal/ending.js';
import type { Printer } from '../terminal/printer.js';
import { CommandRefused } from '../terminal/refusal.js';
import { readPort } from './arguments.js';

interface StartFlags {
  readonly data?: string;
  readonly fresh: boolean;
  readonly port: number;
}

const HELP = `
Everything runs on this machine and listens on 127.0.0.1 only: PostgreSQL (embedded, no installation), every
service under its own database role, and a sandbox in place of the outside world (shop, policies, payments,
identity). Data and keys stay in the data folder; Ctrl-C stops everything and loses nothing.

Ports: --port 4800 means gateway 4800, approval-service 4801, reconciler 4802, sandbox 4810 to 4813 and 4819,
database 4832. --port 0 takes free ones.

Environment:
  DATABASE_URL  an administrator's address of PostgreSQL 15 or later, used instead of the embedded one;
                the database it names is created when it is missing.

Examples:
  countersign start
  countersign start --fresh
  countersign start --data /srv/countersign --port 5800
  DATABASE_URL=postgres://admin:secret@localhost:5432/countersign countersign start`;

export function addStart(program: Command, printer: Printer): void {
  program
    .command('start')
    .description('start everything on this machine, until Ctrl-C')
    .option('--data <folder>', 'where data and keys are kept (default: .countersign in this folder)')
    .option('--fresh', 'throw away what the data folder holds and begin anew', false)
    .option('--port <first>', 'the first port, of the gateway; 0 takes free ones', readPort, DEFAULT_PORT)
    .addHelpText('after', HELP)
    .action((flags: StartFlags) => start(flags, printer));
}

async function start(flags: StartFlags, printer: Printer): Promise<void> {
  const ending = new Ending();
  printer.line(printer.paint.bold('Countersign'));
  const instance = await begin(flags, printer, ending);
  if (instance === undefined) return;
  if (!ending.signal.aborted) for (const line of shown(instance, printer.paint)) printer.line(line);
  await untilAborted(ending.signal);
  printer.line(ending.died === undefined ? '\nStopping …' : `\n${ending.died} Stopping the rest …`);
  await instance.stop();
  printer.line('Stopped. Nothing is lost: start again and it goes on where it was.');
  process.exitCode = ending.died === undefined ? 0 : 1;
}

/** Undefined when a person stopped it before it was up. */
async function begin(flags: StartFlags, printer: Printer, ending: Ending): Promise<Instance | undefined> {
  const { startInstance } = await import('../instance/instance.js');
  try {
    return await startInstance({
      folder: await dataFolder(flags.data),
      ports: portsFrom(flags.port),
      databaseUrl: process.env['DATABASE_URL'] || undefined,
      fresh: flags.fresh,
      signal: ending.signal,
      onStep: (phrase) => printer.line(printer.paint.dim(`  ${phrase} …`)),
      onDied: (sentence) => ending.because(sentence),
    });
  } catch (error) {
    if (ending.died !== undefined) throw new CommandRefused(ending.died, { cause: error });
    if (!ending.signal.aborted) throw error;
    printer.line('Stopped before it was up. Nothing is left running.');
    return undefined;
  }
}
