import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Role, roles } from '../roles.js';
import { databaseUrl, TEST_PASSWORD, testServer } from './test-server.js';

/** A migrated database of one test file. */
export interface TestDatabase {
  name: string;
  /** The connection URL of each login role. */
  urls: Readonly<Record<Role, string>>;
  ownerUrl: string;
  /** A superuser's, for what no role of ours may do. */
  adminUrl: string;
  /** Moves the database's clock and every waiting timer; appends and job workers see it at once. */
  advanceTime(ms: number): Promise<void>;
  /** Drops the database, whoever is still connected. */
  dispose(): Promise<void>;
}

/** A fresh copy of the run's migrated template. The first call of a run starts the server. */
export async function testDatabase(): Promise<TestDatabase> {
  const { adminUrl, template } = await testServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await once(adminUrl, (admin) => admin.query(`create database ${name} template ${template}`));
  const urls = Object.fromEntries(
    roles.map((role) => [role, databaseUrl(adminUrl, name, { name: role, password: TEST_PASSWORD })]),
  ) as Record<Role, string>;
  return {
    name,
    urls,
    ownerUrl: urls.countersign_owner,
    adminUrl: databaseUrl(adminUrl, name),
    advanceTime: (ms) => once(urls.countersign_owner, (owner) => advance(owner, ms)),
    dispose: () => once(adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`)),
  };
}

async function advance(owner: pg.Client, ms: number): Promise<void> {
  const { rows } = await owner.query<{ shift: string }>(
    `select round(extract(epoch from countersign.now() - clock_timestamp()) * 1000)::bigint::text as shift`,
  );
  const shift = BigInt(rows[0]?.shift ?? '0') + BigInt(Math.round(ms));
  await owner.query('begin');
  await owner.query(`create or replace function countersign.now() returns timestamptz
    language sql volatile parallel safe
    as $$ select pg_catalog.clock_timestamp() + ${shift} * interval '1 millisecond' $$`);
  await owner.query(
    `update graphile_worker._private_jobs set run_at = run_at - $1 * interval '1 millisecond'
     where locked_at is null`,
    [Math.round(ms)],
  );
  await owner.query(`select pg_notify('jobs:insert', '{"r":0,"count":1}')`);
  await owner.query('commit');
}

async function once(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
