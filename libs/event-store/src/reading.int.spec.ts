import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { START } from './port.js';
import { PostgresEventStore } from './postgres-event-store.js';
import { someAppend, someEvent } from './testing/samples.js';
import { type TestDatabase, testDatabase } from './testing/test-database.js';
import { until } from './testing/until.js';

const APPEND = 'select countersign.append($1::jsonb)';

describe('readers of the global order', () => {
  let database: TestDatabase;
  let store: PostgresEventStore;
  let slow: pg.Client;

  beforeAll(async () => {
    database = await testDatabase();
    store = new PostgresEventStore({ url: database.urls.countersign_coordinator });
  });

  beforeEach(async () => {
    slow = new pg.Client({
      connectionString: database.urls.countersign_coordinator,
      application_name: 'slow',
    });
    await slow.connect();
    await everythingReadable();
  });

  afterEach(() => slow.end());

  afterAll(async () => {
    await store.close();
    await database.dispose();
  });

  /** Other test files write to the same server; their transactions are short. */
  const everythingReadable = () =>
    until(async () => {
      const head = await store.head();
      return head.readable.position === head.recorded.position;
    });

  const wire = (stream: string) => [
    JSON.stringify([
      {
        ...someAppend(stream, 0, []),
        events: [{ ...someEvent('CaseOpened'), data: '{}', metadata: '{}' }],
      },
    ]),
  ];

  async function streamsAfter(cursor: typeof START): Promise<string[]> {
    return (await store.readAfter(cursor, 100)).events.map(({ stream }) => stream);
  }

  test.each(['commit', 'rollback'])(
    'C38: an event with a lower number in an open transaction is waited for, until its %s',
    async (end) => {
      const { cursor } = await store.readAfter(START, 1_000);
      await slow.query('begin');
      await slow.query(APPEND, wire(`case-low-${end}`));
      await store.append(someAppend(`case-high-${end}`, 0, [someEvent('CaseOpened')]));
      expect(await streamsAfter(cursor)).toEqual([]);
      expect(await streamsAfter(cursor)).toEqual([]);
      await slow.query(end);
      const expected = end === 'commit' ? [`case-low-${end}`, `case-high-${end}`] : [`case-high-${end}`];
      await until(async () => (await streamsAfter(cursor)).length === expected.length);
      expect(await streamsAfter(cursor)).toEqual(expected);
    },
  );

  test('what holds readers back is named: role, application, since when', async () => {
    await slow.query('begin');
    await slow.query(APPEND, wire('case-holding'));
    await until(async () => (await store.holdingBack())?.application === 'slow');
    expect(await store.holdingBack()).toMatchObject({
      kind: 'session',
      role: 'countersign_coordinator',
      application: 'slow',
      state: 'idle in transaction',
    });
    await slow.query('rollback');
  });

  test('head tells how far readers may go, and that there is more than that', async () => {
    await slow.query('begin');
    await slow.query(APPEND, wire('case-open'));
    await store.append(someAppend('case-behind', 0, [someEvent('CaseOpened')]));
    const held = await store.head();
    expect(BigInt(held.recorded.position)).toBeGreaterThan(BigInt(held.readable.position));
    await slow.query('rollback');
    await everythingReadable();
  });

  test('an append inside a transaction that already wrote is refused: its order could not be kept', async () => {
    await slow.query('begin');
    await slow.query(APPEND, wire('case-once'));
    await expect(slow.query(APPEND, wire('case-twice'))).rejects.toThrow(
      'append must be a transaction of its own',
    );
  });

  test('pages join without a gap or a repetition', async () => {
    const all = await store.readAfter(START, 1_000);
    const paged: string[] = [];
    for (let cursor = START; ; ) {
      const page = await store.readAfter(cursor, 2);
      if (page.events.length === 0) break;
      paged.push(...page.events.map(({ id }) => id));
      cursor = page.cursor;
    }
    expect(paged).toEqual(all.events.map(({ id }) => id));
  });
});
