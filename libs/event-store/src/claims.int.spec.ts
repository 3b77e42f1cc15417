import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { type Reads, readClaimsUnder } from './claims.js';
import { type TestDatabase, testDatabase } from './testing/test-database.js';

const tenant = 'fjordlight';
const claims = 20_000;

describe('claims among many', () => {
  let database: TestDatabase;
  let reader: pg.Client;

  beforeAll(async () => {
    database = await testDatabase();
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    await admin.query(
      `insert into countersign.claims (tenant, key, stream, version, claimed_at)
       select $1, 'order:' || n || ':line', 'proposal-' || n, 2, now() from generate_series(1, $2::int) as n`,
      [tenant, claims],
    );
    await admin.query('analyze countersign.claims');
    await admin.end();
    reader = new pg.Client({ connectionString: database.urls.countersign_reader });
    await reader.connect();
  });
  afterAll(async () => {
    await reader.end();
    await database.dispose();
  });

  const questions = [7, 70, 700].map((n) => ({ tenant, prefix: `order:${n}:` }));

  test('are answered to each who asks together with others', async () => {
    const reads: Reads = {
      query: async <Row extends object>(name: string, text: string, values: unknown[]) =>
        (await reader.query({ name, text, values })).rows as Row[],
    };
    const answers = await readClaimsUnder(reads, questions);
    expect(answers.map((found) => found.map(({ key }) => key))).toEqual([
      ['order:7:line'],
      ['order:70:line'],
      ['order:700:line'],
    ]);
  });

  test('are found by their keys, however many ask together, and no other is read', async () => {
    let plan = '';
    const explained: Reads = {
      query: async <Row extends object>(_name: string, text: string, values: unknown[]) => {
        const { rows } = await reader.query(`explain ${text}`, values);
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return [] as Row[];
      },
    };
    await readClaimsUnder(explained, questions);
    expect(plan).toMatch(/Index.* claims_pkey/);
    expect(plan).not.toContain('Seq Scan');
  });
});
