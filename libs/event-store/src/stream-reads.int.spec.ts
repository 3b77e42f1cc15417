import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { type Reads, readClaimsUnder } from './claims.js';
import { readStreams } from './stream-reads.js';
import { type TestDatabase, testDatabase } from './testing/test-database.js';

describe('streams that are read together', () => {
  let database: TestDatabase;
  let reader: pg.Client;

  beforeAll(async () => {
    database = await testDatabase();
    reader = new pg.Client({ connectionString: database.urls.countersign_reader });
    await reader.connect();
  });
  afterAll(async () => {
    await reader.end();
    await database.dispose();
  });

  test('are looked up one by one by a plan that is kept from when the store was empty', async () => {
    let plan = '';
    const explained: Reads = {
      query: async <Row extends object>(_name: string, text: string) => {
        await reader.query('begin');
        await reader.query('set local plan_cache_mode = force_generic_plan');
        await reader.query(`prepare read_streams as ${text}`);
        const { rows } = await reader.query(`explain execute read_streams('{t}', '{case-1}', '{1}')`);
        await reader.query('rollback');
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return [] as Row[];
      },
    };
    await readStreams(explained, []);
    expect(plan).toMatch(/Index Scan using events_\w+ on events/);
    expect(plan).not.toMatch(/Seq Scan|Hash Join|Merge Join/);
  });

  test.each(['read-streams', 'claims-under'])('%s is not planned anew for each call', async (name) => {
    const reads: Reads = {
      query: async <Row extends object>(asked: string, text: string, values: unknown[]) =>
        (await reader.query<pg.QueryResultRow>({ name: asked, text, values })).rows as Row[],
    };
    // PostgreSQL tries five plans of one use before it weighs them against one to keep.
    for (let n = 1; n <= 8; n += 1) {
      await readStreams(reads, [{ tenant: 'fjordlight', stream: `case-${n}`, fromVersion: 1 }]);
      await readClaimsUnder(reads, [{ tenant: 'fjordlight', prefix: `intent:${n}` }]);
    }
    const { rows } = await reader.query(
      'select generic_plans::integer as kept from pg_prepared_statements where name = $1',
      [name],
    );
    expect(rows[0]?.kept).toBeGreaterThanOrEqual(3);
  });
});
