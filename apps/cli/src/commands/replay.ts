import { type Topic, topics } from '@countersign/contracts';
import { stateWord } from '@countersign/domain';
import { type Command, InvalidArgumentError } from 'commander';
import { dataFolder } from '../instance/data-folder.js';
import { runningOn } from '../instance/running-file.js';
import { caseStateWord } from '../record/describe-case.js';
import type { Comparing, Difference, Rebuilt, RebuiltStreams } from '../replay/replay.js';
import type { Printer } from '../terminal/printer.js';
import { CommandRefused } from '../terminal/refusal.js';
import { visible } from '../terminal/visible.js';
import { count } from '../words/phrases.js';
import { brokersIn } from './arguments.js';

interface ReplayFlags {
  readonly fromTopic: Topic;
  readonly fromOffset?: bigint;
  readonly since?: Date;
  readonly until?: Date;
  readonly compare?: true;
  readonly brokers?: string;
  readonly topicPrefix?: string;
  readonly data?: string;
}

const HELP = `
Reads the topic to where it ends now and folds every stream with the functions the services decide with. Nothing is
called, written, published or committed: the code that runs has no way to. Printed are each proposal's state, how many
events led to it, and what is odd: a version that is missing, that arrived too early, or that is not bound to the one
before it.

With --compare the result is held against the store: count of events, last version, last hash and folded state. Any
difference is named, with exit code 1; and so is, when the topic is read from its beginning, anything odd.

A stream that began before --from-offset or --since is named as not whole, and has no state.

Environment:
  KAFKA_BROKERS  the brokers, when --brokers is not given; otherwise those of the instance that runs on the data folder
  KAFKA_SSL, KAFKA_SASL_MECHANISM and their companions, as for the services: docs/guides/kafka.md
  DATABASE_URL   the database to compare with, instead of the data folder's; any role that may read will do

Examples:
  countersign replay --from-topic countersign.proposals --compare
  countersign replay --from-topic countersign.proposals --since 2026-11-29T12:00:00Z --until 2026-11-29T13:00:00Z
  countersign replay --from-topic countersign.cases --brokers kafka-1:9092 --from-offset 120000`;

export function addReplay(program: Command, printer: Printer): void {
  program
    .command('replay')
    .description('rebuild proposals or cases from their Kafka topic alone, without acting')
    .requiredOption('--from-topic <topic>', `${topics.proposals} or ${topics.cases}`, readTopicName)
    .option('--from-offset <offset>', 'where to begin, in every partition', readOffset)
    .option('--since <time>', 'where to begin: an instant, ISO 8601', readInstant)
    .option('--until <time>', 'where to end: an instant, ISO 8601; it is not included', readInstant)
    .option('--compare', 'hold the result against the store; exit code 1 on any difference')
    .option('--brokers <list>', 'host:port, comma separated')
    .option('--topic-prefix <text>', 'in front of the topic’s name, where a cluster is shared')
    .option('--data <folder>', 'the data folder of the instance (default: .countersign in this folder)')
    .addHelpText('after', HELP)
    .action((flags: ReplayFlags) => replay(flags, printer));
}

async function replay(flags: ReplayFlags, printer: Printer): Promise<void> {
  const { fromTopic, fromOffset, since, until, topicPrefix } = flags;
  if (fromOffset !== undefined && since !== undefined) {
    throw new CommandRefused('Give --from-offset or --since, not both.');
  }
  const from =
    fromOffset !== undefined ? { offset: fromOffset } : since === undefined ? undefined : { since };
  const { rebuildFrom } = await import('../replay/replay.js');
  const brokers = await brokersOf(flags);
  const streams = await rebuildFrom({
    brokers,
    security: await securityOf(brokers),
    topic: fromTopic,
    ...(topicPrefix === undefined ? {} : { topicPrefix }),
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { until }),
  });
  const results = streams.results();
  for (const one of results) tell(one, printer);
  summarise({ streams, results }, fromTopic, printer);
  const odd = results.some(({ oddities }) => oddities.length > 0) || streams.unreadable.length > 0;
  if (odd && from === undefined) process.exitCode = 1;
  if (flags.compare !== true) return;
  const reach = { fromTheBeginning: from === undefined, toTheEnd: until === undefined };
  await compare({ flags, results, reach }, printer);
}

