import { type Command, Option } from 'commander';
import { dataFolder } from '../instance/data-folder.js';
import type { Instance, InstanceBus } from '../instance/instance.js';
import { DEFAULT_PORT, portsFrom, processPortsFrom } from '../instance/ports.js';
import { Ending, untilAborted } from '../terminal/ending.js';
import type { Printer } from '../terminal/printer.js';
import { CommandRefused } from '../terminal/refusal.js';
import { brokersIn, readPort } from './arguments.js';

interface StartFlags {
  readonly data?: string;
  readonly fresh: boolean;
  readonly port: number;
  readonly bus: InstanceBus['kind'];
  readonly brokers?: string;
}

const HELP = `
Everything runs on this machine and listens on 127.0.0.1 only: PostgreSQL (embedded, no installation), every
service under its own database role, and a sandbox in place of the outside world (shop, policies, payments,
identity). Data and keys stay in the data folder; Ctrl-C stops everything and loses nothing.

Ports: --port 4800 means gateway 4800, approval-service 4801, reconciler 4802, sandbox 4810 to 4813, 4819,
and from 4820 on one for each system of a capability, database 4832. --port 0 takes free ones.

--bus kafka runs a real Kafka broker, the relay and every service, each as a process of its own with its own
environment; it needs Java 17 or later (see countersign kafka --help). Besides the ports above it takes 4803 to 4806
and 4890 for the probes of those without an HTTP edge, and 4892 and 4893 for Kafka. A service that ends by itself is
named and started again, at most five times a minute with growing pauses; then, or when the database, Kafka or the
sandbox ends, everything stops.

Environment:
  DATABASE_URL  an administrator's address of PostgreSQL 15 or later, used instead of the embedded one;
                the database it names is created when it is missing.

Examples:
  countersign start
  countersign start --fresh
  countersign start --bus kafka
  countersign start --bus kafka --brokers kafka-1:9092,kafka-2:9092
  countersign start --data /srv/countersign --port 5800
  DATABASE_URL=postgres://admin:secret@localhost:5432/countersign countersign start`;

export function addStart(program: Command, printer: Printer): void {
  program
    .command('start')
    .description('start everything on this machine, until Ctrl-C')
    .option('--data <folder>', 'where data and keys are kept (default: .countersign in this folder)')
    .option('--fresh', 'throw away what the data folder holds and begin anew', false)
    .option('--port <first>', 'the first port, of the gateway; 0 takes free ones', readPort, DEFAULT_PORT)
    .addOption(
      new Option('--bus <bus>', 'how the services hear of each other')
        .choices(['postgres', 'kafka'])
        .default('postgres'),
    )
    .option('--brokers <list>', 'a Kafka cluster that runs already, host:port, comma separated')
    .addHelpText('after', HELP)
    .action((flags: StartFlags) => start(flags, printer));
}

async function start(flags: StartFlags, printer: Printer): Promise<void> {
  const ending = new Ending();
  printer.line(printer.paint.bold('Countersign'));
  const instance = await begin(flags, printer, ending);
  if (instance === undefined) return;
  const { shown } = await import('../instance/shown.js');
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
      bus: busOf(flags),
      fresh: flags.fresh,
      signal: ending.signal,
      onStep: (phrase) => printer.line(printer.paint.dim(`  ${phrase} …`)),
      onRestart: (sentence) => printer.line(printer.paint.bad(`  ${sentence}`)),
      onDied: (sentence) => ending.because(sentence),
    });
  } catch (error) {
    if (ending.died !== undefined) throw new CommandRefused(ending.died, { cause: error });
    if (!ending.signal.aborted) throw error;
    printer.line('Stopped before it was up. Nothing is left running.');
    return undefined;
  }
}

function busOf({ bus, brokers, port }: StartFlags): InstanceBus {
  if (bus === 'kafka') {
    const given = brokers === undefined ? undefined : brokersIn(brokers);
    return { kind: 'kafka', ports: processPortsFrom(port), brokers: given };
  }
  if (brokers !== undefined) throw new CommandRefused('--brokers is for --bus kafka.');
  return { kind: 'postgres' };
}
