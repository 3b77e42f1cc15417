import { eventMessage, type RecordedEvent, topics } from '@countersign/contracts';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import kafkajs from 'kafkajs';
import type { Host } from '../host/host.js';
import { describeOnKafka } from '../kafka-local/describe-on-kafka.js';
import { testKafka } from '../kafka-local/test-kafka.js';
import { append, someEvent } from '../testing/events.js';
import { testClient } from '../testing/kafka-topics.js';
import { type KafkaWorld, kafkaWorld } from '../testing/kafka-world.js';
import { rule, serviceOf } from '../testing/rule.js';
import { topicRecords } from '../testing/topic-records.js';
import { until } from '../testing/until.js';
import type { ServiceDefinition, Wiring } from '../wiring/wiring.js';

const at = '2026-11-29T12:00:00Z';
const opened = () =>
  someEvent('CaseOpened', {
    requestId: 'r-1',
    tenant: 'fjordlight',
    customer: { subject: 'ada', name: 'Ada' },
    startedBy: 'ada',
    bounds: { wallClockMs: 1, turnsMax: 1, toolCallsMax: 1, spendMicrosMax: 1 },
    openedAt: at,
  });

let made = 0;
const streams = (count: number) =>
  Array.from({ length: count }, () => {
    made += 1;
    return `case-given-${made}`;
  });

