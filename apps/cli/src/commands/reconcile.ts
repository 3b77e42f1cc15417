import type { Command } from 'commander';
import { askedAt } from '../instance/asked-at.js';
import {
  type AnsweredComparison,
  type AnsweredLedger,
  askComparison,
  askLedgers,
} from '../reconcile/ask-comparison.js';
import { printComparison, printStanding } from '../reconcile/print-comparison.js';
import type { Printer } from '../terminal/printer.js';
import { CommandRefused } from '../terminal/refusal.js';
import { readInstant } from './arguments.js';

interface ReconcileFlags {
  readonly from: string;
  readonly to?: string;
  readonly target?: string;
  readonly dryRun?: true;
  readonly data?: string;
  readonly url?: string;
  readonly json?: true;
}

const HELP = `
Compares what the ledgers of targets hold with what our record says, both ways: effects that no proposal asked for,
proposals without their effect, other amounts, currencies and targets, two effects of one operation. It does at once
what the reconciler does by itself all the time. What is younger than the settle margin (5 minutes unless configured)
may still be in flight and is left out.

Each difference becomes an item of the recovery queue, once, however often it is found; with --dry-run nothing is
recorded. What people settled is counted and no difference any more. Told as well: what a target said by itself of
something that no proposal stands for, and a ledger that the reconciler could not read by itself.

Exit code 0: the ledgers agree. 1: they differ, or a person has one of them already. 2: a target's ledger could not be
read to its end, and nothing is concluded. --json prints one answer with --target, and a list of them without.

It asks the reconciler of the instance that runs on the data folder, as the sandbox's operator Sam unless
COUNTERSIGN_TOKEN says otherwise; with --url any other, as whoever COUNTERSIGN_TOKEN says.

Environment:
  COUNTERSIGN_TOKEN  the bearer token of an operator (of an auditor, with --dry-run)

Examples:
  countersign reconcile --from 2026-11-29T00:00:00Z
  countersign reconcile --from 2026-11-01T00:00:00Z --to 2026-12-01T00:00:00Z --target payments --dry-run`;

export function addReconcile(program: Command, printer: Printer): void {
  program
    .command('reconcile')
    .description('compare the ledgers of targets with our record, and list what differs')
    .requiredOption('--from <instant>', 'where the window begins, such as 2026-11-29T00:00:00Z')
    .option('--to <instant>', 'where it ends, not itself part of it (default: now)')
    .option('--target <name>', 'one system, such as payments (default: every one that is compared)')
    .option('--dry-run', 'record nothing')
    .option('--data <folder>', 'the data folder of the instance (default: .countersign in this folder)')
    .option('--url <address>', "the reconciler's address, instead of an instance of this machine")
    .option('--json', 'the same for programs')
    .addHelpText('after', HELP)
    .action((flags: ReconcileFlags) => reconcile(flags, printer));
}

async function reconcile(flags: ReconcileFlags, printer: Printer): Promise<void> {
  const window = { from: readInstant(flags.from), to: readInstant(flags.to ?? new Date().toISOString()) };
  if (!(Date.parse(window.from) < Date.parse(window.to))) {
    throw new CommandRefused('The window ends before it begins; --from is the earlier instant.');
  }
  const dryRun = flags.dryRun === true;
  const asker = {
    url: flags.url,
    data: flags.data,
    as: 'sam',
    role: 'an operator, or with --dry-run of an auditor',
  };
  const where = await askedAt('reconciler', asker);
  const ledgers = await askLedgers(where);
  const targets = flags.target === undefined ? begun(ledgers) : [flags.target];
  const answers: AnsweredComparison[] = [];
  for (const target of targets) {
    const answer = await askComparison({ ...where, target, window, dryRun });
    answers.push(answer);
    if (flags.json) continue;
    if (answers.length > 1) printer.line();
    printComparison(answer, dryRun, printer);
    printStanding(
      ledgers.find(({ system }) => system === target),
      printer,
    );
  }
  if (flags.json)
    printer.line(JSON.stringify(flags.target === undefined ? answers : answers[0], undefined, 2));
  process.exitCode = Math.max(0, ...answers.map(severityOf));
}

/** A tenant without a call has no ledger that is compared by itself; then every one that can be listed is asked for. */
function begun(ledgers: readonly AnsweredLedger[]): readonly string[] {
  const ours = ledgers.filter(({ state }) => state !== 'not_begun');
  return (ours.length === 0 ? ledgers : ours).map(({ system }) => system);
}

function severityOf({ outcome, differences, reports, counts }: AnsweredComparison): 0 | 1 | 2 {
  if (outcome === 'not_compared') return 2;
  const isOpen = differences.length > 0 || reports.length > 0 || (counts?.underReview ?? 0) > 0;
  return isOpen ? 1 : 0;
}
