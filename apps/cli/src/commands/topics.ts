import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Difference, TopicPlan } from '@countersign/messaging/kafka/admin';
import { type Command, InvalidArgumentError } from 'commander';
import type { Printer } from '../terminal/printer.js';
import { CommandRefused } from '../terminal/refusal.js';
import { count } from '../words/phrases.js';

interface ApplyFlags {
  readonly brokers?: string;
  readonly file: string;
  readonly replication?: number;
}

const HELP = `
Creates the topics of the file that the cluster does not have yet, and says what differs about those it has. Nothing
is deleted, shrunk or changed; applying again does nothing. Exit code 1 when something differs.

Environment:
  KAFKA_BROKERS  the brokers, when --brokers is not given: host:port, comma separated.

Examples:
  countersign topics apply --brokers 127.0.0.1:4892 --replication 1
  KAFKA_BROKERS=kafka-1:9092,kafka-2:9092 countersign topics apply`;

const FILE = fileURLToPath(new URL('../../../../deploy/kafka/topics.yaml', import.meta.url));

export function addTopics(program: Command, printer: Printer): void {
  program
    .command('topics')
    .description("Kafka's topics as data")
    .command('apply')
    .description('create the topics that are missing, tell what differs')
    .option('--brokers <list>', 'host:port, comma separated')
    .option('--file <file>', 'the topics as they should be', FILE)
    .option('--replication <n>', 'copies of every topic, instead of the file: 1 for one broker', readCopies)
    .addHelpText('after', HELP)
    .action((flags: ApplyFlags) => apply(flags, printer));
}

async function apply(flags: ApplyFlags, { line, paint }: Printer): Promise<void> {
  const brokers = brokersIn(flags.brokers ?? process.env['KAFKA_BROKERS'] ?? '');
  const { applyTopics } = await import('@countersign/messaging/kafka/admin');
  const topics = await topicsIn(flags.file);
  const { replication } = flags;
  const applied = await applyTopics({
    connection: { brokers },
    topics,
    ...(replication === undefined ? {} : { replication }),
  });
  for (const name of applied.created) line(`  ${name} created`);
  for (const difference of applied.differences) line(paint.bad(`  ${told(difference)}`));
  line(
    `${count(applied.created.length, 'topic')} created, ${applied.unchanged.length} as they should be, ${new Set(applied.differences.map(({ topic }) => topic)).size} different.`,
  );
  if (applied.differences.length === 0) return;
  line(
    'What differs was left as it is; changing it is a decision about the messages that are already there.',
  );
  process.exitCode = 1;
}

const told = ({ topic, what, wanted, found }: Difference): string =>
  `${topic}: ${what} is ${found} and should be ${wanted}`;

function brokersIn(text: string): string[] {
  const brokers = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (brokers.length === 0)
    throw new CommandRefused('Which cluster? Give --brokers host:port, or set KAFKA_BROKERS.');
  const odd = brokers.find((broker) => !/^[^\s:/]+:\d{1,5}$|^\[[0-9a-fA-F:]+\]:\d{1,5}$/.test(broker));
  if (odd !== undefined) throw new CommandRefused(`${odd} is not the address of a broker; it is host:port.`);
  return brokers;
}

async function topicsIn(file: string): Promise<readonly TopicPlan[]> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new CommandRefused(`The topics in ${file} cannot be read (${cause.code}).`, { cause });
  });
  const { parseTopics } = await import('@countersign/messaging/kafka/admin');
  try {
    return parseTopics(text);
  } catch (cause) {
    throw new CommandRefused(`The topics in ${file} are not usable. ${(cause as Error).message}`, { cause });
  }
}

function readCopies(text: string): number {
  if (/^[1-9]$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a number from 1 to 9.');
}
