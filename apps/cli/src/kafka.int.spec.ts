import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { topics } from '@countersign/contracts';
import { describeOnKafka } from '@countersign/messaging/kafka/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CountersignProcess, runToEnd } from './testing/countersign-process.js';

await describeOnKafka('countersign kafka and countersign topics', () => {
  let folder: string;
  let kafka: CountersignProcess;
  let brokers: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-cli-kafka-'));
    kafka = new CountersignProcess(['kafka', '--data', folder, '--port', '0']);
    await kafka.printed(/Kafka is ready at 127\.0\.0\.1:\d+\./, 400_000);
    brokers = /at (127\.0\.0\.1:\d+)\./.exec(kafka.out)?.[1] ?? '';
  });

  afterAll(async () => {
    if (kafka.running) kafka.kill('SIGTERM');
    await kafka.ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const count = Object.values(topics).length;
  const apply = (...more: string[]) => runToEnd(['topics', 'apply', '--brokers', brokers, ...more]);

  test('topics are made once, and what differs is told with exit code 1', async () => {
    const first = await apply('--replication', '1');
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toContain('countersign.dead-letters created\n');
    expect(first.out).toContain(`${count} topics created, 0 as they should be, 0 different.`);
    expect(await apply('--replication', '1')).toMatchObject({
      code: 0,
      out: `0 topics created, ${count} as they should be, 0 different.\n`,
    });
    const other = await apply();
    expect(other.code).toBe(1);
    expect(other.out).toContain('countersign.cases: replication is 1 and should be 3\n');
  });

  test('a second broker on the folder or the port is one sentence', async () => {
    const port = brokers.split(':')[1] ?? '';
    expect(await runToEnd(['kafka', '--data', folder, '--port', '0'])).toMatchObject({
      code: 1,
      err: `Process ${kafka.pid} is already running on ${join(folder, 'kafka')}.\n`,
    });
    const elsewhere = join(folder, 'elsewhere');
    expect(await runToEnd(['kafka', '--data', elsewhere, '--port', port])).toMatchObject({
      code: 1,
      err: `Port ${port}, wanted for Kafka, is in use by another program; choose another port.\n`,
    });
  });

  test('a missing address, an odd one and one where nobody answers are one sentence each', async () => {
    expect((await runToEnd(['topics', 'apply'], { KAFKA_BROKERS: '' })).err).toBe(
      'Which cluster? Give --brokers host:port, or set KAFKA_BROKERS.\n',
    );
    expect((await runToEnd(['topics', 'apply', '--brokers', 'kafka'])).err).toBe(
      'kafka is not the address of a broker; it is host:port.\n',
    );
    expect(await runToEnd(['topics', 'apply'], { KAFKA_BROKERS: '127.0.0.1:9' })).toMatchObject({
      code: 1,
      err: 'No Kafka broker answers at 127.0.0.1:9.\n',
    });
  });

  test('Ctrl-C stops it cleanly', async () => {
    kafka.kill('SIGINT');
    expect(await kafka.ended).toBe(0);
    expect(kafka.out).toContain('Stopped. What was published is kept.');
    expect(kafka.err).toBe('');
  });
});
