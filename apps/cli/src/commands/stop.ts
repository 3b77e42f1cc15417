import { type Command, Option } from 'commander';
import { askedAt } from '../instance/asked-at.js';
import { type Desk, type StopShown, stopDesk } from '../stops/stop-desk.js';
import type { Printer } from '../terminal/printer.js';
import { CommandRefused } from '../terminal/refusal.js';
import { visible } from '../terminal/visible.js';
import { count, shortId } from '../words/phrases.js';

interface StopFlags {
  readonly target?: string;
  readonly tenant?: string;
  readonly reason?: string;
  readonly data?: string;
  readonly url?: string;
  readonly as: string;
}

const HELP = `
A stop takes one operator and a reason; a release takes somebody else, and a reason. What is stopped stays approved and
waits; once released it is checked again and goes on by itself. Without --url the commands speak to the instance of
the data folder and sign in at its sandbox as --as.

Environment:
  COUNTERSIGN_TOKEN  the access token of a signed-in operator; needed with --url

Examples:
  countersign stop --target payments --reason "provider incident"
  countersign stops
  countersign release --target payments --reason "the provider says it is over" --as noor`;

export function addStop(program: Command, printer: Printer): void {
  scoped(program.command('stop').description('let no new call leave to a target, or for a tenant'), 'sam')
    .requiredOption('--reason <words>', 'why, for whoever reads it at night')
    .action((flags: StopFlags) => stop(flags, printer));
  scoped(program.command('release').description('let what was stopped go on'), 'noor')
    .requiredOption('--reason <words>', 'why it may go on')
    .action((flags: StopFlags) => release(flags, printer));
  reached(program.command('stops').description('what is stopped, by whom, why, and how many wait'), 'sam')
    .addHelpText('after', HELP)
    .action((flags: StopFlags) => list(flags, printer));
}

function scoped(command: Command, as: string): Command {
  const target = new Option('--target <system>', 'everything of the tenant that goes to this system');
  return reached(command, as)
    .addOption(target.conflicts('tenant'))
    .option('--tenant <tenant>', "everything of this tenant, which must be the operator's own")
    .addHelpText('after', HELP);
}

function reached(command: Command, as: string): Command {
  return command
    .option('--data <folder>', "the running instance's data folder (default: .countersign in this folder)")
    .option('--url <address>', 'the address of the recovery service of another installation')
    .option('--as <person>', 'who does it, in the sandbox', as);
}

async function stop(flags: StopFlags, { line, paint }: Printer): Promise<void> {
  const desk = await deskOf(flags);
  const { scope, since, underWay } = await desk.stop(scopeIn(flags, desk), flags.reason ?? '');
  line(`${paint.bold(named(scope, desk))} stopped since ${since}. Nothing is sent.`);
  if (underWay.length === 0) {
    line('No call is under way, and none leaves until it is released.');
    return;
  }
  const ids = underWay.map(shortId).join(', ');
  line(`${count(underWay.length, 'call')} had begun before and may still finish: ${ids}. No other leaves.`);
}

async function release(flags: StopFlags, { line, paint }: Printer): Promise<void> {
  const desk = await deskOf(flags);
  const { scope, waiting } = await desk.release(scopeIn(flags, desk), flags.reason ?? '');
  line(`${paint.bold(named(scope, desk))} released. ${waitingWords(waiting)}`);
}

async function list(flags: StopFlags, { line }: Printer): Promise<void> {
  const stops = await (await deskOf(flags)).list();
  if (stops.length === 0) line('Nothing is stopped.');
  for (const stop of stops) line(shown(stop));
}

function shown({ sentence, waiting }: StopShown): string {
  const who = waiting === 0 ? 'Nothing' : count(waiting, 'approved action');
  return `${visible(sentence)} ${who} ${waiting > 1 ? 'wait' : 'waits'} for it.`;
}

const waitingWords = (waiting: number): string =>
  waiting === 0
    ? 'Nothing waited for it.'
    : `${count(waiting, 'approved action')} waited; each is checked again and goes on by itself.`;

const named = (scope: string, { tenant }: Desk): string =>
  scope === 'tenant' ? `Everything of ${tenant} is` : `${scope.slice('target-'.length)} is`;

function scopeIn({ target, tenant }: StopFlags, desk: Desk): string {
  if (target !== undefined) return `target-${target}`;
  if (tenant === undefined) throw new CommandRefused('Which? Give --target <system> or --tenant <tenant>.');
  if (tenant !== desk.tenant)
    throw new CommandRefused(
      `This sign-in belongs to ${desk.tenant} and can do nothing about another tenant.`,
    );
  return 'tenant';
}

async function deskOf({ url, data, as }: StopFlags): Promise<Desk> {
  return stopDesk(await askedAt('reconciler', { url, data, as, role: 'an operator' }));
}
