import type { Executed } from '@countersign/capabilities';
import { type Person, subjectId } from '@countersign/domain';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tenant } from './testing/approved-refund.js';
import { retries, Workers } from './testing/workers.js';

let workers: Workers;
beforeAll(async () => {
  workers = await Workers.open();
});
afterAll(() => workers.close());

const done: Executed = {
  class: 'succeeded',
  receipt: { reference: 're_1', amountMinor: 7_900, currency: 'EUR', settled: 'settled', details: {} },
};
const busy: Executed = { class: 'transient', code: 'unavailable' };
const now = () => new Date().toISOString();

/** A target that answers when it is told to, and counts. */
function slowTarget() {
  const answer = Promise.withResolvers<Executed>();
  const reached = Promise.withResolvers<void>();
  let calls = 0;
  const call = () => {
    calls += 1;
    reached.resolve();
    return answer.promise;
  };
  return { call, reached: reached.promise, answer: answer.resolve, calls: () => calls };
}

describe('an attempt and its fence', () => {
  it('C31: heard elsewhere while the first still calls: one call, and the late result is kept, not applied', async () => {
    const { id, heard } = await workers.approved();
    const target = slowTarget();
    const first = workers.worker({ name: 'first', call: target.call }).carryOut({ cause: heard, tenant, id });
    await target.reached;
    await workers.worker({ name: 'second', call: target.call }).carryOut({ cause: heard, tenant, id });
    target.answer(done);
    await first;
    expect(target.calls()).toBe(1);
    expect(await workers.types(id)).toEqual(['ExecutionStarted', 'OutcomeUnknown', 'ResultCameLate']);
    expect((await workers.state(id)).status).toBe('outcome_unknown');
    expect((await workers.last(id)).data).toMatchObject({
      ...{ attempt: 1, worker: 'first', class: 'succeeded', receipt: { reference: 're_1' } },
    });
  });

  it('two workers that hear it in the same moment make one call between them', async () => {
    const { id, heard } = await workers.approved();
    let calls = 0;
    const call = async () => {
      calls += 1;
      return done;
    };
    const both = [1, 2].map(() => workers.worker({ call }).carryOut({ cause: heard, tenant, id }));
    await Promise.all(both);
    expect(calls).toBe(1);
    expect((await workers.types(id)).filter((type) => type === 'ExecutionStarted')).toHaveLength(1);
  });

  it('a worker that wakes after its successor began does not record over it', async () => {
    const { id, heard } = await workers.approved();
    const stalled = slowTarget();
    const sleeper = workers.worker({ name: 'sleeper', call: stalled.call });
    const sleeping = sleeper.carryOut({ cause: heard, tenant, id });
    await stalled.reached;
    const watching = { id: 'timer-1', correlationId: 'c' };
    await workers.worker({ call: async () => done }).recordSilence({ cause: watching, tenant, id }, 1);
    await workers.append(id, {
      type: 'OutcomeReconciled',
      data: {
        ...{ finding: 'did_not_happen', look: 1, at: now() },
        evidence: { source: 'p', asked: 'a', readAt: now(), complete: true, found: [], why: 'none' },
      },
    });
    const successor = slowTarget();
    const again = workers
      .worker({ name: 'successor', call: successor.call })
      .carryOut({ cause: await workers.last(id), tenant, id });
    await successor.reached;
    stalled.answer({ class: 'rejected', code: 'charge_disputed', message: 'no' });
    await sleeping;
    expect((await workers.last(id)).data).toMatchObject({ attempt: 1, worker: 'sleeper', class: 'rejected' });
    expect(await workers.state(id)).toMatchObject({ status: 'executing', started: { attempt: 2 } });
    successor.answer(done);
    await again;
    expect((await workers.state(id)).status).toBe('succeeded');
  });
});

describe('attempts and budgets', () => {
  it('C62: are counted on by whoever goes on after a restart, from the stream alone', async () => {
    const { id, heard } = await workers.approved();
    const seen: string[] = [];
    let cause = heard;
    for (let n = 1; n <= retries.attemptsMax; n += 1) {
      // Ahead by more than any wait: its time has come. A fresh worker each time, as after a restart.
      const worker = workers.worker({ call: async () => busy, aheadMs: () => n * 10_000 });
      await worker.carryOut({ cause, tenant, id });
      cause = await workers.last(id);
      seen.push(`${cause.type} ${cause.data['attempt']}`);
    }
    expect(seen).toEqual([
      'ExecutionRetryScheduled 1',
      'ExecutionRetryScheduled 2',
      'ExecutionRetryScheduled 3',
      'ExecutionRetriesExhausted 4',
    ]);
  });

  it('end by time as well, counted from the first try and not from the restart', async () => {
    const { id, heard } = await workers.approved();
    await workers.worker({ call: async () => busy }).carryOut({ cause: heard, tenant, id });
    const late = workers.worker({ call: async () => busy, aheadMs: () => retries.elapsedMaxMs });
    await late.carryOut({ cause: await workers.last(id), tenant, id });
    expect((await workers.last(id)).type).toBe('ExecutionRetriesExhausted');
  });
});

const person = (subject: string): Person => ({
  ...{ subject: subjectId(subject), name: subject, kind: 'staff', roles: ['operator'] },
  ...{ authenticatedAt: now(), methods: ['pwd'] },
});
const scope = 'target-payments';
const stopNow = (reason = 'incident') =>
  workers.stop(scope, { type: 'Stopped', data: { scope, by: person('sam'), reason, at: now() } });
const releaseNow = () =>
  workers.stop(scope, {
    type: 'Released',
    data: {
      ...{ scope, by: person('noor'), reason: 'over', at: now() },
      ...{ stoppedBy: subjectId('sam'), stoppedAt: now() },
    },
  });

