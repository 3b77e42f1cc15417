import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '@countersign/event-store/embedded';
import { endOrphan } from './broker-process.js';
import { startLocalKafka } from './kafka-local.js';

const RUN = 'COUNTERSIGN_TEST_RUN';
const EXTERNAL = 'COUNTERSIGN_TEST_KAFKA_BROKERS';
const START_WITHIN_MS = 240_000;

export interface TestKafka {
  readonly brokers: readonly string[];
  /** In front of every topic and consumer group of this test file, so that files do not meet. */
  readonly topicPrefix: string;
}

/** The run's broker, and names for the file that asks. The first one to ask starts it; the others wait for its word. */
export async function testKafka(): Promise<TestKafka> {
  return { brokers: await runsBrokers(), topicPrefix: `t${randomBytes(5).toString('hex')}.` };
}

async function runsBrokers(): Promise<readonly string[]> {
  const external = process.env[EXTERNAL];
  if (external) return external.split(',');
  const run = process.env[RUN];
  if (run === undefined) throw new Error(`Tests with Kafka need a run; ${RUN} is not set`);
  const first = await mkdir(join(run, 'kafka-starting')).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
  if (first) await start(run).catch((error) => announce(run, { failed: String(error) }));
  for (const end = performance.now() + START_WITHIN_MS; performance.now() < end; await wait(50)) {
    const word = await announced(run);
    if (word !== undefined) return word;
  }
  throw new Error(`The test broker did not start within ${START_WITHIN_MS / 1_000} seconds`);
}

async function start(run: string): Promise<void> {
  const { brokers } = await startLocalKafka({
    folder: folderIn(run),
    port: 0,
    outlivesProcess: true,
    startTimeoutMs: 120_000,
  });
  await announce(run, { brokers });
}

type Word = { readonly brokers: readonly string[] } | { readonly failed: string };

async function announce(run: string, word: Word): Promise<void> {
  await writeFile(join(run, 'kafka.unfinished'), JSON.stringify(word));
  await rename(join(run, 'kafka.unfinished'), join(run, 'kafka.json'));
}

async function announced(run: string): Promise<readonly string[] | undefined> {
  const text = await readFile(join(run, 'kafka.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const word = JSON.parse(text) as Word;
  if ('failed' in word) throw new Error(`The test broker did not start: ${word.failed}`);
  return word.brokers;
}

/** Ends the run's broker, if one was started. Nobody needs its data again, so there is little to wait for. */
export async function endTestKafka(run: string): Promise<void> {
  await endOrphan(folderIn(run), 500);
}

/** Runs whose process was killed leave a broker behind; each is ended by its own process id. */
export async function endAbandonedTestKafkas(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(/^countersign-run-(\d+)-/.exec(name)?.[1] ?? 0);
    if (pid > 0 && !isAlive(pid)) await endTestKafka(join(tmpdir(), name));
  }
}

/** Keeps for the end of the run that a suite was not run, and why. */
export async function noteLack(suite: string, why: string): Promise<void> {
  const run = process.env[RUN];
  if (run !== undefined) await appendFile(join(run, 'kafka-lacked'), `${JSON.stringify({ suite, why })}\n`);
}

/** One line about the suites that were not run for want of Kafka, or undefined. */
export async function whatKafkaLacked(run: string): Promise<string | undefined> {
  const text = await readFile(join(run, 'kafka-lacked'), 'utf8').catch(() => '');
  if (text === '') return undefined;
  const notes = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { suite: string; why: string });
  const suites = notes.map(({ suite }) => suite).join('; ');
  return `Not run, for want of Kafka (${notes[0]?.why}): ${suites}.`;
}

const folderIn = (run: string): string => join(run, 'kafka');
