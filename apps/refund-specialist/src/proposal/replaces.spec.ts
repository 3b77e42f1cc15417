import { intentOfAction } from '@countersign/capabilities';
import {
  type Action,
  type Drafted,
  evolveProposal,
  noProposal,
  type ProposalEvent,
  tenantId,
} from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { changeOf } from './replaces.js';

const tenant = tenantId('fjordlight');

function refundOf(lineIds: readonly string[], amountMinor: number, orderId = '4821'): Action {
  return {
    kind: 'refund.create',
    target: { type: 'charge', id: `ch_${orderId}` },
    arguments: { orderId, lines: lineIds.map((lineId) => ({ lineId, quantity: 1 })), reason: 'other' },
    money: { amountMinor, currency: 'EUR' },
    evidence: [],
    resourceVersions: [],
  };
}

function drafted(action: Action, ...later: object[]): Drafted {
  const data = { proposalId: 'p1', action, intent: intentOfAction(tenant, action) };
  const events = [{ type: 'ProposalDrafted', data }, ...later] as unknown as ProposalEvent[];
  const state = events.reduce(evolveProposal, noProposal as ReturnType<typeof evolveProposal>);
  if (state.status === 'absent') throw new Error('not drafted');
  return state;
}

const changed = (action: Action, old: Drafted, asked = '') => changeOf(action, [old], { tenant, asked });
const whole = drafted(refundOf(['1', '2'], 7900));

describe('given a proposal that waits', () => {
  it('when some of its lines are wanted, then it is changed, and said how', () => {
    expect(changed(refundOf(['1'], 4200), whole)).toMatchObject({
      of: whole,
      words: '42.00 EUR instead of 79.00 EUR',
    });
  });

  it('when other lines of the order are wanted, then it stands (S16)', () => {
    expect(changed(refundOf(['2'], 3700), drafted(refundOf(['1'], 4200)))).toBeUndefined();
  });

  it('when other lines are wanted instead, then it is changed', () => {
    const old = drafted(refundOf(['1'], 4200));
    expect(changed(refundOf(['2'], 3700), old, 'the case instead please')).toMatchObject({ of: old });
  });

  it('when the same is wanted again, then nothing is changed: policy marks the duplicate (C03)', () => {
    expect(changed(refundOf(['1', '2'], 7900), whole)).toBeUndefined();
  });

  it('when another order is meant, then it stands', () => {
    expect(changed(refundOf(['1'], 4200, '4825'), whole, 'instead')).toBeUndefined();
  });

  it('when it names no line, then any part of its order changes it', () => {
    expect(changed(refundOf(['1'], 4200), drafted(refundOf([], 1000)))).toBeDefined();
  });

  it('when the amount stays, then the lines say what changed', () => {
    const old = drafted(refundOf(['1'], 6000, '4825'));
    expect(changed(refundOf(['2'], 6000, '4825'), old, 'the right one instead')?.words).toBe(
      'line 2 instead of line 1',
    );
  });
});

describe('given a proposal that has ended', () => {
  it('when some of its lines are wanted, then there is nothing to change', () => {
    const replaced = {
      type: 'ProposalSuperseded',
      data: { by: 'p2', change: '', at: '2026-11-29T12:00:00Z' },
    };
    expect(changed(refundOf(['1'], 4200), drafted(refundOf(['1', '2'], 7900), replaced))).toBeUndefined();
  });
});
