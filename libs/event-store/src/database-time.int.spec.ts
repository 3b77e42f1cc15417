import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PostgresEventStore } from './postgres-event-store.js';
import { type TestDatabase, testDatabase } from './testing/test-database.js';

describe('database time', () => {
  let database: TestDatabase;
  let store: PostgresEventStore;

  beforeAll(async () => {
    database = await testDatabase();
    store = new PostgresEventStore({ url: database.urls.countersign_approval_service });
  });

  afterAll(async () => {
    await store.close();
    await database.dispose();
  });

  test('is an instant in UTC with microseconds', async () => {
    expect(await store.now()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  });

  test('is the clock that deadlines are judged by, not the machine’s', async () => {
    const before = Date.parse(await store.now());
    await database.advanceTime(3_600_000);
    expect(Date.parse(await store.now()) - before).toBeGreaterThanOrEqual(3_600_000);
  });
});
