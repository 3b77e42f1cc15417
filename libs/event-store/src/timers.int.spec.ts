import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Logger, run, type TaskList } from 'graphile-worker';
import pg from 'pg';
import { PostgresEventStore } from './postgres-event-store.js';
import { someAppend, someEvent } from './testing/samples.js';
import { type TestDatabase, testDatabase } from './testing/test-database.js';
import { until } from './testing/until.js';

describe('timers', () => {
  let database: TestDatabase;
  let approval: PostgresEventStore;
  let owner: pg.Client;

  beforeAll(async () => {
    database = await testDatabase();
    approval = new PostgresEventStore({ url: database.urls.countersign_approval_service });
    owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
  });

  afterAll(async () => {
    await Promise.all([approval.close(), owner.end()]);
    await database.dispose();
  });

  const requested = (stream: string, version = 0) =>
    someAppend(stream, version, [someEvent('ApprovalRequested')]);
  const timer = (key: string) => ({ task: 'expire', key, payload: { key }, dueAt: { inMs: 3_600_000 } });

  async function waiting(key: string) {
    const { rows } = await owner.query(
      `select task_identifier as task, round(extract(epoch from run_at - countersign.now()) / 60) as minutes
       from graphile_worker.jobs where key = $1`,
      [`approval_service/fjordlight/${key}`],
    );
    return rows;
  }

  test('are set in the commit of the event, for the role that set them', async () => {
    await approval.append({ ...requested('proposal-a'), timers: [timer('a')] });
    expect(await waiting('a')).toEqual([{ task: 'approval_service/expire', minutes: '60' }]);
  });

  test('are not set when the append is refused', async () => {
    expect(await approval.append({ ...requested('proposal-b', 9), timers: [timer('b')] })).toMatchObject({
      outcome: 'conflict',
    });
    expect(await waiting('b')).toEqual([]);
  });

  test('are replaced by their key, and cancelled in the commit that no longer needs them', async () => {
    await approval.append({ ...requested('proposal-c'), timers: [timer('c')] });
    const later = { ...timer('c'), dueAt: new Date(Date.now() + 7_200_000).toISOString() };
    await approval.append({ ...requested('proposal-c', 1), timers: [later] });
    expect(await waiting('c')).toEqual([{ task: 'approval_service/expire', minutes: '120' }]);
    await approval.append({ ...requested('proposal-c', 9), timersCancelled: ['c'] });
    expect(await waiting('c')).toHaveLength(1);
    await approval.append({ ...requested('proposal-c', 2), timersCancelled: ['c'] });
    expect(await waiting('c')).toEqual([]);
  });

  test('of appends that are committed together, are what the last of them says', async () => {
    const later = { ...timer('f'), dueAt: { inMs: 7_200_000 } };
    await Promise.all([
      approval.append({ ...requested('proposal-f'), timers: [timer('f'), timer('g')] }),
      approval.append({ ...requested('proposal-f', 1), timers: [later], timersCancelled: ['g'] }),
    ]);
    expect(await waiting('f')).toEqual([{ task: 'approval_service/expire', minutes: '120' }]);
    expect(await waiting('g')).toEqual([]);
    await approval.append({ ...requested('proposal-f', 2), timers: [timer('f')], timersCancelled: ['f'] });
    expect(await waiting('f')).toEqual([{ task: 'approval_service/expire', minutes: '60' }]);
  });

  test('of one service cannot be cancelled by another', async () => {
    await approval.append({ ...requested('proposal-d'), timers: [timer('d')] });
    const coordinator = new PostgresEventStore({ url: database.urls.countersign_coordinator });
    const opened = someAppend('case-d', 0, [someEvent('CaseOpened')]);
    await coordinator.append({ ...opened, timersCancelled: ['d'] });
    await coordinator.close();
    expect(await waiting('d')).toHaveLength(1);
  });

  test.each(['countersign_approval_service', 'countersign_reader'] as const)(
    'run as %s when the database’s clock reaches them, and not before',
    async (role) => {
      const key = `run-${role}`;
      const heard: unknown[] = [];
      const taskList: TaskList = { 'approval_service/expire': (payload) => void heard.push(payload) };
      const pgPool = new pg.Pool({ connectionString: database.urls[role] });
      pgPool.on('error', () => undefined);
      pgPool.on('connect', (client) => client.on('error', () => undefined));
      const logger = new Logger(() => () => undefined);
      const runner = await run({
        pgPool,
        taskList,
        logger,
        noHandleSignals: true,
        parsedCronItems: [],
        pollInterval: 100,
      });
      await approval.append({ ...requested(`proposal-${role}`), timers: [timer(key)] });
      await database.advanceTime(3_500_000);
      expect(heard).not.toContainEqual({ key });
      await database.advanceTime(100_001);
      await until(() => heard.some((payload) => (payload as { key: string }).key === key));
      await runner.stop();
      await pgPool.end();
      expect(await waiting(key)).toEqual([]);
    },
  );

  test('are out of reach of roles they do not belong to', async () => {
    await approval.append({ ...requested('proposal-e'), timers: [timer('e')] });
    const client = new pg.Client({ connectionString: database.urls.countersign_coordinator });
    await client.connect();
    expect((await client.query('select from graphile_worker._private_jobs')).rowCount).toBe(0);
    expect((await client.query('delete from graphile_worker._private_jobs')).rowCount).toBe(0);
    await expect(client.query(`select graphile_worker.add_job('approval_service/expire')`)).rejects.toThrow(
      /permission denied|row-level security/,
    );
    await client.end();
    expect(await waiting('e')).toHaveLength(1);
  });
});
