import { authors } from '@countersign/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PostgresEventStore } from './postgres-event-store.js';
import { type Role, roles } from './roles.js';
import { someAppend, someEvent } from './testing/samples.js';
import { type TestDatabase, testDatabase } from './testing/test-database.js';

describe('stopping, holding and what came too late', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.dispose());

  async function as<Result>(role: Role, work: (store: PostgresEventStore) => Promise<Result>) {
    const store = new PostgresEventStore({ url: database.urls[role] });
    return work(store).finally(() => store.close());
  }
  const append = (role: Role, type: string, stream: string, version = 0) =>
    as(role, (store) => store.append(someAppend(stream, version, [someEvent(type)])));

  const streamOf = { Stopped: 'stop-tenant', Released: 'stop-tenant' } as Record<string, string>;
  const types = ['Stopped', 'Released', 'ExecutionHeld', 'ExecutionResumed', 'ResultCameLate'] as const;

  test.each(types)('%s is refused by the database to every role but its own', async (type) => {
    const may = authors[type].map((service) => `countersign_${service}`);
    const others = roles.filter((role) => !may.includes(role));
    expect(others.length).toBeGreaterThan(5);
    for (const role of others) {
      const answer = await append(role, type, streamOf[type] ?? 'proposal-refused').catch(({ code }) => code);
      expect([role, answer]).toEqual([role, expect.not.objectContaining({ outcome: 'appended' })]);
    }
    await as('countersign_executor', async (store) => {
      expect(await store.readStream('fjordlight', streamOf[type] ?? 'proposal-refused')).toEqual([]);
    });
  });

  test('a stop is refused on any stream but one of stops, also to the role that may stop', async () => {
    expect(await append('countersign_reconciler', 'Stopped', 'proposal-1')).toMatchObject({
      outcome: 'forbidden',
    });
    expect(await append('countersign_reconciler', 'Stopped', 'stop-target-payments')).toMatchObject({
      outcome: 'appended',
    });
  });

  test('streams are found by an event they hold, of their tenant, since an instant', async () => {
    await append('countersign_executor', 'ExecutionHeld', 'proposal-early');
    await append('countersign_executor', 'ExecutionStarted', 'proposal-other-type');
    await as('countersign_executor', async (store) => {
      const since = await store.now();
      await store.append({ ...someAppend('proposal-b', 0, [someEvent('ExecutionHeld')]), tenant: 'other' });
      await store.append(someAppend('proposal-a', 0, [someEvent('ExecutionHeld')]));
      await store.append(someAppend('proposal-a', 1, [someEvent('ExecutionHeld')]));
      expect(await store.streamsWith('fjordlight', 'ExecutionHeld', since)).toEqual(['proposal-a']);
      expect(await store.streamsWith('fjordlight', 'ExecutionHeld', '2020-01-01T00:00:00Z')).toEqual([
        'proposal-a',
        'proposal-early',
      ]);
    });
  });
});
