import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrate, migrations } from './migrate.js';
import { type Role, roles } from './roles.js';
import { type TestDatabase, testDatabase } from './testing/test-database.js';
import { databaseUrl, TEST_PASSWORD } from './testing/test-server.js';

const rolePasswords = Object.fromEntries(roles.map((role) => [role, TEST_PASSWORD])) as Record<Role, string>;

describe('migrate', () => {
  let database: TestDatabase;
  let admin: pg.Client;

  beforeAll(async () => {
    database = await testDatabase();
    admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
  });

  afterAll(async () => {
    await admin.end();
    await database.dispose();
  });

  test('does nothing to a database that is up to date', async () => {
    expect(await migrate(database.adminUrl, { rolePasswords })).toEqual({ applied: [] });
  });

  test('by several processes at once, on two databases of one server, each migration runs once', async () => {
    const names = [`${database.name}_a`, `${database.name}_b`];
    for (const name of names) await admin.query(`create database ${name}`);
    const urls = names.flatMap((name) => [1, 2, 3].map(() => databaseUrl(database.adminUrl, name)));
    const done = await Promise.all(urls.map((url) => migrate(url, { rolePasswords })));
    const all = (await migrations()).map(({ name }) => name);
    expect(done.flatMap(({ applied }) => applied).sort()).toEqual([...all, ...all].sort());
    for (const name of names) await admin.query(`drop database ${name} with (force)`);
  });

  test.each([
    [
      'a migration that was edited after it ran',
      `update countersign.schema_migrations set sha256 = 'x' where name ~ '^0002'`,
      /0002-authority\.sql was edited after it ran/,
    ],
    [
      'a past this program does not know',
      `insert into countersign.schema_migrations values ('9999-future.sql', 'x')`,
      /9999-future\.sql, which this program does not know/,
    ],
  ])('refuses %s', async (_, change, message) => {
    const { rows } = await admin.query('select * from countersign.schema_migrations');
    await admin.query(change);
    const refused = migrate(database.adminUrl, { rolePasswords });
    await expect(refused).rejects.toMatchObject({
      code: 'migration_refused',
      message: expect.stringMatching(message),
    });
    await admin.query('truncate countersign.schema_migrations');
    for (const row of rows) {
      await admin.query('insert into countersign.schema_migrations values ($1, $2, $3)', [
        row.name,
        row.sha256,
        row.applied_at,
      ]);
    }
  });

  test('no function of the schema can be called by whoever happens to connect', async () => {
    const { rows } = await admin.query(`select proname from pg_proc
      where pronamespace in ('countersign'::regnamespace, 'graphile_worker'::regnamespace)
        and has_function_privilege('public', oid, 'execute')`);
    expect(rows).toEqual([]);
  });

  test('names never repeat and never leave a number out that another could take', async () => {
    const numbers = (await migrations()).map(({ name }) => name.slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
