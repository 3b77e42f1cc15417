/**
 * A real Kafka broker on this machine without Docker: one combined KRaft node on the loopback, from the jars that
 * deploy/kafka/local/pom.xml pins, fetched once through Maven.
 * It refuses a folder that another live process owns, and makes no topic that was not asked for. Its one invariant:
 * a started broker belongs to exactly one live process, and an orphan is ended first.
 */
import { mkdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { endWithUs, takeOwnership } from '@countersign/event-store/embedded';
import { endBroker, endOrphan, killBroker, launch } from './broker-process.js';
import { kafkaJars } from './jars.js';
import { requireJava } from './java.js';
import { freePort } from './ports.js';
import { untilReady } from './readiness.js';
import { type BrokerPorts, formattedOnce, type LocalUser, type Way, writeSettings } from './storage.js';

export { LocalKafkaError, type LocalKafkaErrorCode } from './local-kafka-error.js';
export type { LocalUser } from './storage.js';

export interface LocalKafkaOptions {
  /** Holds the data and the logs; created when missing. */
  readonly folder: string;
  /** On the loopback; 0 takes a free one. */
  readonly port: number;
  /** Of the node's own quorum; by default the port after `port`, or a free one. */
  readonly controllerPort?: number;
  /** Further ports, for clients that are to come through something. */
  readonly ways?: readonly Way[];
  /** Where fetched jars are kept; by default the user's cache folder. */
  readonly cacheFolder?: string;
  /** A second listener, on a free port, at which a client has to say who it is (SASL PLAIN, no TLS). */
  readonly sasl?: LocalUser;
  readonly heapMb?: number;
  /** For `PATH`, `JAVA_HOME`, `XDG_CACHE_HOME` and what Maven reads; by default this process's. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly startTimeoutMs?: number;
  /** Called before Maven fetches Kafka, which happens once and may take a minute. */
  readonly onFetch?: () => void;
  /** Called once when the broker ends by itself. */
  readonly onDied?: (reason: string) => void;
  /** Leaves the broker running when this process ends; whoever asks for that has to end it by `pid`. */
  readonly outlivesProcess?: boolean;
}

export interface LocalKafka {
  readonly brokers: readonly string[];
  /** Where a client has to say who it is; empty unless asked for. */
  readonly saslBrokers: readonly string[];
  readonly port: number;
  readonly pid: number;
  /** Lets the broker write down what it knows, and waits until it is gone. */
  stop(): Promise<void>;
  /** SIGKILL, for tests: as if its machine lost it. Starting again on the same folder recovers. */
  kill(): Promise<void>;
}

/** Starts the broker and resolves when it serves. Refusals are errors with a code and one sentence. */
export async function startLocalKafka(options: LocalKafkaOptions): Promise<LocalKafka> {
  const folder = resolve(options.folder);
  const env = options.env ?? process.env;
  const java = await requireJava(env);
  const { cacheFolder, onFetch } = options;
  const program = { java, jars: await kafkaJars({ env, cacheFolder, onFetch }), folder };
  const ports = await begin(folder, options);
  const settings = await writeSettings(folder, ports);
  await formattedOnce(program, ports);
  const broker = await launch(program, settings, options.heapMb ?? 512);
  if (!options.outlivesProcess) endWithUs(broker, 'SIGTERM');
  const life = { stopping: false, ready: false, ended: undefined as string | undefined };
  const end = (reason: string) => {
    if (life.ended !== undefined) return;
    life.ended = reason;
    if (life.ready && !life.stopping) options.onDied?.(reason);
  };
  broker.once('error', (error) => end(error.message));
  broker.once('exit', (code, signal) => end(signal === null ? `exit code ${code}` : `signal ${signal}`));
  const pid = broker.pid ?? 0;
  const at = { broker: `127.0.0.1:${ports.port}`, folder, timeoutMs: options.startTimeoutMs ?? 240_000 };
  await untilReady(at, () => life.ended).catch(async (error) => {
    if (life.ended === undefined) await killBroker(pid);
    await letGo(folder);
    throw error;
  });
  life.ready = true;
  if (options.outlivesProcess) broker.unref();
  const over = async (how: (pid: number) => Promise<void>) => {
    life.stopping = true;
    if (life.ended === undefined) await how(pid);
    await letGo(folder);
  };
  return {
    brokers: [at.broker],
    saslBrokers: ports.sasl === undefined ? [] : [`127.0.0.1:${ports.sasl.port}`],
    port: ports.port,
    pid,
    stop: () => over(endBroker),
    kill: () => over(killBroker),
  };
}

/**
 * Before a folder's data is thrown away: refuses while a live process owns it, and ends the broker that a killed
 * owner left running on it.
 */
export async function endLeftKafka(folder: string): Promise<void> {
  const place = resolve(folder);
  if (!(await isFolder(place))) return;
  await takeOwnership(place);
  await endOrphan(place);
  await letGo(place);
}

const isFolder = (place: string): Promise<boolean> =>
  stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Takes the folder, ends what a killed owner left in it, and finds the ports free after that. */
async function begin(folder: string, options: LocalKafkaOptions): Promise<BrokerPorts> {
  const { port, controllerPort, ways = [], sasl } = options;
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await takeOwnership(folder);
  await endOrphan(folder);
  try {
    return {
      port: await freePort(port),
      controllerPort: await freePort(controllerPort ?? (port === 0 ? 0 : port + 1)),
      ways,
      ...(sasl === undefined ? {} : { sasl: { ...sasl, port: await freePort(0) } }),
    };
  } catch (error) {
    await letGo(folder);
    throw error;
  }
}

async function letGo(folder: string): Promise<void> {
  for (const name of ['owner', 'kafka.pid']) await rm(join(folder, name), { force: true });
}
