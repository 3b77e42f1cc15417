import type { RecordedEvent } from '@countersign/contracts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { SharedReader } from '../feed/shared-reader.js';
import { eventSource } from '../feed/source.js';
import { PostgresEventStore } from '../postgres-event-store.js';
import { someAppend, someEvent } from '../testing/samples.js';
import { type TestDatabase, testDatabase } from '../testing/test-database.js';
import { until } from '../testing/until.js';
import type { Projection } from './projection.js';
import { ReadModelRunner } from './read-model-runner.js';
import { ReadModels } from './read-models.js';

/** Open cases by number: gone when completed, loud about an event it does not know. */
const openCases: Projection = {
  name: 'open-cases',
  revision: 1,
  categories: ['case'],
  project: (events) => {
    const last = events.at(-1);
    for (const { type, data } of events)
      if (data['unreadable'] === true) throw new Error(`no sense in ${type}`);
    if (last === undefined || last.type === 'CaseCompleted') return null;
    return { number: events[0]?.data['number'] ?? 0, state: last.type, events: events.length };
  },
  sortKey: (document) => String(document['number']).padStart(6, '0'),
};

describe('read models', () => {
  let database: TestDatabase;
  let store: PostgresEventStore;
  let reading: PostgresEventStore;
  let reader: SharedReader<RecordedEvent>;
  let runner: ReadModelRunner;
  let models: ReadModels;

  beforeEach(async () => {
    database = await testDatabase();
    store = new PostgresEventStore({ url: database.urls.countersign_coordinator });
    reading = new PostgresEventStore({ url: database.urls.countersign_reader });
    models = new ReadModels(reading);
    reader = new SharedReader(eventSource(reading), { pollMs: 20 });
    reader.start();
    runner = newRunner(openCases);
  });

  afterEach(async () => {
    await runner.stop();
    await reader.stop();
    await Promise.all([store.close(), reading.close()]);
    await database.dispose();
  });

  const newRunner = (projection: Projection) =>
    new ReadModelRunner({
      connection: { url: database.urls.countersign_reader },
      store: reading,
      reader,
      projections: [projection],
    });

  const open = (n: number) =>
    store.append(
      someAppend(`case-${n}`, 0, [someEvent('CaseOpened', { number: n }), someEvent('CaseRouted')]),
    );

  async function caughtUp(name = openCases.name): Promise<void> {
    await until(async () => {
      const { recorded } = await store.head();
      return (await runner.builtTo(name))?.position === recorded.position;
    });
  }

  const all = async () =>
    (await models.list({ name: openCases.name, tenant: 'fjordlight', limit: 200 })).entries;

  test('follow the events, forget what is over, and answer by id, by field and in order', async () => {
    runner.start();
    await Promise.all([3, 1, 2, 4].map(open));
    await store.append(someAppend('case-4', 2, [someEvent('CaseCompleted')]));
    await store.append(someAppend('case-2', 2, [someEvent('CaseEscalated')]));
    await caughtUp();
    expect(await models.get(openCases.name, 'fjordlight', 'case-2')).toEqual({
      id: 'case-2',
      version: 3,
      document: { number: 2, state: 'CaseEscalated', events: 3 },
    });
    expect(await models.get(openCases.name, 'fjordlight', 'case-4')).toBeUndefined();
    expect(await models.get(openCases.name, 'nordstern', 'case-2')).toBeUndefined();
    expect((await all()).map(({ id }) => id)).toEqual(['case-1', 'case-2', 'case-3']);
    const routed = { name: openCases.name, tenant: 'fjordlight', where: { state: 'CaseRouted' } };
    expect((await models.list(routed)).entries.map(({ id }) => id)).toEqual(['case-1', 'case-3']);
  });

  test('pages join in both directions without a gap or a repetition', async () => {
    runner.start();
    await Promise.all(Array.from({ length: 23 }, (_, n) => open(n)));
    await caughtUp();
    for (const descending of [false, true]) {
      const seen: string[] = [];
      for (let after: string | undefined; ; ) {
        const query = { name: openCases.name, tenant: 'fjordlight', limit: 5, descending };
        const page = await models.list(after === undefined ? query : { ...query, after });
        seen.push(...page.entries.map(({ id }) => id));
        after = page.next;
        if (after === undefined) break;
      }
      const ids = (await all()).map(({ id }) => id);
      expect(seen).toEqual(descending ? ids.reverse() : ids);
    }
    await expect(models.list({ name: 'x', tenant: 'fjordlight', after: 'forged' })).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
  });

  test('answer for many ids at once, and for a range of the order only', async () => {
    runner.start();
    await Promise.all(Array.from({ length: 9 }, (_, n) => open(n)));
    await caughtUp();
    const query = { name: openCases.name, tenant: 'fjordlight' };
    const range = { from: '000003', before: '000006' };
    const ids = async (over: object) =>
      (await models.list({ ...query, ...range, ...over })).entries.map(({ id }) => id);
    expect(await ids({})).toEqual(['case-3', 'case-4', 'case-5']);
    expect(await ids({ descending: true, limit: 2 })).toEqual(['case-5', 'case-4']);
    const many = await models.getMany(openCases.name, 'fjordlight', ['case-8', 'case-99', 'case-1']);
    expect(many.map(({ id }) => id).sort()).toEqual(['case-1', 'case-8']);
    expect(await models.getMany(openCases.name, 'nordstern', ['case-8'])).toEqual([]);
  });

  test('say up to when they know everything, and do not count what is still held back', async () => {
    expect(await models.knownThrough(openCases.name)).toBe('never');
    runner.start();
    await open(1);
    await caughtUp();
    const before = await store.now();
    await until(async () => Date.parse(await models.knownThrough(openCases.name)) > Date.parse(before));
    const blocker = new pg.Client({ connectionString: database.ownerUrl });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('select pg_current_xact_id()');
    const held = await open(2);
    if (held.outcome !== 'appended') throw new Error(held.outcome);
    expect(await models.knownThrough(openCases.name)).toBe(held.recordedAt);
    await blocker.query('commit');
    await blocker.end();
    await caughtUp();
    await until(async () => (await models.knownThrough(openCases.name)) > held.recordedAt);
  });

  /** The first build of all may still hold the lock for a moment after its result can be read. */
  const rebuilt = () =>
    until(() =>
      runner.rebuild(openCases.name).then(
        () => true,
        (error: { code?: string }) => {
          if (error.code === 'rebuild_running') return false;
          throw error;
        },
      ),
    );

  test('a rebuild equals the live one, loses no event that arrives meanwhile, and is readable throughout', async () => {
    runner.start();
    await Promise.all(Array.from({ length: 120 }, (_, n) => open(n)));
    await caughtUp();
    let writing = true;
    const arriving = (async () => {
      for (let n = 0; writing; n += 1) {
        await open(1_000 + n);
        await store.append(someAppend(`case-${n % 120}`, 2 + Math.floor(n / 120), [someEvent('ReplySent')]));
      }
    })();
    let shortest = Number.POSITIVE_INFINITY;
    const watching = (async () => {
      while (writing) shortest = Math.min(shortest, (await all()).length);
    })();
    for (let n = 0; n < 5; n += 1) await rebuilt();
    writing = false;
    await Promise.all([arriving, watching]);
    await caughtUp();
    const live = await all();
    expect(shortest).toBeGreaterThanOrEqual(120);
    await rebuilt();
    expect(await all()).toEqual(live);
  });

  test('a revised projection is rebuilt at the start, and the old generation is removed', async () => {
    runner.start();
    await open(1);
    await caughtUp();
    await runner.stop();
    runner = newRunner({ ...openCases, revision: 2, project: () => ({ number: 1, revised: true }) });
    runner.start();
    await until(async () => (await all())[0]?.document['revised'] === true);
    const generations = () =>
      reading.query('generations', 'select generation from countersign.read_model_generations', []);
    await until(async () => (await generations()).length === 1);
    expect(await generations()).toEqual([{ generation: 2 }]);
    const older = newRunner(openCases);
    older.start();
    await until(() => older.stoppedBecause(openCases.name) !== undefined);
    expect(older.stoppedBecause(openCases.name)).toMatchObject({ code: 'newer_read_model' });
    await older.stop();
  });

  test('an event it cannot read is named, and stops this projection alone', async () => {
    const other = { ...openCases, name: 'other', project: () => ({ number: 1 }) };
    const named: unknown[] = [];
    await runner.stop();
    runner = new ReadModelRunner({
      connection: { url: database.urls.countersign_reader },
      store: reading,
      reader,
      projections: [openCases, other],
      onStopped: (_, error) => named.push(error),
    });
    runner.start();
    await open(1);
    await store.append(someAppend('case-1', 2, [someEvent('ReplySent', { unreadable: true })]));
    await open(2);
    await until(() => named.length === 1);
    expect(named).toEqual([
      expect.objectContaining({ code: 'unreadable_event', stream: 'case-1', version: 3, type: 'ReplySent' }),
    ]);
    expect(runner.stoppedBecause(openCases.name)).toBe(named[0]);
    await caughtUp('other');
  });

  test('two processes running the same projection write each page once and agree', async () => {
    const second = newRunner(openCases);
    runner.start();
    second.start();
    for (let n = 0; n < 40; n += 1) await open(n);
    await caughtUp();
    expect(await all()).toHaveLength(40);
    expect([runner.stoppedBecause(openCases.name), second.stoppedBecause(openCases.name)]).toEqual([
      undefined,
      undefined,
    ]);
    await second.stop();
  });
});
