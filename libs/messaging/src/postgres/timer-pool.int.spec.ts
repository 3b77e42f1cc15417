import { type TestDatabase, testDatabase } from '@countersign/event-store/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { until } from '../testing/until.js';
import { TimerPool } from './timer-pool.js';

describe('S55: a connection that the job library gives back twice', () => {
  let database: TestDatabase;
  let pool: TimerPool;
  beforeAll(async () => {
    database = await testDatabase();
    pool = new TimerPool(database.urls.countersign_reader);
  });
  afterAll(async () => {
    await pool.end();
    await database.dispose();
  });

  const lent = () =>
    new Promise<{ client: pg.PoolClient; release: (error?: Error | boolean) => void }>((resolve, reject) => {
      pool.connect((error, client, release) =>
        client === undefined ? reject(error) : resolve({ client, release }),
      );
    });

  test.each([
    ['through the callback', lent],
    ['through the promise', () => pool.connect().then((client) => ({ client, release: client.release }))],
  ])('ends nothing, and is not taken from whoever has it by then: %s', async (_how, borrow) => {
    const first = await borrow();
    first.release();
    const second = await borrow();
    expect(second.client).toBe(first.client);
    first.release();
    expect(pool.idleCount).toBe(0);
    second.release();
    expect(pool.idleCount).toBe(1);
  });

  test('a broken one is thrown away at the first time', async () => {
    const { release } = await lent();
    release(new Error('broken'));
    release();
    await until(() => pool.totalCount === 0);
  });
});
