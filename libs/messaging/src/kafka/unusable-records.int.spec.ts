import { randomUUID } from 'node:crypto';
import {
  cloudEventHeaders,
  eventMessage,
  type IngressMessage,
  type RecordedEvent,
  type Topic,
  topics,
} from '@countersign/contracts';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import kafkajs, { type IHeaders, type Producer } from 'kafkajs';
import { poison } from '../failure/failure.js';
import type { Host } from '../host/host.js';
import { describeOnKafka } from '../kafka-local/describe-on-kafka.js';
import { testKafka } from '../kafka-local/test-kafka.js';
import { append, someEvent } from '../testing/events.js';
import { testClient } from '../testing/kafka-topics.js';
import { type KafkaWorld, kafkaWorld } from '../testing/kafka-world.js';
import { rule, serviceOf } from '../testing/rule.js';
import { topicRecords } from '../testing/topic-records.js';
import { until } from '../testing/until.js';

await describeOnKafka('what cannot be used on a topic', () => {
  let world: KafkaWorld;
  let producer: Producer;
  let host: Host | undefined;

  beforeAll(async () => {
    world = await kafkaWorld(await testKafka());
    producer = testClient(world.kafka.brokers).producer({
      createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
    });
    await producer.connect();
  });
  afterEach(() => host?.stop());
  afterAll(async () => {
    await producer.disconnect();
    await world.close();
  });

  const put = (
    topic: Topic,
    message: { key: string; value: Buffer; headers: IHeaders; timestamp?: string },
  ) => producer.send({ topic: `${world.kafka.topicPrefix}${topic}`, messages: [message] });
  const headersOf = (id: string) => ({
    ...cloudEventHeaders({
      id,
      type: topics.customerRequests,
      source: '/shop',
      time: new Date().toISOString(),
    }),
    ce_tenant: 'fjordlight',
  });
  const letters = async () =>
    (await topicRecords(world.kafka, topics.deadLetters)).map(({ headers, value }) => ({
      code: headers['deadletter_code'],
      reason: headers['deadletter_reason'],
      from: headers['deadletter_from'],
      value: Buffer.from(value),
    }));

  test('S53, C33: each is parked with its bytes and the reason, in table and topic, and the next one is handled', async () => {
    const heard: IngressMessage[] = [];
    host = await world.start([
      serviceOf('coordinator', [
        rule<IngressMessage>('countersign.customer-requests', (message) => {
          const text = Buffer.from(message.value).toString('utf8');
          if (!text.startsWith('{"text"')) throw poison('not_a_request', 'This is no request.');
          heard.push(message);
        }),
      ]),
    ]);
    const key = 'ada';
    const bad: readonly { code: string; value: Buffer; headers: IHeaders }[] = [
      { code: 'not_a_request', value: Buffer.from('not json'), headers: headersOf(randomUUID()) },
      { code: 'not_a_request', value: Buffer.alloc(0), headers: headersOf(randomUUID()) },
      { code: 'not_a_request', value: Buffer.alloc(5_000_000, 'x'), headers: headersOf(randomUUID()) },
      { code: 'not_a_request', value: Buffer.from([0x7b, 0xff, 0xfe]), headers: headersOf(randomUUID()) },
      { code: 'not_a_cloud_event', value: Buffer.from('{"text":"?"}'), headers: {} },
      {
        code: 'unknown_specversion',
        value: Buffer.from('{"text":"?"}'),
        headers: { ...headersOf('x'), ce_specversion: '2.0' },
      },
      {
        code: 'no_tenant',
        value: Buffer.from('{"text":"?"}'),
        headers: { ...headersOf('x'), ce_tenant: '' },
      },
      {
        code: 'not_utf8',
        value: Buffer.from('{"text":"?"}'),
        headers: { ...headersOf('x'), note: Buffer.from([0xff]) },
      },
    ];
    for (const { value, headers } of bad) await put(topics.customerRequests, { key, value, headers });
    const before = Date.now();
    await put(topics.customerRequests, {
      key,
      value: Buffer.from('{"text":"hello"}'),
      headers: headersOf('m-good'),
      timestamp: '1000',
    });
    await until(() => heard.length === 1);
    expect(heard[0]).toMatchObject({ tenant: 'fjordlight', key: 'ada', id: 'm-good' });
    // By the broker's clock, whatever the sender says about the time.
    expect(Math.abs(Date.parse(heard[0]?.recordedAt ?? '') - before)).toBeLessThan(300_000);
    const parked = await host.parked({ service: 'coordinator' });
    expect(parked.map(({ code }) => code).sort()).toEqual(bad.map(({ code }) => code).sort());
    const kept = parked.map(({ delivery }) => Buffer.from(delivery.kept().bytes));
    for (const { value } of bad) expect(kept.some((bytes) => bytes.equals(value))).toBe(true);
    const found = await letters();
    for (const { code, value } of bad) {
      expect(found.some((one) => one.code === code && one.value.equals(value))).toBe(true);
    }
  });

  test('an event nobody recorded is believed by no rule, and hides nothing of the stream it names', async () => {
    const name = 'case-forged';
    const heard: RecordedEvent[] = [];
    host = await world.start([
      serviceOf('coordinator', [
        rule<RecordedEvent>('CaseRouted', (event) => {
          if (event.stream === name) heard.push(event);
        }),
      ]),
    ]);
    await append(world.store, name, 0, someEvent('CaseRouted'));
    await until(() => heard.length === 1);
    const [first] = heard;
    if (first === undefined) throw new Error('Nothing was heard.');
    for (const version of [2, 3, 7]) {
      const forged = {
        ...first,
        id: randomUUID(),
        version,
        data: { forged: true },
        previousHash: first.hash,
      };
      const { key, value, headers } = eventMessage({ ...forged, hash: 'f'.repeat(64) });
      await put(topics.cases, { key, value: Buffer.from(value), headers });
    }
    await put(topics.cases, { key: name, value: Buffer.from('junk'), headers: {} });
    await until(
      async () =>
        (await host?.parked({ service: 'coordinator' }))?.filter(({ code }) => code === 'not_in_record')
          .length === 3,
    );
    await append(world.store, name, 1, someEvent('CaseRouted'), someEvent('CaseRouted'));
    await until(() => heard.length === 3);
    expect(heard.map(({ version, data }) => [version, data])).toEqual([
      [1, {}],
      [2, {}],
      [3, {}],
    ]);
  });

  test('C32: what nobody classified ends in the queue of an operator, once, with its reason', async () => {
    const name = 'case-bug';
    let tried = 0;
    host = await world.start([
      serviceOf('coordinator', [
        rule<RecordedEvent>('CaseEscalated', (event) => {
          if (event.stream !== name) return;
          tried += 1;
          throw new TypeError('undefined is not a function');
        }),
      ]),
    ]);
    await append(world.store, name, 0, someEvent('CaseEscalated'));
    const aside = async () =>
      (await host?.parked({ service: 'coordinator' }))?.filter(({ delivery }) =>
        delivery.order.endsWith(name),
      ) ?? [];
    await until(async () => (await aside()).length === 1);
    expect(await aside()).toMatchObject([
      { status: 'halted', kind: 'bug', reason: 'undefined is not a function', attempts: 1 },
    ]);
    const [parked] = await aside();
    expect(JSON.parse(Buffer.from(parked?.delivery.kept().bytes ?? []).toString())).toMatchObject({
      type: 'CaseEscalated',
      stream: name,
    });
    expect(tried).toBe(1);
    expect(
      (await letters()).filter(
        ({ code, reason }) => code === 'unexpected' && reason?.includes('not a function'),
      ),
    ).toHaveLength(1);
  });
});
