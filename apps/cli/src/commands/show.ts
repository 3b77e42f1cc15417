import type { RecordedEvent } from '@countersign/contracts';
import { stateWord } from '@countersign/domain';
import type { Command } from 'commander';
import { caseStateWord, describeCase, foldCase } from '../record/describe-case.js';
import { describeProposal, foldProposal, type Part } from '../record/describe-proposal.js';
import { authorOf, type FoundStream, findByPrefix } from '../record/find-by-prefix.js';
import { onRecord } from '../record/open-record.js';
import { type Printer, wrapped } from '../terminal/printer.js';
import { visible } from '../terminal/visible.js';
import { sentenceOf } from '../words/event-sentences.js';
import { moment } from '../words/phrases.js';
import { readIdPrefix } from './arguments.js';

interface ShowFlags {
  readonly data?: string;
  readonly json?: true;
}

const HELP = `
Of a proposal: what it would do, its amount, what it takes back or comes after, its evidence (● on record or in the
policy, ○ only said), who permitted it, how often it was sent. Of a case: whose it is, what it led to and what the
customer was told. Then every event with its time, the database role that wrote it, and one sentence.

Environment:
  DATABASE_URL               the database to look into, instead of the data folder's; any role that may read
                             will do
  SUBJECT_KEYS_WRAPPING_KEY  opens people's own words in that database; without it they read [sealed]

Examples:
  countersign show 5d1c0a7b
  countersign show 5d1c0a7b --json | jq .state`;

export function addShow(program: Command, printer: Printer): void {
  program
    .command('show')
    .description('one proposal or case, whole: state, evidence, permission, every event in words')
    .argument('<id>', 'its id, or at least the first 6 characters of it')
    .option('--data <folder>', 'the data folder to look into (default: .countersign in this folder)')
    .option('--json', 'the same for programs')
    .addHelpText('after', HELP)
    .action((id: string, flags: ShowFlags) => show(readIdPrefix(id), flags, printer));
}

async function show(prefix: string, flags: ShowFlags, printer: Printer): Promise<void> {
  const { found, events } = await onRecord(flags.data, async ({ store }) => {
    const found = await findByPrefix(store, prefix);
    return { found, events: await store.readStream(found.tenant, found.stream) };
  });
  const told = found.kind === 'case' ? tellCase(events) : tellProposal(events);
  if (flags.json) {
    printer.line(JSON.stringify({ ...found, state: told.state, stateWord: told.word, events }, undefined, 2));
    return;
  }
  print({ found, events, ...told }, printer);
}

interface Told {
  readonly word: string;
  readonly state: unknown;
  readonly parts: readonly Part[];
}

function tellProposal(events: readonly RecordedEvent[]): Told {
  const state = foldProposal(events);
  if (state.status === 'absent') return { word: 'not readable', state, parts: [] };
  return { word: stateWord(state), state, parts: describeProposal(state, events) };
}

function tellCase(events: readonly RecordedEvent[]): Told {
  const state = foldCase(events);
  if (state.status === 'absent') return { word: 'not readable', state, parts: [] };
  return { word: caseStateWord(state), state, parts: describeCase(state) };
}

const WIDTH = 96;
const INDENT = ' '.repeat(12);

function print(
  { found, events, word, parts }: Told & { found: FoundStream; events: readonly RecordedEvent[] },
  { line, paint }: Printer,
): void {
  line(`${paint.bold(`${found.kind === 'case' ? 'Case' : 'Proposal'} ${found.id}`)}   ${word}`);
  line();
  for (const { heading, lines } of parts) {
    for (const [at, text] of lines.entries()) {
      const label = (at === 0 ? heading : '').padEnd(INDENT.length - 2);
      for (const [row, part] of wrapped(visible(text), WIDTH, '').entries()) {
        line(row === 0 ? `  ${paint.dim(label)}${part}` : `${INDENT}${part}`);
      }
    }
  }
  line();
  line(
    `  ${paint.bold(`${events.length} events`)} ${paint.dim(`of tenant ${found.tenant}, stream ${found.stream}`)}`,
  );
  for (const event of events) {
    const place = String(event.version).padStart(6);
    line(
      `${place}  ${moment(event.recordedAt)}  ${paint.bold(event.type)} ${paint.dim(`by ${authorOf(event)}`)}`,
    );
    for (const part of wrapped(sentenceOf(event), WIDTH, '')) line(`${' '.repeat(8)}${part}`);
  }
}
