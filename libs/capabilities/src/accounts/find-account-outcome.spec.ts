import { operationIdOf, proposalId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import type { AccountsReader } from './records/read.js';
import { closureOf, readAt, readsOf } from './testing/account-world.js';

const op = operationIdOf(proposalId('op'));

const look = {
  source: 'accounts',
  asked: 'operation op',
  readAt,
  complete: true,
  why: 'it says so',
} as const;
const held = (accountId: string) =>
  ({ outcome: 'found', value: { kind: 'closure', reference: 'cl_1', accountId }, look }) as const;

async function outcomeOf(closure: Awaited<ReturnType<AccountsReader['operation']>>, status = 'closed') {
  const reads = readsOf({ closure, account: { status, closedBy: 'back office' } });
  return reads.findOutcome(op, await closureOf(), readAt);
}

describe('what became of a closure', () => {
  it('closed by our operation: it happened', async () => {
    expect(await outcomeOf(held('acct_7719'))).toMatchObject({
      outcome: 'happened',
      evidence: { found: [{ reference: 'cl_1' }] },
    });
  });

  it('another account under our operation: it contradicts', async () => {
    expect((await outcomeOf(held('acct_7720'))).outcome).toBe('contradicts');
  });

  it('closed by somebody else, or not at all: ours is absent, with the reason why that may be believed', async () => {
    const absence = {
      basis: 'lookup_by_operation',
      recordsRead: 1,
      lastSentAt: readAt,
      settledAt: readAt,
    } as const;
    for (const status of ['closed', 'open'])
      expect(await outcomeOf({ outcome: 'absent', look: { ...look, absence } }, status)).toMatchObject({
        outcome: 'absent',
        evidence: { found: [], absence: { basis: 'lookup_by_operation' } },
      });
  });

  it('no answer is unknown and never absent', async () => {
    expect(await outcomeOf({ outcome: 'unknown', code: 'timeout', asked: 'operation op' })).toMatchObject({
      outcome: 'no_answer',
      code: 'timeout',
    });
  });
});