await describeOnKafka('when partitions are given out anew', () => {
  let world: KafkaWorld;
  const hosts: Host[] = [];

  beforeAll(async () => {
    world = await kafkaWorld(await testKafka(), { partitions: 6, sessionTimeoutMs: 3_000 });
  });
  afterEach(async () => {
    await Promise.all(hosts.splice(0).map((host) => host.stop()));
  });
  afterAll(() => world.close());

  async function start(service: ServiceDefinition): Promise<Host> {
    const host = await world.start([service]);
    hosts.push(host);
    return host;
  }
  const hearing = async (host: Host) => (await host.ready()).services[0]?.status === 'hearing';

  /** Routes each opened case once, and after that alone calls the outside. */
  function routing(names: readonly string[], outside: (stream: string) => Promise<void> | void) {
    return serviceOf('coordinator', [
      rule<RecordedEvent>('CaseOpened', async (heard: RecordedEvent, { cases }: Wiring) => {
        if (!names.includes(heard.stream)) return;
        const to = { tenant: heard.tenant, id: heard.stream.slice('case-'.length), rule: 'route' };
        const fact = { capability: 'refunds', reason: 'asked', messageId: heard.id, at };
        const answer = await cases.answer(heard, to, () => ({ commands: [{ type: 'route', fact }] }));
        if (answer.outcome === 'appended') await outside(heard.stream);
      }),
    ]);
  }
  async function typesOf(name: string): Promise<readonly string[]> {
    return (await world.store.readStream('fjordlight', name)).map(({ type }) => type);
  }
  async function eachIsRoutedOnce(names: readonly string[]): Promise<void> {
    for (const name of names) {
      expect([name, await typesOf(name)]).toEqual([name, ['CaseOpened', 'CaseRouted']]);
    }
  }

  test('C29: a second member joins in the middle of a hundred commands: a hundred effects', async () => {
    const names = streams(100);
    const effects: string[] = [];
    const service = () => routing(names, (name) => void effects.push(name));
    await hearing(await start(service()));
    for (const [n, name] of names.entries()) {
      await append(world.store, name, 0, opened());
      if (n === 40) void start(service());
    }
    await until(() => effects.length === 100);
    await until(async () => hosts.length === 2 && (await Promise.all(hosts.map(hearing))).every(Boolean));
    await eachIsRoutedOnce(names);
    expect(new Set(effects).size).toBe(100);
  });

  test('C31: a handler outlives the session, twice; one call to the outside, and nobody else waits for it', async () => {
    const [slow = '', ...others] = streams(8);
    const release = Promise.withResolvers<void>();
    const calls: string[] = [];
    const service = () =>
      routing([slow, ...others], async (name) => {
        calls.push(name);
        if (name === slow) await release.promise;
      });
    const first = await start(service());
    await append(world.store, slow, 0, opened());
    await until(() => calls.length === 1);
    const began = performance.now();
    for (const name of others.slice(0, 3)) await append(world.store, name, 0, opened());
    await until(() => calls.length === 4);
    // Two sessions long: the member is still one, because its loop never waited for the handler.
    await until(async () => performance.now() - began > 6_500 && (await hearing(first)));
    // And now the partitions go to two members, while the call is still out.
    const second = await start(service());
    await until(async () => (await hearing(second)) && (await hearing(first)));
    for (const name of others.slice(3)) await append(world.store, name, 0, opened());
    await until(() => calls.length === 8);
    release.resolve();
    await until(async () => (await typesOf(slow)).length === 2);
    expect(calls.filter((name) => name === slow)).toHaveLength(1);
    await eachIsRoutedOnce([slow, ...others]);
  });

  test('C35: members join and leave all the time: an outcome for everything, and no version missing', async () => {
    const names = streams(300);
    const effects: string[] = [];
    const service = () => routing(names, (name) => void effects.push(name));
    await start(service());
    let writing = true;
    const written = (async () => {
      for (const name of names) await append(world.store, name, 0, opened());
      writing = false;
    })();
    let changes = 0;
    while (writing || changes < 4) {
      const joining = await start(service());
      await until(() => hearing(joining));
      const leaving = hosts.shift();
      await leaving?.stop();
      changes += 1;
    }
    await written;
    await until(async () => new Set(effects).size === 300);
    await eachIsRoutedOnce(names);
    const parked = await hosts[0]?.parked();
    expect(parked).toEqual([]);
  });

  test('C42: a relay that sent everything once more, out of its place, changes nothing', async () => {
    const names = streams(20);
    const effects: string[] = [];
    const service = () => routing(names, (name) => void effects.push(name));
    await start(service());
    for (const name of names) await append(world.store, name, 0, opened());
    await until(() => effects.length === 20);
    await hosts.shift()?.stop();
    // A process that remembers nothing hears all of it again, between what is new.
    const producer = testClient(world.kafka.brokers).producer({
      createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
    });
    await producer.connect();
    const messages = (await topicRecords(world.kafka, topics.cases))
      .filter(({ key }) => names.includes(key))
      .map(({ value, headers, ...at }) => ({ ...at, value: Buffer.from(value), headers: { ...headers } }))
      .map(({ key, partition, value, headers }) => ({ key, partition, value, headers }));
    expect(messages.length).toBeGreaterThanOrEqual(20);
    await producer.send({ topic: `${world.kafka.topicPrefix}${topics.cases}`, messages });
    await producer.disconnect();
    const more = streams(1);
    const late = await start(routing([...names, ...more], (name) => void effects.push(name)));
    await append(world.store, more[0] ?? '', 0, opened());
    await until(async () => effects.length === 21 && (await late.ready()).services[0]?.lag === 0);
    await eachIsRoutedOnce([...names, ...more]);
    expect(await late.parked()).toEqual([]);
  });

  test('C37: after the layout of a topic changed, no version is heard before its predecessor, and none twice', async () => {
    const names = streams(12);
    const heard: [string, number][] = [];
    const other = await kafkaWorld(await testKafka(), { relay: false, partitions: 5 });
    for (const name of names) {
      await append(other.store, name, 0, ...Array.from({ length: 6 }, () => someEvent('CaseRouted')));
    }
    const events = await other.recorded();
    const layouts = [kafkajs.Partitioners.DefaultPartitioner, kafkajs.Partitioners.LegacyPartitioner];
    // The newer layout's messages are there first: the older ones are still on their way.
    for (const [n, createPartitioner] of layouts.entries()) {
      const producer = testClient(other.kafka.brokers).producer({ createPartitioner });
      await producer.connect();
      const messages = events
        .filter(({ version }) => version > 3 === (n === 0))
        .map((event) => {
          const { key, value, headers } = eventMessage(event);
          return { key, value, headers: { ...headers } };
        });
      await producer.send({ topic: `${other.kafka.topicPrefix}${topics.cases}`, messages });
      await producer.disconnect();
    }
    const host = await other.start([
      serviceOf('coordinator', [
        rule<RecordedEvent>('CaseRouted', (event) => void heard.push([event.stream, event.version])),
      ]),
    ]);
    await until(async () => heard.length >= 72 && (await host.ready()).services[0]?.lag === 0);
    for (const name of names) {
      const versions = heard.filter(([stream]) => stream === name).map(([, version]) => version);
      expect([name, versions]).toEqual([name, [1, 2, 3, 4, 5, 6]]);
    }
    await host.stop();
    await other.close();
  });
});
