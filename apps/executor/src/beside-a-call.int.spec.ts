import type { Executed } from '@countersign/capabilities';
import { callsInDoubt, type LookEvidence, type ProposalEvent, proposalId } from '@countersign/domain';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tenant } from './testing/approved-refund.js';
import { Workers } from './testing/workers.js';

let workers: Workers;
beforeAll(async () => {
  workers = await Workers.open();
});
afterAll(() => workers.close());

const at = new Date(Date.now() + 3_600_000).toISOString();
const receipt = {
  reference: 're_1',
  amountMinor: 7_900,
  currency: 'EUR',
  settled: 'settled',
  details: {},
} as const;
const done: Executed = { class: 'succeeded', receipt };
const read = (found: LookEvidence['found']): LookEvidence => ({
  ...{ source: 'payments', asked: 'refunds of ch_4821', readAt: at, complete: true, found, why: 'read' },
  absence: { basis: 'whole_listing', recordsRead: 0, lastSentAt: at, settledAt: at },
});
const absent: ProposalEvent = {
  type: 'OutcomeReconciled',
  data: { finding: 'did_not_happen', look: 1, evidence: read([]), at },
};

/** Sent once by a worker whose call came to this; what follows is appended by hand. */
async function sent(came: Executed): Promise<string> {
  const { id, heard } = await workers.approved();
  await workers.worker({ call: async () => came }).carryOut({ cause: heard, tenant, id });
  return id;
}

/** Sent, believed absent, and replaced by a change that is approved; the late fact is an effect of it all the same. */
async function replacing() {
  const first = await sent({ class: 'unknown', code: 'timeout' });
  await workers.append(first, absent);
  const { id, heard } = await workers.approved({ supersedes: first });
  await workers.append(first, {
    type: 'ProposalSuperseded',
    data: { by: proposalId(id), change: 'less', at },
  });
  const because = { because: 'effect_found', report: 'none' } as const;
  const late: ProposalEvent = {
    type: 'ProposalReopened',
    data: { ...because, evidence: read([receipt]), at },
  };
  return { first, id, heard, late };
}

/** Completed, and approved to be taken back; the late fact is that it failed at the target by itself. */
async function undoing() {
  const first = await sent(done);
  await workers.append(first, {
    type: 'ProposalCompleted',
    data: { receipt, evidence: read([receipt]), at },
  });
  const { id, heard } = await workers.approved({ compensates: first });
  const because = { because: 'effect_failed', report: 'none' } as const;
  const failed = read([{ ...receipt, settled: 'failed' }]);
  const late: ProposalEvent = { type: 'ProposalReopened', data: { ...because, evidence: failed, at } };
  return { first, id, heard, late };
}

describe.each([
  ['what takes the place of another one, of which an effect shows up', replacing],
  ['what takes back another one, which failed by itself', undoing],
])('%s', (_what, prepared) => {
  async function carriedOut(isLate: boolean) {
    const { first, id, heard, late } = await prepared();
    let calls = 0;
    const call = async () => {
      calls += 1;
      return done;
    };
    const afterIntent = () => (isLate ? workers.append(first, late) : Promise.resolve());
    await workers.worker({ call, afterIntent }).carryOut({ cause: heard, tenant, id });
    return { id, calls };
  }

  it('once its own intent is on record: no call leaves, and it is judged again from the start', async () => {
    const { id, calls } = await carriedOut(true);
    expect([calls, await workers.types(id)]).toEqual([0, ['ExecutionStarted', 'ExecutionHeld']]);
    expect((await workers.last(id)).data).toMatchObject({ code: 'beside_changed', attempt: 1, stop: 'none' });
    const state = await workers.state(id);
    expect(state.status === 'held' && callsInDoubt(state)).toBe(0);
  });

  it('is called once where nothing of the kind shows up', async () => {
    const { id, calls } = await carriedOut(false);
    expect([calls, await workers.types(id)]).toEqual([1, ['ExecutionStarted', 'ExecutionSucceeded']]);
  });
});
