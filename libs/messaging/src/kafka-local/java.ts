import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LocalKafkaError } from './local-kafka-error.js';

const run = promisify(execFile);

/** Brokers of Kafka 4 run on nothing older. */
const JAVA_MAJOR = 17;

/**
 * The Java to run Kafka with: `JAVA_HOME`'s when that is set, else the one on the path.
 * @throws LocalKafkaError java_missing
 */
export async function requireJava(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const home = env['JAVA_HOME'];
  const java = home ? join(home, 'bin/java') : 'java';
  const said = await run(java, ['-version'], { env: { PATH: env['PATH'] } }).catch((cause: Error) => {
    const where = home ? `JAVA_HOME (${home}) has no Java that runs` : 'there is none here';
    throw new LocalKafkaError('java_missing', `Kafka needs Java ${JAVA_MAJOR} or later; ${where}.`, {
      cause,
    });
  });
  const version = /version "([^"]+)"/.exec(`${said.stderr}${said.stdout}`)?.[1] ?? 'unknown';
  if (Number.parseInt(version, 10) >= JAVA_MAJOR) return java;
  throw new LocalKafkaError(
    'java_missing',
    `Kafka needs Java ${JAVA_MAJOR} or later; this is Java ${version}.`,
  );
}
