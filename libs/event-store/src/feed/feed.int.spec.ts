import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '@countersign/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { START } from '../port.js';
import { PostgresEventStore } from '../postgres-event-store.js';
import { someAppend, someEvent } from '../testing/samples.js';
import { type TestDatabase, testDatabase } from '../testing/test-database.js';
import { until } from '../testing/until.js';
import { Checkpoints } from './checkpoints.js';
import { Listener } from './listener.js';
import { SharedReader } from './shared-reader.js';
import { eventSource, messageSource } from './source.js';

describe('following events and messages', () => {
  let database: TestDatabase;
  let store: PostgresEventStore;
  let reading: PostgresEventStore;

  beforeAll(async () => {
    database = await testDatabase();
    store = new PostgresEventStore({ url: database.urls.countersign_coordinator });
    reading = new PostgresEventStore({ url: database.urls.countersign_reader });
  });

  afterAll(async () => {
    await Promise.all([store.close(), reading.close()]);
    await database.dispose();
  });

  test('an append is heard by notification, well before any poll, and both name its transaction', async () => {
    const [own, announced]: [string[], string[]] = [[], []];
    const url = database.urls.countersign_coordinator;
    const store = new PostgresEventStore({ url, onAppended: (transactionId) => own.push(transactionId) });
    const reader = new SharedReader(eventSource(reading), { pollMs: 60_000 });
    const listening = Promise.withResolvers<void>();
    const listener = new Listener(database.urls.countersign_reader, {
      countersign_events: (transactionId) => {
        // Told without one as soon as it listens: what is announced before that is announced to nobody.
        if (transactionId === undefined) listening.resolve();
        else announced.push(transactionId);
        reader.ring(transactionId);
      },
    });
    reader.start();
    listener.start();
    await listening.promise;
    const heard: RecordedEvent[] = [];
    const stop = new AbortController();
    const followed = (async () => {
      for await (const { items } of reader.follow(START, { signal: stop.signal })) heard.push(...items);
    })();
    for (let n = 0; n < 20; n += 1) {
      await store.append(someAppend(`case-${n}`, 0, [someEvent('CaseOpened'), someEvent('CaseRouted')]));
    }
    await until(() => heard.length === 40);
    expect(heard).toEqual((await reading.readAfter(START, 100)).events);
    const transactions = heard.filter(({ version }) => version === 1).map((event) => event.transactionId);
    expect(own).toEqual(transactions);
    await until(() => announced.length >= 20);
    expect(announced).toEqual(transactions);
    // What was refused wrote nothing: there is no news of it.
    await store.append(someAppend('case-0', 0, [someEvent('CaseOpened')]));
    expect([own, announced].map(({ length }) => length)).toEqual([20, 20]);
    stop.abort();
    await followed;
    await Promise.all([reader.stop(), listener.stop(), store.close()]);
  });

  test('a message is published once whatever its publisher repeats, and followed like an event', async () => {
    const gateway = new PostgresEventStore({ url: database.urls.countersign_gateway });
    const message = {
      topic: 'countersign.customer-requests',
      tenant: 'fjordlight',
      id: randomUUID(),
      key: 'ada',
      headers: { 'content-type': 'application/json' },
      value: Buffer.from([0, 1, 255]),
    };
    expect(await gateway.publish(message)).toBe(true);
    expect(await gateway.publish(message)).toBe(false);
    await expect(store.publish(message)).rejects.toMatchObject({ code: 'forbidden_topic' });
    const reader = new SharedReader(messageSource(reading), { pollMs: 50 });
    reader.start();
    const { value } = await reader.follow(START).next();
    expect(value?.items).toEqual([
      expect.objectContaining({ ...message, publishedBy: 'countersign_gateway' }),
    ]);
    await reader.stop();
    await gateway.close();
  });

  test('a checkpoint starts at the beginning, moves forward and never back', async () => {
    const checkpoints = new Checkpoints({ url: database.urls.countersign_reader });
    expect(await checkpoints.load('policy-gate')).toEqual(START);
    const cursor = { transactionId: '900', position: '7' };
    await checkpoints.advance([
      { consumer: 'policy-gate', cursor },
      { consumer: 'executor', cursor: { transactionId: '10', position: '99' } },
    ]);
    await checkpoints.advance([{ consumer: 'policy-gate', cursor: { transactionId: '899', position: '8' } }]);
    expect(await checkpoints.load('policy-gate')).toEqual(cursor);
    const model = new Checkpoints({ url: database.urls.countersign_coordinator });
    await expect(model.advance([{ consumer: 'executor', cursor }])).rejects.toMatchObject({
      code: 'store_fault',
    });
    await Promise.all([checkpoints.close(), model.close()]);
  });
});
