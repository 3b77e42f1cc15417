import { Logger, type Runner, run, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import { type Delivery, timerDelivery } from '../delivery/delivery.js';
import type { TimerFired } from '../streams/answer.js';
import type { Statement } from './parked-messages.js';

export interface TimersOptions {
  readonly service: string;
  /** Without the prefix `timer.`. */
  readonly tasks: readonly string[];
  /** Of the role `countersign_reader`. */
  readonly pool: pg.Pool;
  readonly run: Statement;
  /** How late a timer may be noticed. */
  readonly pollMs?: number;
  /** Settles when the delivery is handled or set aside; rejects when the service stops first. */
  hear(delivery: Delivery): Promise<void>;
}

const parallel = 8;
const quiet = new Logger(() => () => undefined);

/**
 * Runs a service's due timers through the job library. Only while this process holds the service's lock, so
 * that a job locked by anyone else was left by a process that is gone: it is given back at once instead of after
 * the library's four hours.
 */
export async function runTimers(options: TimersOptions): Promise<{ stop(): Promise<void> }> {
  const { service, tasks, pool, pollMs = 500 } = options;
  if (tasks.length === 0) return { stop: () => Promise.resolve() };
  await giveBackAbandoned(options.run, service);
  const taskList: TaskList = Object.fromEntries(
    tasks.map((task) => [
      `${service}/${task}`,
      (payload: unknown) => options.hear(timerDelivery(task, payload as TimerFired)),
    ]),
  );
  const runner = await run({
    pgPool: pool,
    taskList,
    parsedCronItems: [],
    noHandleSignals: true,
    logger: quiet,
    preset: { worker: { concurrentJobs: parallel, pollInterval: pollMs, localQueue: { size: parallel } } },
  });
  runner.promise.catch(() => undefined);
  return { stop: () => stopped(runner) };
}

async function stopped(runner: Runner): Promise<void> {
  await runner.stop().catch(() => undefined);
}

async function giveBackAbandoned(statement: Statement, service: string): Promise<void> {
  await statement(
    'timers-give-back',
    `select graphile_worker.force_unlock_workers(array_agg(distinct job.locked_by))
     from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id
     where job.locked_by is not null and split_part(task.identifier, '/', 1) = $1
     having count(*) > 0`,
    [service],
  );
}
