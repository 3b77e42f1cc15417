import { resolve } from 'node:path';
import { capabilities, heldBeside, type Judging } from '@countersign/capabilities';
import { type ProposalEvent, proposalId, subjectId } from '@countersign/domain';
import { loadPolicySet, policyEngine } from '@countersign/policy';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { approvedRefund, fold, tenant } from '../testing/approved-refund.js';
import type { Permissible } from './check-permission.js';
import { type RevalidationPorts, revalidate } from './revalidate.js';

const id = '11111111-1111-4111-8111-111111111111';
const old = '22222222-2222-4222-8222-222222222222';
const charge = 'ch_4821';
const replacedNow: ProposalEvent = {
  type: 'ProposalSuperseded',
  data: { by: proposalId(id), change: 'smaller', at: new Date().toISOString() },
};

let engine: RevalidationPorts['engine'];
beforeAll(async () => {
  const folder = resolve(import.meta.dirname, '../../../../policies');
  engine = policyEngine(await loadPolicySet(folder, capabilities.all));
});

const reads = {
  situation: async () => ({ outcome: 'read', records: {}, readAt: new Date().toISOString() }),
  differences: () => [],
  policySubject: (_action: unknown, _records: unknown, { holds }: Judging) => ({
    resource: {
      ...{ type: 'Order', id: '4821', customerId: 'ada', tenant },
      attributes: { status: 'delivered', currency: 'EUR' },
    },
    facts: {
      ...{ insideWindow: true, unopened: 'yes', unopenedBasis: 'customer_statement', disputed: false },
      ...{ capturedMinor: 10_000, refundedMinor: 0, refundedElsewhereMinor: 0 },
      heldMinor: heldBeside(holds, { key: `refund:charge:${charge}`, currency: 'EUR', shown: [] }),
    },
  }),
};

/** The outcome for a refund of 79.00, of 100.00 captured, of which the proposal `old` holds 90.00. */
async function outcome(supersedes: string, oldEvents: readonly ProposalEvent[]): Promise<string> {
  const [draft, ...rest] = approvedRefund({ id });
  const refund = { ...draft, data: { ...draft?.data, supersedes } } as ProposalEvent;
  const held = { amountMinor: 9_000, currency: 'EUR' };
  const claim = { key: `refund:charge:${charge}#1`, version: 2, claimedAt: '', released: false };
  const ports = {
    engine,
    reads: { byKind: () => reads },
    store: { claimsUnder: async () => [{ ...claim, stream: `proposal-${old}`, ...held }] },
    proposals: { load: async () => ({ state: fold(oldEvents), version: 0, events: [] }) },
  } as unknown as RevalidationPorts;
  const by = { sub: subjectId('ada'), kind: 'customer', tenant, roles: ['customer'] } as const;
  const filled = [{ slot: 'customer-consent', by }];
  return (await revalidate(ports, fold([refund, ...rest]) as Permissible, filled)).outcome;
}

describe('what takes another one back, right before the call', () => {
  async function undoing(status: string) {
    const [draft, ...rest] = approvedRefund({ id });
    const undo = { ...draft, data: { ...draft?.data, compensates: old } } as ProposalEvent;
    const ports = {
      engine,
      reads: { byKind: () => reads },
      store: { claimsUnder: async () => [] },
      proposals: { load: async () => ({ state: { status }, version: 0, events: [] }) },
    } as unknown as RevalidationPorts;
    const by = { sub: subjectId('ada'), kind: 'customer', tenant, roles: ['customer'] } as const;
    const filled = [{ slot: 'customer-consent', by }];
    return revalidate(ports, fold([undo, ...rest]) as Permissible, filled);
  }

  it('S26: ends where that one is no longer confirmed, so that it gives back that it is the only undo', async () => {
    for (const status of ['in_review', 'closed', 'reopened'])
      expect(await undoing(status)).toMatchObject({ outcome: 'invalid', code: 'undo_not_completed' });
  });

  it('is judged like any other while that one stands', async () => {
    expect(await undoing('completed')).not.toMatchObject({ code: 'undo_not_completed' });
  });
});

describe('what others hold, right before the call', () => {
  const waiting = approvedRefund({ id: old }).slice(0, 3);

  it('does not count what the replaced proposal held, though it is not given back yet', async () => {
    expect(await outcome(old, [...waiting, replacedNow])).toBe('stands');
  });

  it('waits where what is replaced may still be carried out: it is judged anew when that is known', async () => {
    expect(await outcome(old, waiting)).toBe('voided');
  });

  it('counts what any other proposal holds', async () => {
    expect(await outcome('none', [...waiting, replacedNow])).toBe('invalid');
  });
});
