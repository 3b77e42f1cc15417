import type { Command } from 'commander';
import type { Records } from '../demo/three-records.js';
import type { Printer } from '../terminal/printer.js';

interface DemoFlags {
  readonly data?: string;
}

const HELP = `
Plays two refunds of 79.00 EUR for the customer Ada, each on a new order:
  1. she asks, answers one question, consents on the card; it is carried out once and read back;
  2. the same, but the answer of the payment provider is lost after it made the refund.
Every event is printed as it is committed, with the database role that wrote it. At the end stand three records
side by side: our stream, the payment provider's own ledger, and what Ada was told.

It uses the instance that runs on the data folder; when none runs, it starts one of its own in a temporary folder
and removes it again. Exit code 1 when the records do not agree.`;

const INTRODUCTION = [
  '',
  'Each event below is printed when it is committed: its stream and version, its type, and the database role that',
  'wrote it. A role can write the types on its own list and no others: those near the model can permit nothing.',
];

export function addDemo(program: Command, printer: Printer): void {
  program
    .command('demo')
    .description('watch a refund, and one whose answer is lost, as they happen')
    .option(
      '--data <folder>',
      'the data folder of the instance to use (default: .countersign in this folder)',
    )
    .addHelpText('after', HELP)
    .action((flags: DemoFlags) => demo(flags, printer));
}

async function demo(flags: DemoFlags, printer: Printer): Promise<void> {
  const { onRunningSystem } = await import('../demo/running-system.js');
  const { playRefund } = await import('../demo/act.js');
  const { agree, printRecords } = await import('../demo/three-records.js');
  const { line, paint } = printer;
  await onRunningSystem(flags.data, printer, async (stage, own) => {
    for (const text of INTRODUCTION) line(paint.dim(text));
    line();
    line(paint.bold('1. A refund, from the question to the proof'));
    const first = await playRefund(stage, { answerLost: false });
    printRecords(first, printer);
    line();
    line(paint.bold('2. The same, and the answer of the payment provider is lost'));
    const second = await playRefund(stage, { answerLost: true });
    printRecords(second, printer);
    for (const text of whatNext(second, { own, docs: `${stage.running.services.gateway}/docs` })) line(text);
    if (!agree(first) || !agree(second)) process.exitCode = 1;
  });
}

function whatNext({ proposalId }: Records, { own, docs }: { own: boolean; docs: string }): string[] {
  if (own) {
    return [
      '',
      'This ran on an instance of its own, which is now stopped and removed. To keep one:',
      '  npm start                                  and, in another terminal, npm run demo again',
    ];
  }
  return [
    '',
    'Try next:',
    `  npm run countersign -- show ${proposalId.slice(0, 8)}       the second refund, whole`,
    '  npm run countersign -- verify              was anything in the record altered?',
    `  ${docs.padEnd(43)}the API, to read and try`,
  ];
}
