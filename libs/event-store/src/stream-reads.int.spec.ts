import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import type { Reads } from './claims.js';
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
        await reader.query('set plan_cache_mode = force_generic_plan');
        await reader.query(`prepare read_streams as ${text}`);
        const { rows } = await reader.query(`explain execute read_streams('{t}', '{case-1}', '{1}')`);
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return [] as Row[];
      },
    };
    await readStreams(explained, []);
    expect(plan).toMatch(/Index Scan using events_\w+ on events/);
    expect(plan).not.toMatch(/Seq Scan|Hash Join|Merge Join/);
  });
});
