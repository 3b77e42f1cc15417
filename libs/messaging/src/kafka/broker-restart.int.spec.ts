import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IngressMessage, RecordedEvent } from '@countersign/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeOnKafka } from '../kafka-local/describe-on-kafka.js';
import { type LocalKafka, startLocalKafka } from '../kafka-local/kafka-local.js';
import { append, someEvent } from '../testing/events.js';
import { type KafkaWorld, kafkaWorld } from '../testing/kafka-world.js';
import { rule, serviceOf } from '../testing/rule.js';
import { until } from '../testing/until.js';

await describeOnKafka('a broker that is killed and comes back', () => {
  let folder: string;
  let broker: LocalKafka;
  let world: KafkaWorld;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-restart-'));
    broker = await startLocalKafka({ folder, port: 0, heapMb: 256 });
    world = await kafkaWorld({ brokers: broker.brokers, topicPrefix: '' });
  });
  afterAll(async () => {
    await world.close();
    await broker.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  test('S55: what was recorded and published around it is heard, nothing is lost and nothing parked', async () => {
    const heard: RecordedEvent[] = [];
    const messages: string[] = [];
    const host = await world.start([
      serviceOf('coordinator', [
        rule<RecordedEvent>('CaseRouted', (event) => void heard.push(event)),
        rule<IngressMessage>('countersign.customer-requests', ({ id }) => void messages.push(id)),
      ]),
    ]);
    const names = Array.from({ length: 10 }, (_, n) => `case-restart-${n}`);
    const round = async (version: number) => {
      for (const name of names) await append(world.store, name, version, someEvent('CaseRouted'));
    };
    await round(0);
    await until(() => heard.length >= 10);
    const { port } = broker;
    await broker.kill();
    await round(1);
    await until(async () => (await host.ready()).broker === 'down');
    expect(await host.ready()).toMatchObject({ ready: true, status: 'degraded' });
    broker = await startLocalKafka({ folder, port, heapMb: 256 });
    await round(2);
    await until(() => new Set(heard.map(({ id }) => id)).size === 30);
    const publication = { tenant: 'fjordlight', key: 'ada', id: 'm-1', headers: {}, value: '{"text":"x"}' };
    await world.publish('countersign.customer-requests', publication);
    await until(() => messages.includes('m-1'));
    for (const name of names) {
      const versions = heard.filter(({ stream }) => stream === name).map(({ version }) => version);
      expect([...new Set(versions)]).toEqual([1, 2, 3]);
    }
    expect(await host.parked()).toEqual([]);
    await until(async () => (await host.ready()).status === 'ready');
    await host.stop();
  });
});
