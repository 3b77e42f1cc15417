#!/usr/bin/env node
/**
 * `countersign`: start everything, watch a refund, read one proposal, verify the record.
 * It refuses to explain itself with a stack where one sentence will do. Its one invariant: exit code 0 means that
 * what was asked for is so.
 */
import { Command } from 'commander';
import { addCheckConnector } from './commands/check-connector.js';
import { addDemo } from './commands/demo.js';
import { addKafka } from './commands/kafka.js';
import { addMigrate } from './commands/migrate.js';
import { addNewCapability } from './commands/new-capability.js';
import { addReconcile } from './commands/reconcile.js';
import { addReplay } from './commands/replay.js';
import { addShow } from './commands/show.js';
import { addStart } from './commands/start.js';
import { addStop } from './commands/stop.js';
import { addTopics } from './commands/topics.js';
import { addUndo } from './commands/undo.js';
import { addVerify } from './commands/verify.js';
import { terminalPrinter } from './terminal/printer.js';
import { sentenceOfError } from './terminal/refusal.js';

const NODE_MAJOR = 24;

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
  addStart(program, printer);
  addDemo(program, printer);
  addShow(program, printer);
  addUndo(program, printer);
  addStop(program, printer);
  addVerify(program, printer);
  addReconcile(program, printer);
  addReplay(program, printer);
  addMigrate(program, printer);
  addKafka(program, printer);
  addTopics(program, printer);
  addCheckConnector(program, printer);
  addNewCapability(program, printer);
  try {
    await program.parseAsync(argv);
  } catch (error) {
    const { text, expected } = sentenceOfError(error);
    process.stderr.write(`${text}\n`);
    if (!expected && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
    process.exitCode = 1;
  }
}
