import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PostgresEventStore } from '../postgres-event-store.js';
import { someAppend, someEvent } from '../testing/samples.js';
import { type TestDatabase, testDatabase } from '../testing/test-database.js';
import { verifyChain } from '../verify/verify-chain.js';
import { sensitiveCodec } from './sensitive-codec.js';
import { SubjectKeys } from './subject-keys.js';

const types = {
  CustomerMessageReceived: { subject: 'customer', paths: ['text', 'attachments.*.name', 'address'] },
};

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
    const codec = sensitiveCodec(types, new SubjectKeys(plain, { wrappingKey: key }));
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
    await expect(stranger.readStream('fjordlight', 'case-4')).rejects.toThrow();
    await stranger.close();
    const model = new SubjectKeys(plain, { wrappingKey });
    await expect(model.erase({ tenant: 'fjordlight', subject: 'dana' })).rejects.toMatchObject({
      cause: { code: '42501' },
    });
  });

  test('need to say about whom they are', async () => {
    const nameless = someEvent('CustomerMessageReceived', { text: 'hello' });
    await expect(store.append(someAppend('case-5', 0, [nameless]))).rejects.toMatchObject({
      code: 'invalid_append',
      path: 'data.customer',
    });
  });
});
