import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { LocalKafkaError } from './local-kafka-error.js';

const run = promisify(execFile);

const POM = fileURLToPath(new URL('../../../../deploy/kafka/local/pom.xml', import.meta.url));

type Env = Readonly<Record<string, string | undefined>>;

export interface JarsOptions {
  readonly env: Env;
  /** Where fetched jars are kept for every later start; by default the user's cache folder. */
  readonly cacheFolder?: string | undefined;
  /** Called before Maven is, which may take a minute. */
  readonly onFetch?: (() => void) | undefined;
}

/**
 * The folder with the jars that the pom pins. They are kept under a name made of the pom's text: Maven is called
 * when there are none for exactly this pom, and never otherwise.
 * @throws LocalKafkaError maven_missing, kafka_not_fetched
 */
export async function kafkaJars(options: JarsOptions): Promise<string> {
  const pom = await readFile(POM);
  const mark = createHash('sha256').update(pom).digest('hex').slice(0, 12);
  const cache = options.cacheFolder ?? defaultCache(options.env);
  const place = join(cache, `kafka-${mark}`);
  if (await exists(place)) return place;
  options.onFetch?.();
  await mkdir(cache, { recursive: true });
  // Fetched beside its place and moved there when complete: half a set of jars never looks like a whole one.
  const unfinished = await mkdtemp(join(cache, 'unfinished-'));
  try {
    await fetchInto(unfinished, options.env);
    await rename(unfinished, place).catch(async (error) => {
      // Another process fetched the same set in the meantime.
      if (!(await exists(place))) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return place;
}

function defaultCache(env: Env): string {
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'countersign');
}

async function fetchInto(folder: string, env: Env): Promise<void> {
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${folder}`];
  // -C: a jar whose checksum is wrong is a failure.
  await run('mvn', ['-B', '-q', '-C', '-f', POM, ...goal], { env, maxBuffer: 16 * 1024 * 1024 }).catch(
    (cause: Error & { code?: unknown; stdout?: string }) => {
      throw cause.code === 'ENOENT'
        ? new LocalKafkaError(
            'maven_missing',
            'Kafka is fetched through Maven once and kept; there is no Maven here (mvn) and nothing is kept yet.',
            { cause },
          )
        : notFetched(cause);
    },
  );
  if ((await readdir(folder)).some((name) => name.startsWith('kafka_'))) return;
  throw new LocalKafkaError('kafka_not_fetched', 'Maven ended without an error and brought no Kafka.');
}

function notFetched(cause: Error & { stdout?: string }): LocalKafkaError {
  const said = (cause.stdout ?? '').split('\n').find((line) => line.includes('[ERROR]')) ?? cause.message;
  const reason = said.slice(said.indexOf('[ERROR]') + 8).trim();
  return new LocalKafkaError(
    'kafka_not_fetched',
    `Kafka is not on this machine yet and Maven could not fetch it (is there a network?): ${reason.slice(0, 300)}`,
    { cause },
  );
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
