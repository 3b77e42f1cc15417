import type { Command } from 'commander';
import { askedAt } from '../instance/asked-at.js';
import { findByPrefix } from '../record/find-by-prefix.js';
import { onRecord } from '../record/open-record.js';
import type { Printer } from '../terminal/printer.js';
import { CommandRefused } from '../terminal/refusal.js';
import { visible } from '../terminal/visible.js';
import { askUndo, type ProposalSeen, type UndoAsked } from '../undo/ask-undo.js';
import { ended, shortId } from '../words/phrases.js';
import { readIdPrefix } from './arguments.js';

interface UndoFlags {
  readonly reason: string;
  readonly way?: string;
  readonly data?: string;
  readonly url?: string;
  readonly as: string;
  readonly json?: true;
}

const HELP = `
Nothing is taken back by this alone. It makes a proposal of its own, which names the first one, takes its target and
its amount from the effect that was confirmed, and needs the approval of somebody who did not approve the first. Only
what was carried out and read back can be taken back, in a way its capability lists, and one undo at a time. The same
words again are the same request.

Without --url it asks the gateway of the instance that runs on the data folder, signed in at its sandbox as --as.

Environment:
  COUNTERSIGN_TOKEN  the access token of an operator or a support agent; needed with --url

Examples:
  countersign undo 5d1c0a7b --reason "credited to the wrong account"
  countersign undo 5d1c0a7b-6f0e-4c55-9d0b-0f3f8a1c2b3d --reason "…" --url https://gateway.example.com`;

export function addUndo(program: Command, printer: Printer): void {
  program
    .command('undo')
    .description('ask that a completed proposal is taken back; somebody else must approve it')
    .argument('<id>', 'its id, or at least the first 6 characters of it')
    .requiredOption('--reason <words>', 'why; the approver reads it')
    .option('--way <name>', 'which of several ways its capability lists')
    .option('--data <folder>', 'the data folder of the instance (default: .countersign in this folder)')
    .option('--url <address>', "the gateway's address, instead of an instance of this machine")
    .option('--as <person>', 'who asks, in the sandbox', 'sam')
    .option('--json', 'the same for programs')
    .addHelpText('after', HELP)
    .action((id: string, flags: UndoFlags) => undo(readIdPrefix(id), flags, printer));
}

async function undo(prefix: string, flags: UndoFlags, printer: Printer): Promise<void> {
  const { reason, way } = flags;
  if (reason.trim() === '') throw new CommandRefused('Say why: --reason is what the approver reads.');
  const { url, data, as } = flags;
  const gateway = await askedAt('gateway', { url, data, as, role: 'an operator or a support agent' });
  const id = await wholeId(prefix, flags);
  const asked = await askUndo(gateway, { id, reason: reason.trim(), way });
  if (flags.json) printer.line(JSON.stringify(asked, undefined, 2));
  else print(asked, printer);
  if (asked.undo.status === 'denied' || asked.undo.status === 'duplicate') process.exitCode = 1;
}

function print({ first, plan, undo: made }: UndoAsked, { line, paint }: Printer): void {
  line(
    `${paint.bold(`Undo of proposal ${shortId(first.proposalId)}`)} (${whatItIs(first)}): ${plan.description}`,
  );
  line(`It is proposal ${paint.bold(shortId(made.proposalId))}: ${whatItIs(made)}.`);
  line();
  for (const text of standingOf(made, first)) line(text);
  line(`See how it goes: npm run countersign -- show ${shortId(made.proposalId)}`);
}

const whatItIs = ({ kind, amount, target }: ProposalSeen): string =>
  visible(`${kind}${amount === undefined ? '' : `, ${amount.formatted}`}, on ${target.type} ${target.id}`);

function standingOf(
  { status, state, reasons = [], requirements }: ProposalSeen,
  first: ProposalSeen,
): string[] {
  if (status === 'denied') {
    return [
      'It was denied, and nothing changes:',
      ...reasons.map(({ reason }) => `  ${ended(visible(reason))}`),
    ];
  }
  if (requirements.length === 0) return [`It stands at: ${visible(state)}.`];
  return [
    'Nothing has changed yet. It waits for:',
    ...requirements.map(({ description }) => `  ${visible(description)}`),
    `Whoever approved ${shortId(first.proposalId)}, and whoever asked for this, cannot give it.`,
  ];
}

/** The record of this machine knows an id by its beginning; a gateway elsewhere wants all of it. */
async function wholeId(prefix: string, { url, data }: UndoFlags): Promise<string> {
  if (prefix.length === 36) return prefix;
  if (url !== undefined) throw new CommandRefused('With --url give the whole id.');
  const found = await onRecord(data, ({ store }) => findByPrefix(store, prefix));
  if (found.kind === 'case')
    throw new CommandRefused(`${visible(prefix)} is a case; give one of its proposals.`);
  return found.id;
}
