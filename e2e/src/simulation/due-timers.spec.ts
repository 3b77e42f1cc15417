import type { MemoryTimer } from '@countersign/messaging/simulation';
import { Owner, Scheduler } from '@countersign/testing/simulation';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { DueTimers } from './due-timers.js';
import type { World } from './world.js';

const minute = 60_000;
const day = 24 * 60 * minute;

const timer = (id: number, task: string, dueAtMs: number): MemoryTimer => ({
  ...{ id, service: 'reconciler', tenant: 'fjordlight', task, key: task, payload: {}, dueAtMs },
});

let scheduler: Scheduler;
let fired: string[];
let world: World;

beforeEach(() => {
  scheduler = new Scheduler(0);
  fired = [];
  const process = {
    hasTimer: () => true,
    fire: ({ task }: MemoryTimer, done: () => void) => {
      fired.push(`${task} at ${Math.floor(scheduler.nowMs / minute)}`);
      done();
    },
  };
  const owner = new Owner('reconciler 1', 'reconciler');
  world = {
    ...{
      scheduler,
      births: new Map([['reconciler', 1]]),
      running: new Map([['reconciler', { process, owner }]]),
    },
    ...{
      records: { timers: new Map<string, MemoryTimer>(), events: [] as object[] },
      effects: [] as object[],
    },
    ...{ isStill: () => true, line: () => undefined },
  } as unknown as World;
});

async function come(...timers: readonly MemoryTimer[]): Promise<readonly string[]> {
  for (const each of timers) world.records.timers.set(each.task, each);
  new DueTimers(world).fireDue();
  while (await scheduler.step());
  return fired;
}

describe('a comparison that is due in a simulated world', () => {
  test('waits for the next deadline while nothing has changed for an hour and nobody is at anything', async () => {
    const came = await come(timer(1, 'compare-ledger', 90 * minute), timer(2, 'approval-deadline', day));
    expect(came.toSorted()).toEqual(['approval-deadline at 1440', 'compare-ledger at 1440']);
  });

  test('comes at its time where no deadline is left to wait for', async () => {
    expect(await come(timer(1, 'compare-ledger', 90 * minute))).toEqual(['compare-ledger at 90']);
  });

  test('comes at its time while somebody is at something', async () => {
    Object.assign(world, { isStill: () => false });
    const came = await come(timer(1, 'compare-ledger', 90 * minute), timer(2, 'approval-deadline', day));
    expect(came).toEqual(['compare-ledger at 90', 'approval-deadline at 1440']);
  });

  test('comes at its time within an hour of an event, a comparison apart, and of an effect', async () => {
    const recordedAt = new Date(45 * minute).toISOString();
    for (const changed of [
      { events: [{ type: 'ApprovalReminded', recordedAt }], effects: [] },
      { events: [], effects: [{ createdAtMs: 45 * minute }] },
    ]) {
      fired.length = 0;
      scheduler = new Scheduler(0);
      const records = { timers: new Map<string, MemoryTimer>(), events: changed.events };
      Object.assign(world, { scheduler, records, effects: changed.effects });
      const due = timer(1, 'compare-ledger', 90 * minute);
      expect(await come(due, timer(2, 'approval-deadline', day))).toContain('compare-ledger at 90');
    }
    fired.length = 0;
    scheduler = new Scheduler(0);
    const events = [{ type: 'LedgerCompared', recordedAt }];
    Object.assign(world, {
      scheduler,
      records: { timers: new Map<string, MemoryTimer>(), events },
      effects: [],
    });
    const due = timer(1, 'compare-ledger', 90 * minute);
    expect(await come(due, timer(2, 'approval-deadline', day))).toContain('compare-ledger at 1440');
  });

  test('nothing else waits', async () => {
    const came = await come(timer(1, 'execution-watch', 90 * minute), timer(2, 'approval-deadline', day));
    expect(came).toEqual(['execution-watch at 90', 'approval-deadline at 1440']);
  });
});