async function brokersOf({ brokers, data }: ReplayFlags): Promise<readonly string[]> {
  const given = brokers ?? process.env['KAFKA_BROKERS'] ?? '';
  if (given !== '') return brokersIn(given);
  const running = await runningOn(await dataFolder(data));
  return running?.kafka?.brokers ?? brokersIn('');
}

/** As the services read it. */
async function securityOf(brokers: readonly string[]) {
  const { kafkaSecurityIn } = await import('@countersign/messaging/kafka/admin');
  const { environment } = await import('@countersign/messaging');
  const env = environment(process.env);
  return env.frozen(kafkaSecurityIn(env, brokers));
}

function tell({ tenant, stream, state, events, oddities, first }: Rebuilt, { line, paint }: Printer): void {
  const word = first > 1 ? `not whole: read from version ${first}` : wordOf(state);
  line(`  ${stream}  ${visible(word)}  ${paint.dim(`${count(events, 'event')}, tenant ${visible(tenant)}`)}`);
  for (const oddity of oddities) line(paint.bad(`      ${visible(oddity)}`));
}

function wordOf(state: Rebuilt['state']): string {
  if (state.status === 'absent') return 'not readable';
  return 'opened' in state ? caseStateWord(state) : stateWord(state);
}

function summarise(
  { streams, results }: { streams: RebuiltStreams; results: readonly Rebuilt[] },
  topic: Topic,
  { line, paint }: Printer,
): void {
  const kind = topic === topics.cases ? 'case' : 'proposal';
  const late = results.filter(({ first }) => first > 1).length;
  const odd = results.filter(({ oddities }) => oddities.length > 0).length;
  line(
    `${count(results.length - late, kind)} rebuilt from ${count(streams.heard, 'event')} of ${topic}; ${odd} with something odd${late === 0 ? '' : `; ${late} not whole, begun before what was read`}.`,
  );
  if (streams.unreadable.length === 0) return;
  line(
    paint.bad(
      `${count(streams.unreadable.length, 'record')} on the topic ${streams.unreadable.length === 1 ? 'is no event' : 'are no events'}:`,
    ),
  );
  for (const place of streams.unreadable.slice(0, 20)) line(`  ${visible(place)}`);
}

async function compare(
  { flags, results, reach }: { flags: ReplayFlags; results: readonly Rebuilt[]; reach: Comparing },
  { line, paint }: Printer,
): Promise<void> {
  const { compareWith } = await import('../replay/replay.js');
  const { onRecord } = await import('../record/open-record.js');
  const { streamsOfCategory } = await import('../record/streams-of-category.js');
  const category = flags.fromTopic === topics.cases ? 'case' : 'proposal';
  const differences: Difference[] = await onRecord(flags.data, ({ raw }) =>
    compareWith(
      {
        readStream: (tenant, stream) => raw.readStream(tenant, stream),
        streams: () => streamsOfCategory(raw, category),
      },
      results,
      reach,
    ),
  );
  if (differences.length === 0) {
    const whole = results.filter(({ first }) => first === 1).length;
    if (whole > 0 || results.length === 0) return line(paint.good(`The store says the same of ${whole}.`));
    line(paint.bad('Nothing was read whole, so nothing could be compared.'));
    process.exitCode = 1;
    return;
  }
  line(paint.bad(`The store differs: ${count(differences.length, 'difference')}.`));
  for (const { tenant, stream, what } of differences)
    line(`  ${stream} of tenant ${visible(tenant)}: ${what}`);
  process.exitCode = 1;
}

function readTopicName(text: string): Topic {
  if (text === topics.proposals || text === topics.cases) return text;
  throw new InvalidArgumentError(`It is ${topics.proposals} or ${topics.cases}.`);
}

function readOffset(text: string): bigint {
  if (/^\d{1,18}$/.test(text)) return BigInt(text);
  throw new InvalidArgumentError('It is a whole number, 0 or above.');
}

function readInstant(text: string): Date {
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (!Number.isNaN(instant)) return new Date(instant);
  throw new InvalidArgumentError('It is an instant with its zone, such as 2026-11-29T12:00:00Z.');
}
