import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PostgresEventStore } from '../postgres-event-store.js';
import { someAppend, someEvent } from '../testing/samples.js';
import { type TestDatabase, testDatabase } from '../testing/test-database.js';
import { verifyChain } from '../verify/verify-chain.js';
import { sealingWith, sealingWithoutKeys } from './sealing.js';
import { SubjectKeys } from './subject-keys.js';

const types = {
  CustomerMessageReceived: [
    { path: 'text' },
    { path: 'attachments.*.name' },
    { path: 'address' },
    { path: 'language', only: { at: 'basis', is: 'stated' } },
  ],
};
const subjectAt = { CustomerMessageReceived: 'customer' };

describe('sensitive values', () => {
  const wrappingKey = randomBytes(32);
  let database: TestDatabase;
  let plain: PostgresEventStore;
  let operators: PostgresEventStore;
  let store: PostgresEventStore;

  beforeAll(async () => {
    database = await testDatabase();
    plain = new PostgresEventStore({ url: database.urls.countersign_coordinator });
    operators = new PostgresEventStore({ url: database.urls.countersign_reconciler });
    store = newStore();
  });

  afterAll(async () => {
    await Promise.all([store, plain, operators].map((open) => open.close()));
    await database.dispose();
  });

  /** As another process would open it: nothing kept in memory. */
  function newStore(key: Uint8Array = wrappingKey) {
    const { events: codec } = sealingWith(plain, { wrappingKey: key, types, subjectAt });
    return new PostgresEventStore({ url: database.urls.countersign_coordinator, codec });
  }

  const message = (customer: string) =>
    someEvent('CustomerMessageReceived', {
      customer,
      text: 'My flat is at Lindenstr. 5',
      address: { street: 'Lindenstr.', number: 5 },
      attachments: [{ name: 'invoice-ada.pdf', bytes: 3 }],
      language: 'de',
    });

  test('are unreadable in the database and as written for who holds the key', async () => {
    const event = message('ada');
    await store.append(
      someAppend('case-1', 0, [event, someEvent('CaseRouted', { text: 'not sensitive here' })]),
    );
    const [read, routed] = await newStore().readStream('fjordlight', 'case-1');
    expect(read?.data).toEqual(event.data);
    expect(routed?.data).toEqual({ text: 'not sensitive here' });
    const rows = await plain.query<{ data: string }>('raw', 'select data from countersign.events', []);
    const raw = JSON.stringify(rows);
    expect(raw).not.toMatch(/Lindenstr|invoice-ada/);
    expect(raw).toContain('de');
  });

  test('are gone for ever when the person is forgotten, other people’s are not, and the chain still verifies', async () => {
    await store.append(someAppend('case-2', 0, [message('ben')]));
    await store.append(someAppend('case-3', 0, [message('cleo')]));
    const keys = new SubjectKeys(operators, { wrappingKey });
    expect(await keys.erase({ tenant: 'fjordlight', subject: 'ben' })).toBe(true);
    expect(await keys.erase({ tenant: 'fjordlight', subject: 'ben' })).toBe(false);
    const fresh = newStore();
    expect((await fresh.readStream('fjordlight', 'case-2'))[0]?.data).toEqual({
      customer: 'ben',
      text: '[forgotten]',
      address: null,
      attachments: [{ name: '[forgotten]', bytes: 3 }],
      language: 'de',
    });
    expect((await fresh.readStream('fjordlight', 'case-3'))[0]?.data).toEqual(message('cleo').data);
    await fresh.append(someAppend('case-2', 1, [message('ben')]));
    expect((await fresh.readStream('fjordlight', 'case-2'))[1]?.data['text']).toBe('[forgotten]');
    expect((await verifyChain(plain)).findings).toEqual([]);
    await fresh.close();
  });

  test('cannot be read with another wrapping key, and cannot be destroyed by the model side', async () => {
    await store.append(someAppend('case-4', 0, [message('dana')]));
    const stranger = newStore(randomBytes(32));
    const wrong = { code: 'wrong_wrapping_key', retryable: false };
    await expect(stranger.readStream('fjordlight', 'case-4')).rejects.toMatchObject(wrong);
    await expect(stranger.append(someAppend('case-4', 1, [message('dana')]))).rejects.toMatchObject(wrong);
    await stranger.close();
    const model = new SubjectKeys(plain, { wrappingKey });
    await expect(model.erase({ tenant: 'fjordlight', subject: 'dana' })).rejects.toMatchObject({
      cause: { code: '42501' },
    });
  });

  test('say before anything is read whether a wrapping key is the one people’s keys were made with', async () => {
    await store.append(someAppend('case-70', 0, [message('finn')]));
    const opens = (key: Uint8Array) => new SubjectKeys(plain, { wrappingKey: key }).opensWhatIsKept();
    expect(await opens(wrappingKey)).toBe(true);
    expect(await opens(randomBytes(32))).toBe(false);
  });

  test('are sealed with the key of whoever the stream is about, and some only where another value says so', async () => {
    const { customer: _customer, ...later } = message('').data;
    await store.append(someAppend('case-6', 0, [message('eve')]));
    const stated = someEvent('CustomerMessageReceived', { ...later, basis: 'stated' });
    await newStore().append(someAppend('case-6', 1, [stated]));
    const [first, second] = await plain.readStream('fjordlight', 'case-6');
    expect(first?.data['language']).toBe('de');
    expect(second?.data).toMatchObject({
      text: { $sealed: { subject: 'eve' } },
      language: { $sealed: { subject: 'eve' } },
    });
    expect((await newStore().readStream('fjordlight', 'case-6'))[1]?.data).toEqual(stated.data);
  });

  test('are hidden from whoever has no keys, who may not read any either', async () => {
    await store.append(someAppend('case-7', 0, [message('fay')]));
    const url = database.urls.countersign_executor;
    const { events: codec } = sealingWithoutKeys(types);
    const executor = new PostgresEventStore({ url, codec });
    expect((await executor.readStream('fjordlight', 'case-7'))[0]?.data).toMatchObject({
      customer: 'fay',
      text: '[sealed]',
      address: null,
    });
    const keys = new SubjectKeys(executor, { wrappingKey });
    await expect(keys.keyFor({ tenant: 'fjordlight', subject: 'fay' })).rejects.toMatchObject({
      cause: { code: '42501' },
    });
    await executor.close();
  });

  test('seal a published message whole, and a forged one is passed on as it is', async () => {
    const { messages } = sealingWith(plain, { wrappingKey });
    const about = { topic: 'countersign.customer-requests', tenant: 'fjordlight', id: 'm-1' };
    const value = await messages.sealed({ ...about, value: Buffer.from('call me: 555') }, 'gil');
    expect(Buffer.from(value).toString()).not.toMatch(/555/);
    expect(Buffer.from(await messages.opened({ ...about, value })).toString()).toBe('call me: 555');
    expect(await messages.opened({ ...about, id: 'm-2', value })).toBe(value);
    await new SubjectKeys(operators, { wrappingKey }).erase({ tenant: 'fjordlight', subject: 'gil' });
    const fresh = sealingWith(plain, { wrappingKey }).messages;
    expect(Buffer.from(await fresh.opened({ ...about, value })).toString()).toBe('[forgotten]');
  });

  test('need to say about whom they are', async () => {
    const nameless = someEvent('CustomerMessageReceived', { text: 'hello' });
    await expect(store.append(someAppend('case-5', 0, [nameless]))).rejects.toMatchObject({
      code: 'invalid_append',
      path: 'stream',
    });
  });
});
