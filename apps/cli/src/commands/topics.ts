import type { Difference } from '@countersign/messaging/kafka/admin';
import { type Command, InvalidArgumentError } from 'commander';
import { TOPICS_FILE, topicsIn } from '../instance/topics.js';
import type { Printer } from '../terminal/printer.js';
import { count } from '../words/phrases.js';
import { brokersIn } from './arguments.js';

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
  KAFKA_SSL, KAFKA_SASL_MECHANISM and their companions, as for the services: docs/guides/kafka.md.

Examples:
  countersign topics apply --brokers 127.0.0.1:4892 --replication 1
  KAFKA_BROKERS=kafka-1:9092,kafka-2:9092 countersign topics apply`;

export function addTopics(program: Command, printer: Printer): void {
  program
    .command('topics')
    .description("Kafka's topics as data")
    .command('apply')
    .description('create the topics that are missing, tell what differs')
    .option('--brokers <list>', 'host:port, comma separated')
    .option('--file <file>', 'the topics as they should be', TOPICS_FILE)
    .option('--replication <n>', 'copies of every topic, instead of the file: 1 for one broker', readCopies)
    .addHelpText('after', HELP)
    .action((flags: ApplyFlags) => apply(flags, printer));
}

async function apply(flags: ApplyFlags, { line, paint }: Printer): Promise<void> {
  const brokers = brokersIn(flags.brokers ?? process.env['KAFKA_BROKERS'] ?? '');
  const { applyTopics, kafkaSecurityIn } = await import('@countersign/messaging/kafka/admin');
  const { environment } = await import('@countersign/messaging');
  const env = environment(process.env);
  const security = env.frozen(kafkaSecurityIn(env, brokers));
  const topics = await topicsIn(flags.file);
  const { replication } = flags;
  const applied = await applyTopics({
    connection: { brokers, security },
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

function readCopies(text: string): number {
  if (/^[1-9]$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a number from 1 to 9.');
}
