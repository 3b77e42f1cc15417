import {
  evolveProposal,
  type LookEvidence,
  noProposal,
  type Proposal,
  type ProposalEvent,
  type ProposalId,
  proposalId,
} from '@countersign/domain';
import type { ProposalStreams } from '@countersign/messaging';
import { describe, expect, it } from '@jest/globals';
import { approvedRefund, fold } from '../testing/approved-refund.js';
import type { Permissible } from './check-permission.js';
import { predecessorsOf } from './predecessors.js';

const first = '11111111-1111-4111-8111-111111111111';
const second = '22222222-2222-4222-8222-222222222222';
const third = '33333333-3333-4333-8333-333333333333';
const at = '2026-11-30T09:00:00.000Z';
const amount = { amountMinor: 7_900, currency: 'EUR' };
const receipt = { reference: 're_1', ...amount, settled: 'settled', details: {} } as const;
const evidence = (found: LookEvidence['found']): LookEvidence => ({
  ...{ source: 'payments', asked: 'refunds of ch_4821', readAt: at, complete: true, found, why: 'read' },
  absence: { basis: 'whole_listing', recordsRead: 0, lastSentAt: at, settledAt: at },
});

const event = (type: ProposalEvent['type'], data: object) => ({ type, data }) as unknown as ProposalEvent;
const sentAndAbsent = (id: string) => [
  ...approvedRefund({ id }),
  event('ExecutionStarted', { attempt: 1, operationId: id, startedAt: at }),
  event('OutcomeUnknown', { attempt: 1, code: 'timeout', at }),
  event('OutcomeReconciled', { finding: 'did_not_happen', look: 1, evidence: evidence([]), at }),
];
const replaced = (id: string, by: string) => [
  ...sentAndAbsent(id),
  event('ProposalSuperseded', { by, change: '42.00 EUR instead of 79.00 EUR', at }),
];
const found = [
  event('ProposalReopened', { because: 'effect_found', evidence: evidence([receipt]), report: 'none', at }),
  event('ReviewRequested', { reason: 'read_back_contradicts', code: 'effect_found', allowedSteps: [], at }),
];
const itStands = [
  event('OperatorResolved', { step: 'record_happened', by: { subject: 'priya' }, evidence: 're_1', at }),
  event('ProposalCompleted', { receipt, evidence: evidence([receipt]), at }),
];
const nothingStands = event('OperatorResolved', { step: 'record_did_not_happen', at });

/** What a refund that stands for `first`, by way of `second` where there is one, is told before its call. */
async function told(
  streams: Readonly<Record<string, readonly ProposalEvent[]>>,
  { supersedes = first, beside }: { supersedes?: string; beside?: readonly ProposalId[] } = {},
) {
  const proposals = {
    load: async (_tenant: string, id: string) => ({
      state: (streams[id] ?? []).reduce(evolveProposal, noProposal as Proposal),
    }),
  } as unknown as ProposalStreams;
  const own = fold(approvedRefund({ id: third })) as Permissible;
  const draft = { ...own.draft, supersedes: proposalId(supersedes) };
  const policy = beside === undefined ? own.policy : { ...own.policy, besideEffectOf: beside };
  return predecessorsOf(proposals, { draft, policy });
}

describe('what took the place of another one, right before its call', () => {
  it('is sent where that one ended without an effect, and what it held does not count', async () => {
    expect(await told({ [first]: replaced(first, third) })).toEqual({ over: [first] });
  });

  it('is not sent while an effect of that one stands that nobody has settled', async () => {
    const { fault } = await told({ [first]: [...replaced(first, third), ...found] });
    expect(fault).toMatchObject({ code: 'replaced_effect_found', message: expect.stringContaining(first) });
  });

  it('is judged anew where people have said that it stands, and then sent beside it', async () => {
    const streams = { [first]: [...replaced(first, third), ...found, ...itStands] };
    expect((await told(streams)).fault).toMatchObject({ code: 'replaced_effect_found' });
    expect(await told(streams, { beside: [proposalId(first)] })).toEqual({ over: [] });
  });

  it('is sent as it was permitted where people have said that nothing of it stands', async () => {
    const streams = { [first]: [...replaced(first, third), ...found, nothingStands] };
    expect(await told(streams)).toEqual({ over: [first] });
  });

  it('is not sent either where it is the one before that has an effect', async () => {
    const chain = { [second]: replaced(second, third).map(standingFor(first)) };
    const over = { ...chain, [first]: replaced(first, second) };
    expect(await told(over, { supersedes: second })).toEqual({ over: [second, first] });
    const back = { ...chain, [first]: [...replaced(first, second), ...found] };
    expect((await told(back, { supersedes: second })).fault).toMatchObject({ code: 'replaced_effect_found' });
  });
});

const standingFor = (id: string) => (each: ProposalEvent) =>
  each.type === 'ProposalDrafted' ? event(each.type, { ...each.data, supersedes: id }) : each;