describe('a stop', () => {
  it('pulled between the intent and the call still keeps the call from leaving, and costs no try', async () => {
    const { id, heard } = await workers.approved();
    let calls = 0;
    const call = async () => {
      calls += 1;
      return done;
    };
    const worker = workers.worker({ call, afterIntent: async () => void (await stopNow()) });
    await worker.carryOut({ cause: heard, tenant, id });
    expect(calls).toBe(0);
    expect(await workers.types(id)).toEqual(['ExecutionStarted', 'ExecutionHeld']);

    await workers.released(await releaseNow());
    expect((await workers.last(id)).type).toBe('ExecutionResumed');
    await workers.worker({ call }).carryOut({ cause: await workers.last(id), tenant, id });
    expect(calls).toBe(1);
    expect(await workers.state(id)).toMatchObject({ status: 'succeeded', attempts: 2, retries: 0 });
  });

  it('holds what is approved while it lasts; heard again nothing is added, released twice it goes on once', async () => {
    const { id, heard } = await workers.approved();
    await stopNow();
    const worker = workers.worker({ call: async () => done });
    for (let n = 0; n < 3; n += 1) await worker.carryOut({ cause: heard, tenant, id });
    expect(await workers.types(id)).toEqual(['ExecutionHeld']);
    const released = await releaseNow();
    await workers.released(released);
    await workers.released(released);
    expect(await workers.types(id)).toEqual(['ExecutionHeld', 'ExecutionResumed']);
  });

  it('outlasts the permission: it goes back to approval, and is not sent when released', async () => {
    const { id, heard } = await workers.approved({ permissionForMs: 30_000 });
    await stopNow();
    const call = async (): Promise<Executed> => {
      throw new Error('It must not be called.');
    };
    await workers.worker({ call }).carryOut({ cause: heard, tenant, id });
    const held = await workers.last(id);
    expect(held.data).toMatchObject({ code: 'stopped', retryAt: expect.stringMatching(/Z$/) });
    const timer = { id: 'timer-lapse', correlationId: 'c' };
    await workers.worker({ call }).whenDue({ cause: timer, tenant, id }, held.data['retryAt']);
    expect((await workers.last(id)).data).toMatchObject({ code: 'permission_expired' });
    await workers.released(await releaseNow());
    expect(await workers.types(id)).toEqual(['ExecutionHeld', 'ApprovalVoided']);
  });
});

const circuit = { failuresMax: 1, openMs: 5_000, openCeilingMs: 5_000 };

describe('a release while a timer is looking', () => {
  it('resumes what that timer holds back for the stop it had read before, once that is on record', async () => {
    let aheadMs = 0;
    const worker = workers.worker({
      ...{ call: async () => busy, circuit, aheadMs: () => aheadMs },
      beforeHold: async () => {
        if (aheadMs > 0) await workers.released(await releaseNow());
      },
    });
    const [first, second] = [await workers.approved(), await workers.approved()];
    await worker.carryOut({ cause: first.heard, tenant, id: first.id });
    await worker.carryOut({ cause: second.heard, tenant, id: second.id });
    const held = await workers.last(second.id);
    await stopNow();
    aheadMs = 7_000;
    const timer = { id: 'timer-stopped', correlationId: 'c' };
    await worker.whenDue({ cause: timer, tenant, id: second.id }, held.data['retryAt']);
    expect(await workers.types(second.id)).toEqual(['ExecutionHeld', 'ExecutionHeld', 'ExecutionResumed']);
  });
});

describe('an open circuit', () => {
  it('holds others back without a try, until one real call finds out', async () => {
    let aheadMs = 0;
    let answer: Executed = busy;
    const worker = workers.worker({ call: async () => answer, circuit, aheadMs: () => aheadMs });
    const [first, second] = [await workers.approved(), await workers.approved()];
    await worker.carryOut({ cause: first.heard, tenant, id: first.id });
    await worker.carryOut({ cause: second.heard, tenant, id: second.id });
    const held = await workers.last(second.id);
    expect(held.data).toMatchObject({ code: 'circuit_open', attempt: 0, stop: 'none' });
    expect(await workers.types(second.id)).toEqual(['ExecutionHeld']);

    aheadMs = 7_000;
    answer = done;
    const timer = { id: 'timer-circuit', correlationId: 'c' };
    await worker.whenDue({ cause: timer, tenant, id: second.id }, held.data['retryAt']);
    await worker.carryOut({ cause: await workers.last(second.id), tenant, id: second.id });
    expect(await workers.types(second.id)).toEqual([
      'ExecutionHeld',
      'ExecutionResumed',
      'ExecutionStarted',
      'ExecutionSucceeded',
    ]);
  });

  it('ends where the time for trying ends: a person is asked, and nothing was sent', async () => {
    let aheadMs = 0;
    const worker = workers.worker({ call: async () => busy, circuit, aheadMs: () => aheadMs });
    const [first, second] = [await workers.approved(), await workers.approved()];
    await worker.carryOut({ cause: first.heard, tenant, id: first.id });
    await worker.carryOut({ cause: second.heard, tenant, id: second.id });
    aheadMs = retries.elapsedMaxMs;
    // Another one probes and finds it still down.
    const third = await workers.approved();
    await worker.carryOut({ cause: third.heard, tenant, id: third.id });
    const timer = { id: 'timer-end', correlationId: 'c' };
    await worker.whenDue({ cause: timer, tenant, id: second.id }, 'due');
    expect(await workers.types(second.id)).toEqual(['ExecutionHeld', 'ExecutionRetriesExhausted']);
    expect((await workers.last(second.id)).data).toMatchObject({ attempt: 0, code: 'circuit_open' });
  });
});
