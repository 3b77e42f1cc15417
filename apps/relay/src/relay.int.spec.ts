import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PostgresEventStore } from '@countersign/event-store';
import { endingWithParent, loopbackPort } from '@countersign/event-store/embedded';
import { type TestDatabase, testDatabase } from '@countersign/event-store/testing';
import type { RelayStanding } from '@countersign/messaging/kafka';
import { applyTopics, parseTopics } from '@countersign/messaging/kafka/admin';
import { describeOnKafka, type TestKafka, testKafka } from '@countersign/messaging/kafka/testing';
import { append, someEvent } from '@countersign/messaging/testing';
import { waitFor } from '@countersign/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const topicsFile = resolve(import.meta.dirname, '../../../deploy/kafka/topics.yaml');

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  standing(): Promise<RelayStanding | undefined>;
}

await describeOnKafka('relays as processes', () => {
  let database: TestDatabase;
  let kafka: TestKafka;
  let store: PostgresEventStore;
  const running: Running[] = [];

  beforeAll(async () => {
    [database, kafka] = await Promise.all([testDatabase(), testKafka()]);
    store = new PostgresEventStore({ url: database.urls.countersign_coordinator });
    const topics = parseTopics(await readFile(topicsFile, 'utf8'));
    const connection = { brokers: [...kafka.brokers] };
    await applyTopics({ connection, topics, replication: 1, prefix: kafka.topicPrefix });
  });
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await store.close();
    await database.dispose();
  });

  async function start(): Promise<Running> {
    const port = await loopbackPort(0);
    const child = spawn(process.execPath, [...endingWithParent, resolve(import.meta.dirname, 'main.js')], {
      stdio: ['pipe', 'ignore', 'inherit'],
      env: {
        PATH: process.env['PATH'] ?? '',
        DATABASE_URL: database.urls.countersign_relay,
        KAFKA_BROKERS: kafka.brokers.join(','),
        KAFKA_TOPIC_PREFIX: kafka.topicPrefix,
        RELAY_PORT: String(port),
      },
    });
    const ended = new Promise<number | null>((done) => child.once('exit', done));
    const standing = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        (answer) => answer.json() as Promise<RelayStanding>,
        () => undefined,
      );
    const one = { child, ended, standing };
    running.push(one);
    await waitFor('the relay to answer', standing);
    return one;
  }
  const reached = (relay: Running, position: number) =>
    waitFor(`the relay to reach ${position}`, async () => {
      const standing = await relay.standing();
      return Number(standing?.reached?.position ?? 0) >= position ? standing : undefined;
    });

  test('one relays, the other stands by; when it is killed the other goes on where the topics end', async () => {
    const first = await start();
    await append(store, 'case-1', 0, someEvent('CaseRouted'), someEvent('CaseRouted'));
    expect(await reached(first, 2)).toMatchObject({ status: 'relaying', relayed: 2, broker: 'up' });
    const second = await start();
    await waitFor('the second to stand by', async () => {
      const standing = await second.standing();
      return standing?.status === 'standby' && standing.database === 'up' ? standing : undefined;
    });
    first.child.kill('SIGKILL');
    await append(store, 'case-1', 2, someEvent('CaseRouted'));
    // The last page of the first one may be sent once more, and nothing before it.
    expect((await reached(second, 3))?.relayed).toBeLessThanOrEqual(3);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });
});
