import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LocalKafkaError } from './local-kafka-error.js';

const run = promisify(execFile);

/** Nothing of this process's environment reaches the broker. */
export const BROKER_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export interface Program {
  readonly java: string;
  readonly jars: string;
  readonly folder: string;
}

export interface LocalUser {
  readonly username: string;
  readonly password: string;
}

/** A further port of the broker, for clients that are to come a way of their own. */
export interface Way {
  readonly port: number;
  /** The port that those who come in here are told to connect to: that of a proxy, say. */
  readonly saidPort: number;
}

export interface BrokerPorts {
  readonly port: number;
  readonly controllerPort: number;
  readonly ways?: readonly Way[];
  /** Where a client has to say who it is. */
  readonly sasl?: LocalUser & { readonly port: number };
}

/** Arguments of `java` up to the main class. The broker's own temporary files stay in its folder. */
export function javaFlags({ jars, folder }: Program, heapMb: number): string[] {
  return [
    `-Xms${Math.min(heapMb, 128)}m`,
    `-Xmx${heapMb}m`,
    '-XX:+UseSerialGC',
    // A local node lives minutes, not days: the optimizing compiler took more of two processors than it gave back.
    // Proposals one at a time: 34 ms of the broker's processor time each with it, 19 ms without.
    '-XX:TieredStopAtLevel=1',
    '-XX:+ExitOnOutOfMemoryError',
    '-Djava.awt.headless=true',
    `-Djava.io.tmpdir=${join(folder, 'temporary')}`,
    `-Dlog4j2.configurationFile=${join(folder, 'log4j2.xml')}`,
    '-cp',
    join(jars, '*'),
  ];
}

/** The folder's files apart from the data: made again at every start, so that they follow this release. */
export async function writeSettings(folder: string, ports: BrokerPorts): Promise<string> {
  await mkdir(folder, { recursive: true });
  await rm(join(folder, 'temporary'), { recursive: true, force: true });
  await mkdir(join(folder, 'temporary'));
  await writeFile(join(folder, 'log4j2.xml'), logging(join(folder, 'logs')));
  const file = join(folder, 'server.properties');
  await writeFile(file, properties(settings(join(folder, 'data'), ports)));
  return file;
}

/**
 * Formats the storage when there is none. It is formatted beside its place and moved there when complete, so that
 * a start that was killed half way leaves nothing that looks like a broker's data.
 */
export async function formattedOnce(program: Program, ports: BrokerPorts): Promise<void> {
  const { java, folder } = program;
  const place = join(folder, 'data');
  if (await hasData(place)) return;
  const unfinished = join(folder, 'data.unfinished');
  const file = join(folder, 'format.properties');
  await rm(unfinished, { recursive: true, force: true });
  await writeFile(file, properties(settings(unfinished, ports)));
  const cluster = randomBytes(16).toString('base64url');
  const words = ['kafka.tools.StorageTool', 'format', `--cluster-id=${cluster}`, `--config=${file}`];
  try {
    await run(java, [...javaFlags(program, 128), ...words], {
      env: BROKER_ENVIRONMENT,
      maxBuffer: 16 * 1024 * 1024,
    });
  } catch (cause) {
    throw new LocalKafkaError('kafka_failed', `Kafka's storage could not be formatted in ${folder}.`, {
      cause,
    });
  } finally {
    await rm(file, { force: true });
  }
  await rename(unfinished, place);
}

const hasData = (place: string): Promise<boolean> =>
  access(join(place, 'meta.properties')).then(
    () => true,
    () => false,
  );

type Settings = Readonly<Record<string, string | number | boolean>>;

const properties = (of: Settings): string =>
  Object.entries(of)
    // Java reads a backslash in a value as the beginning of an escape.
    .map(([name, value]) => `${name}=${String(value).replaceAll('\\', '\\\\')}\n`)
    .join('');

function settings(data: string, { port, controllerPort, ways = [], sasl }: BrokerPorts): Settings {
  const doors = [{ name: 'PLAINTEXT', port, saidPort: port }, ...ways.map(named), ...saslDoor(sasl)];
  const at = (of: (door: (typeof doors)[number]) => number) =>
    doors.map((door) => `${door.name}://127.0.0.1:${of(door)}`).join(',');
  return {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `${at((door) => door.port)},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': at((door) => door.saidPort),
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': ['CONTROLLER', ...doors.map(({ name }) => name)]
      .map((name) => `${name}:${name === 'SASL' ? 'SASL_PLAINTEXT' : 'PLAINTEXT'}`)
      .join(','),
    ...(ways.length === 0 ? {} : { 'num.network.threads': 1 }),
    'inter.broker.listener.name': 'PLAINTEXT',
    ...(sasl === undefined ? {} : plainLogin(sasl)),
    'log.dirs': data,
    // A topic is data under deploy/kafka; a mistyped name must fail and not make a topic.
    'auto.create.topics.enable': false,
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    // Fifty each by default, and as many files: a start of this one node would take seconds longer.
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.num.partitions': 4,
    'group.initial.rebalance.delay.ms': 0,
    'group.min.session.timeout.ms': 1_000,
    // 128 MB by default, a quarter of the heap.
    'log.cleaner.dedupe.buffer.size': 8_388_608,
  };
}

const named = (way: Way, index: number) => ({ ...way, name: `WAY${index}` });

const saslDoor = (sasl: BrokerPorts['sasl']) =>
  sasl === undefined ? [] : [{ name: 'SASL', port: sasl.port, saidPort: sasl.port }];

function plainLogin({ username, password }: LocalUser): Settings {
  const module = 'org.apache.kafka.common.security.plain.PlainLoginModule';
  return {
    'sasl.enabled.mechanisms': 'PLAIN',
    'listener.name.sasl.plain.sasl.jaas.config': `${module} required user_${username}="${password}";`,
  };
}

/** Warnings and the broker's life in one file that never grows past 3 × 5 MB. */
const logging = (folder: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<Configuration status="WARN">
  <Appenders>
    <RollingFile name="file" fileName="${xml(folder)}/kafka.log" filePattern="${xml(folder)}/kafka.%i.log">
      <PatternLayout pattern="%d{ISO8601} %-5p %c{1} %m%n"/>
      <SizeBasedTriggeringPolicy size="5 MB"/>
      <DefaultRolloverStrategy max="2"/>
    </RollingFile>
  </Appenders>
  <Loggers>
    <Logger name="kafka.server.KafkaRaftServer" level="INFO"/>
    <Root level="WARN"><AppenderRef ref="file"/></Root>
  </Loggers>
</Configuration>
`;

const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('$', '$$$$');
