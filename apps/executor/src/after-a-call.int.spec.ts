import type { Executed } from '@countersign/capabilities';
import { type LookEvidence, proposalId } from '@countersign/domain';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OwnEffect } from './execution/own-effect.js';
import { tenant } from './testing/approved-refund.js';
import { Workers } from './testing/workers.js';

let workers: Workers;
beforeAll(async () => {
  workers = await Workers.open();
});
afterAll(() => workers.close());

const busy: Executed = { class: 'transient', code: 'unavailable' };
const refunded: Executed = {
  class: 'rejected',
  code: 'charge_already_refunded',
  message: 'It was refunded.',
};
const now = () => new Date().toISOString();
/** Later than anything that is sent here could arrive. */
const settled = new Date(Date.now() + 3_600_000).toISOString();
const nothingThere: LookEvidence = {
  ...{ source: 'payments', asked: 'refunds', readAt: settled, complete: true, found: [], why: 'none' },
  absence: { basis: 'whole_listing', recordsRead: 0, lastSentAt: now(), settledAt: settled },
};

/** Tried once and turned away; answers the event that a worker hears at the next try's time. */
async function turnedAway() {
  const { id, heard } = await workers.approved();
  await workers.worker({ call: async () => busy }).carryOut({ cause: heard, tenant, id });
  return { id, heard, put: await workers.last(id) };
}

const ahead = () => 40_000;
const tail = async (id: string) => (await workers.types(id)).slice(2);

it('a call that is begun says from when on it cannot arrive any more, by the settings of whoever makes it', async () => {
  const { id } = await turnedAway();
  const started = (await workers.events(id)).find(({ type }) => type === 'ExecutionStarted');
  const { startedAt, settlesAt } = started?.data ?? {};
  expect(Date.parse(String(settlesAt)) - Date.parse(String(startedAt))).toBe(workers.settleWindowMs);
});

it('a result that cannot be written down is heard once more, and the call is put in question, never made again', async () => {
  const { id, heard } = await workers.approved();
  let calls = 0;
  const call = async (): Promise<Executed> => {
    calls += 1;
    const receipt = { reference: 're_1', settled: 'settled', details: { fee: Number.NaN } } as const;
    return { class: 'succeeded', receipt };
  };
  const worker = workers.worker({ call });
  const failed = { failureKind: 'outcome_unknown', code: 'result_not_recorded' };
  await expect(worker.carryOut({ cause: heard, tenant, id })).rejects.toMatchObject(failed);
  await worker.carryOut({ cause: heard, tenant, id });
  expect([calls, await workers.types(id)]).toEqual([1, ['ExecutionStarted', 'OutcomeUnknown']]);
  expect((await workers.last(id)).data).toMatchObject({ code: 'worker_lost' });
});

describe('a refusal after a call that was turned away', () => {
  async function refusedThen(own: OwnEffect) {
    const { id, put } = await turnedAway();
    await workers
      .worker({ call: async () => refunded, own, aheadMs: ahead })
      .carryOut({ cause: put, tenant, id });
    return id;
  }

  it.each(['there', 'no_answer'] as const)(
    'is no end while the effect of that call is %s: the reconciler finds out',
    async (outcome) => {
      const id = await refusedThen({ outcome });
      expect(await tail(id)).toEqual(['ExecutionStarted', 'OutcomeUnknown']);
      expect((await workers.last(id)).data).toMatchObject({ attempt: 2, code: 'charge_already_refunded' });
    },
  );

  it('is final when a look shows that there is none, and the look is on record', async () => {
    const id = await refusedThen({ outcome: 'absent', evidence: nothingThere });
    expect(await tail(id)).toEqual(['ExecutionStarted', 'ExecutionFailed']);
    expect((await workers.last(id)).data).toMatchObject({
      attempt: 2,
      ownEffect: { complete: true, found: [] },
    });
  });

  it('C23: is final at once, without a look, where no call was made before it', async () => {
    const { id, heard } = await workers.approved();
    const disputed: Executed = { class: 'rejected', code: 'charge_disputed', message: 'no' };
    await workers.worker({ call: async () => disputed }).carryOut({ cause: heard, tenant, id });
    expect(await workers.types(id)).toEqual(['ExecutionStarted', 'ExecutionFailed']);
    expect((await workers.last(id)).data).not.toHaveProperty('ownEffect');
  });
});

