import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PostgresEventStore } from './postgres-event-store.js';
import { someAppend, someEvent } from './testing/samples.js';
import { type TestDatabase, testDatabase } from './testing/test-database.js';

describe('the tenant of a stream', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase();
  });

  afterAll(() => database.dispose());

  test('is told for a stream that exists, and for no other', async () => {
    const store = new PostgresEventStore({ url: database.urls.countersign_coordinator });
    await store.append({ ...someAppend('case-1', 0, [someEvent('CaseOpened')]), tenant: 'nordstern' });
    expect(await store.tenantOf('case-1')).toBe('nordstern');
    expect(await store.tenantOf('case-2')).toBeUndefined();
    await store.close();
  });
});
