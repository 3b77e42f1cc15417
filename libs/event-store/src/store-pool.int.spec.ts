import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type pg from 'pg';
import { storePool } from './store-pool.js';
import { type TestDatabase, testDatabase } from './testing/test-database.js';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await testDatabase();
  pool = storePool({ url: database.adminUrl }, 2);
});

afterAll(async () => {
  await pool.end();
  await database.dispose();
});

test.each([
  ['?connect_timeout=60', {}, 60_000],
  ['?sslmode=require&connect_timeout=3', {}, 3_000],
  ['?connect_timeout=60', { connectTimeoutMs: 100 }, 100],
  ['', {}, 10_000],
  ['?connect_timeout=0', {}, 10_000],
])('a connection to a database URL with “%s” and %j may take %i ms to open', async (query, more, ms) => {
  const other = storePool({ url: `postgres://nobody@127.0.0.1/nothing${query}`, ...more }, 1);
  expect(other.options.connectionTimeoutMillis).toBe(ms);
  await other.end();
});

test('a connection that is lost in somebody’s hands between two statements fails the next one, not the process', async () => {
  const held = await pool.connect();
  const { rows } = await held.query<{ pid: number }>('select pg_backend_pid() as pid');
  // Not events.once: it would itself hear the error that nobody else does.
  const gone = new Promise<void>((done) => held.once('end', () => done()));
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await gone;
  await expect(held.query('select 1')).rejects.toThrow();
  held.release(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