describe('a permission that ran out after a call that was turned away', () => {
  const shortly = { permissionForMs: 30_000 };

  async function ranOut(own: OwnEffect) {
    const { id, heard } = await workers.approved(shortly);
    await workers.worker({ call: async () => busy }).carryOut({ cause: heard, tenant, id });
    const put = await workers.last(id);
    await workers
      .worker({ call: async () => busy, own, aheadMs: ahead })
      .carryOut({ cause: put, tenant, id });
    return id;
  }

  it('is not withdrawn while the effect may be there', async () => {
    expect(await tail(await ranOut({ outcome: 'no_answer' }))).toEqual(['ExecutionRetryScheduled']);
    expect(await tail(await ranOut({ outcome: 'there' }))).toEqual(['ExecutionRetriesExhausted']);
  });

  it('is withdrawn when a look shows that nothing is there', async () => {
    const id = await ranOut({ outcome: 'absent', evidence: nothingThere });
    expect(await tail(id)).toEqual(['ApprovalVoided']);
    expect((await workers.last(id)).data).toMatchObject({
      code: 'permission_expired',
      ownEffect: { found: [] },
    });
  });
});

describe('a try that was put off', () => {
  it('is not made before its time because a permission is heard late', async () => {
    const { id } = await turnedAway();
    const late = { id: 'late-grant', correlationId: 'c' };
    let calls = 0;
    const call = async () => {
      calls += 1;
      return busy;
    };
    await workers.worker({ call }).carryOut({ cause: late, tenant, id });
    expect([calls, await tail(id)]).toEqual([0, []]);
  });

  it('is made when its own timer comes, whatever this host thinks of the time', async () => {
    const { id, put } = await turnedAway();
    const timer = { id: 'retry-timer', correlationId: 'c' };
    const worker = workers.worker({ call: async () => busy, aheadMs: () => -60_000 });
    await worker.whenDue({ cause: timer, tenant, id }, put.data['retryAt']);
    expect((await tail(id))[0]).toBe('ExecutionStarted');
  });
});

describe('a change that is to take its place', () => {
  const asksFor = (id: string) =>
    workers.append(id, {
      type: 'ReplacementAsked',
      data: { by: proposalId('change'), change: 'less', at: now() },
    });

  it('while the call is under way: what would be tried again is found out instead', async () => {
    const { id, heard } = await workers.approved();
    const call = async (): Promise<Executed> => {
      await asksFor(id);
      return busy;
    };
    await workers.worker({ call }).carryOut({ cause: heard, tenant, id });
    expect(await workers.types(id)).toEqual(['ExecutionStarted', 'ReplacementAsked', 'OutcomeUnknown']);
    expect((await workers.last(id)).data).toMatchObject({ code: 'unavailable' });
  });

  it('while it waits to be sent again: nothing is sent any more, whatever comes due', async () => {
    const { id, put } = await turnedAway();
    await asksFor(id);
    expect((await workers.state(id)).status).toBe('outcome_unknown');
    let calls = 0;
    const call = async () => {
      calls += 1;
      return busy;
    };
    await workers
      .worker({ call, aheadMs: ahead })
      .whenDue({ cause: { id: 'timer', correlationId: 'c' }, tenant, id }, put.data['retryAt']);
    await workers.append(id, {
      type: 'OutcomeReconciled',
      data: { finding: 'did_not_happen', look: 1, evidence: nothingThere, at: now() },
    });
    await workers.worker({ call, aheadMs: ahead }).carryOut({ cause: await workers.last(id), tenant, id });
    expect(calls).toBe(0);
    expect((await workers.state(id)).status).toBe('approved');
  });
});

describe('a success that came late', () => {
  it('puts what waits to be sent again in question, in the same commit', async () => {
    const { id, heard } = await workers.approved();
    const first = Promise.withResolvers<Executed>();
    const reached = Promise.withResolvers<void>();
    const call = () => {
      reached.resolve();
      return first.promise;
    };
    const sleeping = workers.worker({ name: 'sleeper', call }).carryOut({ cause: heard, tenant, id });
    await reached.promise;
    const watch = { id: 'watch', correlationId: 'c' };
    await workers.worker({ call }).recordSilence({ cause: watch, tenant, id }, 1);
    await workers.append(id, {
      type: 'OutcomeReconciled',
      data: { finding: 'did_not_happen', look: 1, evidence: nothingThere, at: now() },
    });
    first.resolve({ class: 'succeeded', receipt: { reference: 're_1', settled: 'settled', details: {} } });
    await sleeping;
    expect((await workers.types(id)).slice(-2)).toEqual(['ResultCameLate', 'OutcomeUnknown']);
    expect((await workers.last(id)).data).toMatchObject({ attempt: 1, code: 'success_came_late' });
  });

  it('keeps a call that is turned away meanwhile from being made again before anybody looked', async () => {
    const { id, put } = await turnedAway();
    const receipt = { reference: 're_1', settled: 'settled', details: {} } as const;
    const call = async (): Promise<Executed> => {
      await workers.append(id, {
        type: 'ResultCameLate',
        data: { attempt: 1, worker: 'w', class: 'succeeded', code: 'succeeded', receipt, at: now() },
      });
      return busy;
    };
    await workers.worker({ call, aheadMs: ahead }).carryOut({ cause: put, tenant, id });
    expect(await tail(id)).toEqual(['ExecutionStarted', 'ResultCameLate', 'OutcomeUnknown']);
  });
});
