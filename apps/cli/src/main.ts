#!/usr/bin/env node
/**
 * `countersign`: start everything, watch a refund, read one proposal, verify the record.
 * It refuses to explain itself with a stack where one sentence will do. Its one invariant: exit code 0 means that
 * what was asked for is so.
 */
import { Command } from 'commander';
import { type Printer, terminalPrinter } from './terminal/printer.js';
import { sentenceOfError } from './terminal/refusal.js';

const NODE_MAJOR = 24;

type Add = (program: Command, printer: Printer) => void;

/**
 * Every command in the order of the help, and where it is. Only the one that was named is loaded: while `start` came
 * along with every service, reading one proposal took three seconds of a processor; it takes less than one.
 */
const commands: readonly (readonly [names: readonly string[], load: () => Promise<Add>])[] = [
  [['start'], async () => (await import('./commands/start.js')).addStart],
  [['demo'], async () => (await import('./commands/demo.js')).addDemo],
  [['show'], async () => (await import('./commands/show.js')).addShow],
  [['undo'], async () => (await import('./commands/undo.js')).addUndo],
  [['stop', 'release', 'stops'], async () => (await import('./commands/stop.js')).addStop],
  [['verify'], async () => (await import('./commands/verify.js')).addVerify],
  [['reconcile'], async () => (await import('./commands/reconcile.js')).addReconcile],
  [['replay'], async () => (await import('./commands/replay.js')).addReplay],
  [['migrate'], async () => (await import('./commands/migrate.js')).addMigrate],
  [['kafka'], async () => (await import('./commands/kafka.js')).addKafka],
  [['topics'], async () => (await import('./commands/topics.js')).addTopics],
  [['check-connector'], async () => (await import('./commands/check-connector.js')).addCheckConnector],
  [['new-capability'], async () => (await import('./commands/new-capability.js')).addNewCapability],
];

await run(process.argv);

async function run(argv: readonly string[]): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR) {
    process.stderr.write(`Countersign needs Node ${NODE_MAJOR}; this is ${process.versions.node}.\n`);
    process.exitCode = 1;
    return;
  }
  const printer = terminalPrinter();
  const program = new Command('countersign')
    .description(
      'The execution envelope for agents that act: every action carried out once, or provably not.',
    )
    .showHelpAfterError('(countersign --help says more)');
  for (const add of await commandsFor(argv[2])) add(program, printer);
  try {
    await program.parseAsync(argv);
  } catch (error) {
    const { text, expected } = sentenceOfError(error);
    process.stderr.write(`${text}\n`);
    if (!expected && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
    process.exitCode = 1;
  }
}

/** The one that is named first, or all: for the help, and for a name that is none. */
function commandsFor(name: string | undefined): Promise<Add[]> {
  const named = commands.filter(([names]) => name !== undefined && names.includes(name));
  return Promise.all((named.length > 0 ? named : commands).map(([, load]) => load()));
}
