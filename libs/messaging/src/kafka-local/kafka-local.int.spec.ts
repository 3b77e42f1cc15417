import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, startOf } from '@countersign/event-store/embedded';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Kafka, logLevel } from 'kafkajs';
import { createTopic } from '../testing/kafka-topics.js';
import { until } from '../testing/until.js';
import { describeOnKafka } from './describe-on-kafka.js';
import { type LocalKafka, type LocalKafkaOptions, startLocalKafka } from './kafka-local.js';

const client = (kafka: LocalKafka) =>
  new Kafka({ brokers: [...kafka.brokers], logLevel: logLevel.NOTHING, retry: { retries: 8 } });

await describeOnKafka('the local broker', () => {
  let folder: string;
  let running: LocalKafka | undefined;

  const start = async (options: Partial<LocalKafkaOptions> = {}) => {
    running = await startLocalKafka({ folder, port: 0, heapMb: 256, ...options });
    return running;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-kafka-'));
  });

  afterAll(async () => {
    await running?.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  test('serves, makes no topic unasked, and stops cleanly', async () => {
    const kafka = await start();
    const admin = client(kafka).admin();
    await admin.connect();
    expect((await admin.describeCluster()).brokers).toMatchObject([{ host: '127.0.0.1', port: kafka.port }]);
    await expect(admin.fetchTopicOffsets('mistyped')).rejects.toThrow();
    expect(await admin.listTopics()).not.toContain('mistyped');
    await admin.disconnect();
    await kafka.stop();
    expect(isAlive(kafka.pid)).toBe(false);
    expect(await readdir(join(folder, 'data'))).toContain('.kafka_cleanshutdown');
  });

  test('starts again from what it keeps, with no Maven, and recovers after kill -9', async () => {
    const before = await readFile(join(folder, 'data/meta.properties'), 'utf8');
    const empty = join(folder, 'nothing-on-the-path');
    await mkdir(empty, { recursive: true });
    const java = join(empty, 'java');
    await writeFile(java, '#!/bin/sh\nPATH=/usr/local/bin:/usr/bin:/bin exec java "$@"\n', { mode: 0o755 });
    const env = { HOME: process.env['HOME'], JAVA_HOME: process.env['JAVA_HOME'], PATH: `${empty}:/nowhere` };
    const fetched: string[] = [];
    const deaths: string[] = [];
    const first = await start({ env, onFetch: () => fetched.push('again'), onDied: (d) => deaths.push(d) });
    expect(fetched).toEqual([]);
    const producer = client(first).producer({ idempotent: true });
    const admin = client(first).admin();
    await admin.connect();
    await createTopic(admin, { topic: 'kept', numPartitions: 1 });
    await producer.connect();
    await producer.send({ topic: 'kept', acks: -1, messages: [{ key: 'a', value: 'b' }] });
    await Promise.all([producer.disconnect(), admin.disconnect()]);

    process.kill(first.pid, 'SIGKILL');
    await until(() => deaths.length === 1 && !isAlive(first.pid));
    expect(deaths).toEqual(['signal SIGKILL']);

    const next = await start();
    expect(await readFile(join(folder, 'data/meta.properties'), 'utf8')).toBe(before);
    const reader = client(next).admin();
    await reader.connect();
    expect(await reader.fetchTopicOffsets('kept')).toMatchObject([{ low: '0', high: '1' }]);
    await reader.disconnect();
    await next.kill();
    expect(isAlive(next.pid)).toBe(false);
  });

  test('the broker a killed owner left behind is ended before a new one starts', async () => {
    const orphan = await start({ outlivesProcess: true });
    // What a killed owner leaves: its broker, and a word about a process that is no more.
    await writeFile(join(folder, 'owner'), '999999999\n1');
    const next = await start({ port: orphan.port });
    expect(isAlive(orphan.pid)).toBe(false);
    expect(isAlive(next.pid)).toBe(true);
    await next.kill();
  });

  test('a taken port, and a folder whose owner lives, are one sentence each', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await until(() => other.listening);
    const { port } = other.address() as { port: number };
    await expect(start({ port })).rejects.toMatchObject({
      code: 'port_taken',
      message: `Port ${port}, wanted for Kafka, is in use by another program; choose another port.`,
    });
    other.close();
    await writeFile(join(folder, 'owner'), `${process.ppid}\n${await startOf(process.ppid)}`);
    await expect(start()).rejects.toMatchObject({ code: 'data_folder_in_use' });
    await rm(join(folder, 'owner'));
  });
});
