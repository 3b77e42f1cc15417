import type { Ports } from '@countersign/contracts';
import { Logger, type Runner, run, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import { type Delivery, timerDelivery } from '../delivery/delivery.js';
import { backoffMs } from '../failure/treatments.js';
import type { TimerFired } from '../streams/answer.js';
import type { Statement } from './parked-messages.js';

export interface TimersOptions {
  readonly service: string;
  /** Without the prefix `timer.`. */
  readonly tasks: readonly string[];
  /** Of the role `countersign_reader`. */
  readonly pool: pg.Pool;
  readonly run: Statement;
  readonly ports: Ports;
  /** How late a timer may be noticed. */
  readonly pollMs?: number;
  /** Settles when the delivery is handled or set aside; rejects when the service stops first. */
  hear(delivery: Delivery): Promise<void>;
}

const parallel = 8;
const restartBackoff = { baseMs: 50, ceilingMs: 2_000 };
const quiet = new Logger(() => () => undefined);

/**
 * Runs a service's due timers through the job library, and starts it again when it gave up on the database.
 * Only while this process holds the service's lock, so that a job locked by anyone else was left by a process
 * that is gone: it is given back at once instead of after the library's four hours.
 */
export function runTimers(options: TimersOptions): { stop(): Promise<void> } {
  if (options.tasks.length === 0) return { stop: () => Promise.resolve() };
  const stopping = new AbortController();
  const running = keepRunning(options, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function keepRunning(options: TimersOptions, signal: AbortSignal): Promise<void> {
  const { clock, randomness } = options.ports;
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    const runner = await started(options).catch(() => undefined);
    if (runner !== undefined) {
      attempt = 1;
      await endOf(runner, signal);
    }
    const ms = backoffMs(restartBackoff, attempt, randomness.fraction());
    await clock.wait(ms, signal).catch(() => undefined);
  }
}

async function started(options: TimersOptions): Promise<Runner> {
  const { service, tasks, pool, pollMs = 500 } = options;
  await giveBackAbandoned(options.run, service);
  const taskList: TaskList = Object.fromEntries(
    tasks.map((task) => [
      `${service}/${task}`,
      (payload: unknown) => options.hear(timerDelivery(task, payload as TimerFired)),
    ]),
  );
  const worker = {
    concurrentJobs: parallel,
    pollInterval: pollMs,
    // One look for all of them, rather than one each. A timer that somebody sets is announced to every service, and
    // is never due yet: without the delay each looked for it at once, several times a proposal, and found nothing.
    // The library draws the delay between half and one and a half of this, so that the next look is no later than a poll.
    localQueue: {
      size: parallel,
      refetchDelay: { durationMs: Math.floor(pollMs / 1.5), maxAbortThreshold: Number.POSITIVE_INFINITY },
    },
    // Without batches the library leaves the rejection of a lost connection to nobody, which ends the process.
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
  };
  const common = { pgPool: pool, taskList, parsedCronItems: [], noHandleSignals: true, logger: quiet };
  return run({ ...common, preset: { worker } });
}

/** Resolves when the runner has ended, by itself or because the service stops. */
async function endOf(runner: Runner, signal: AbortSignal): Promise<void> {
  const stop = () => {
    runner.stop().catch(() => undefined);
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  await runner.promise.catch(() => undefined);
  signal.removeEventListener('abort', stop);
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
