import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PostgresEventStore } from './postgres-event-store.js';
import { someAppend, someEvent } from './testing/samples.js';
import { type TestDatabase, testDatabase } from './testing/test-database.js';

describe('C80: text that PostgreSQL cannot hold', () => {
  let database: TestDatabase;
  let store: PostgresEventStore;

  beforeAll(async () => {
    database = await testDatabase();
    store = new PostgresEventStore({ url: database.urls.countersign_coordinator });
  });

  afterAll(async () => {
    await store.close();
    await database.dispose();
  });

  const opened = (stream: string, data: Record<string, string | { text: string }[]>) =>
    store.append(someAppend(stream, 0, [someEvent('CaseOpened', data)]));

  test.each([
    ['U+0000 in a text', { text: 'a\u0000b' }, 'events[0].data.text'],
    ['U+0000 in a name', { 'a\u0000b': 'x' }, 'events[0].data.a\u0000b'],
    ['a lone surrogate', { list: [{ text: 'x' }, { text: '\ud83d' }] }, 'events[0].data.list.1.text'],
  ])('%s is refused with a code and its path, and its neighbour is recorded', async (name, data, path) => {
    const stream = `case-${name.replaceAll(' ', '-')}`;
    const [refused, neighbour] = await Promise.allSettled([
      opened(stream, data),
      opened(`${stream}-next`, { text: 'fine' }),
    ]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'unstorable_text', path } });
    expect(neighbour).toMatchObject({ status: 'fulfilled', value: { outcome: 'appended' } });
    expect(await store.readStream('fjordlight', stream)).toEqual([]);
  });

  test.each([
    ['the six characters of an escape', 'a\\u0000b'],
    ['a quarter of a million emoji, 1 MB', '😀'.repeat(262_144)],
  ])('%s survive as they are', async (name, text) => {
    const stream = `case-${name.length}`;
    expect(await opened(stream, { text })).toMatchObject({ outcome: 'appended' });
    expect((await store.readStream('fjordlight', stream))[0]?.data).toEqual({ text });
  });

  test('data beyond the limit is refused with a code before it is sent', async () => {
    await expect(opened('case-large', { text: 'x'.repeat(2_097_152) })).rejects.toMatchObject({
      code: 'invalid_append',
      path: 'events[0].data',
    });
  });
});
