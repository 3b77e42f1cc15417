import { describe, expect, it } from '@jest/globals';
import { folded } from '../testing/given.js';
import { at, maya } from '../testing/people.js';
import { everyProposalFact, fact, otherDigest, plainData } from '../testing/proposal-facts.js';
import {
  approvalAsked,
  byMaya,
  byPriya,
  finalStatuses,
  statuses,
  streamTo,
  twoApprovalsAsked,
} from '../testing/proposal-phases.js';
import type { ProposalEvent } from './events.js';
import { evolveProposal, noProposal } from './evolve.js';
import { endedWithoutEffect, isFinal, mayHaveActed } from './state.js';

describe('the phases', () => {
  it.each(statuses)('a stream that leads to %s folds to it', (status) => {
    expect(folded(...streamTo[status]).status).toBe(status);
  });
  it.each(statuses)('whatever comes to %s, nothing throws', (status) => {
    for (const event of everyProposalFact) {
      expect(() => evolveProposal(folded(...streamTo[status]), event)).not.toThrow();
    }
  });
  it('before the draft there is nothing, whatever is heard', () => {
    const early = everyProposalFact.filter((event) => event.type !== 'ProposalDrafted');
    expect(folded(...early)).toBe(noProposal);
  });
  it('an event that this release does not know changes nothing', () => {
    const newer = { type: 'ApprovalDelegated', data: { to: 'priya' } } as unknown as ProposalEvent;
    const inherited = { type: 'toString', data: {} } as unknown as ProposalEvent;
    for (const status of statuses) {
      const state = folded(...streamTo[status]);
      expect(evolveProposal(state, newer)).toBe(state);
      expect(evolveProposal(state, inherited)).toBe(state);
    }
  });
  it("an operator's step that this release does not know changes nothing", () => {
    const state = folded(...streamTo.in_review);
    const newer = fact('OperatorResolved', { step: 'refund_by_hand' as 'close' });
    expect(evolveProposal(state, newer)).toEqual(state);
  });
});

const reopened: readonly string[] = ['completed', 'failed', 'closed', 'invalidated'];

describe('final states', () => {
  it.each(finalStatuses)(
    '%s absorbs whatever comes later, but for the one fact that reopens it',
    (status) => {
      const state = folded(...streamTo[status]);
      for (const event of everyProposalFact) {
        if (status === 'failed' && event.type === 'ReviewRequested') continue;
        if (reopened.includes(status) && event.type === 'ProposalReopened') continue;
        expect(evolveProposal(state, event).status).toBe(status);
      }
    },
  );
  it('are those that say so', () => {
    expect(statuses.filter(isFinal)).toEqual(expect.arrayContaining([...finalStatuses]));
    expect(statuses.filter(isFinal)).toHaveLength(finalStatuses.length);
  });
  it("only an operator's look leaves failed, and keeps who had permitted it", () => {
    const review = folded(...streamTo.failed, fact('ReviewRequested', { reason: 'refused_by_target' }));
    expect(review).toMatchObject({ status: 'in_review', slots: [{ status: 'filled' }] });
  });
  it('give back what they held unless there is or may be an effect', () => {
    const gaveBack = statuses.filter((status) => {
      const state = folded(...streamTo[status]);
      return state.status !== 'absent' && endedWithoutEffect(state);
    });
    expect(gaveBack).toEqual(finalStatuses.filter((status) => status !== 'completed').sort(byPhase));
  });
  it('and a call that may have acted is never one to replace or withdraw', () => {
    expect(statuses.filter(mayHaveActed).sort(byPhase)).toEqual(
      [
        ...['executing', 'succeeded', 'outcome_unknown', 'retries_exhausted'],
        ...['in_review', 'completed', 'reopened'],
      ].sort(byPhase),
    );
  });
});

const byPhase = (a: string, b: string) =>
  (statuses as readonly string[]).indexOf(a) - (statuses as readonly string[]).indexOf(b);

describe('late and stray events', () => {
  it('a late verdict does not reopen a call under way', () => {
    const state = folded(...streamTo.executing);
    expect(evolveProposal(state, fact('PolicyDecided', { verdict: 'allow', requirements: [] }))).toBe(state);
  });
  it('a late grant fills nothing', () => {
    const state = folded(...streamTo.expired);
    expect(evolveProposal(state, fact('ApprovalGranted'))).toBe(state);
  });
  it('a late result changes nothing once the outcome is in question', () => {
    const state = folded(...streamTo.outcome_unknown);
    expect(evolveProposal(state, fact('ExecutionFailed'))).toBe(state);
  });
  it('a start without a permission starts nothing', () => {
    const state = folded(...approvalAsked);
    expect(evolveProposal(state, fact('ExecutionStarted'))).toBe(state);
  });
});

describe('voiding', () => {
  const voided = [...streamTo.approved, fact('ApprovalVoided')];
  it('goes back to policy, and no signature is left', () => {
    const state = folded(...voided);
    expect(state.status).toBe('being_checked');
    expect(state).not.toHaveProperty('slots');
  });
  it('needs a whole new round: verdict, question, signature', () => {
    const asked = [...voided, fact('PolicyDecided'), fact('ApprovalRequested', { requestedAt: at(70) })];
    expect(folded(...voided, fact('ApprovalGranted')).status).toBe('being_checked');
    expect(folded(...asked)).toMatchObject({
      status: 'awaiting_approval',
      slots: [{ status: 'open' }],
      asked: { requestedAt: at(70) },
    });
    expect(folded(...asked, fact('ApprovalGranted', { grantedAt: at(80) })).status).toBe('approved');
  });
  it('keeps count of what was tried', () => {
    const retried = [...streamTo.retry_scheduled, fact('ApprovalVoided')];
    expect(folded(...retried)).toMatchObject({ status: 'being_checked', attempts: 1, retries: 1 });
  });
});

describe('two slots', () => {
  it('wait for both people', () => {
    const one = folded(...twoApprovalsAsked, fact('ApprovalGranted', byMaya));
    expect(one).toMatchObject({
      status: 'awaiting_approval',
      slots: [{ status: 'filled' }, { status: 'open' }],
    });
    const both = [fact('ApprovalGranted', byMaya), fact('ApprovalGranted', byPriya)];
    expect(folded(...twoApprovalsAsked, ...both)).toMatchObject({
      status: 'approved',
      slots: [{ grant: { approver: { subject: 'maya' } } }, { grant: { approver: { subject: 'priya' } } }],
    });
  });
  it('a filled slot keeps its first signature', () => {
    const second = fact('ApprovalGranted', { ...byMaya, approver: { ...maya, name: 'Somebody' } });
    const state = folded(...twoApprovalsAsked, fact('ApprovalGranted', byMaya), second);
    expect(state).toMatchObject({ slots: [{ grant: { approver: { name: 'Maya Lindqvist' } } }, {}] });
  });
  it('a rejection of one ends both', () => {
    const one = [...twoApprovalsAsked, fact('ApprovalGranted', byMaya)];
    expect(folded(...one, fact('ApprovalRejected', { slot: 'second_manager' })).status).toBe('rejected');
  });
});

describe('escalation', () => {
  it('asks another role of the open slot, and moves the deadline', () => {
    expect(folded(...approvalAsked, fact('ApprovalEscalated'))).toMatchObject({
      asked: { status: 'asked', expiresAt: at(7200) },
      slots: [{ status: 'open', requirement: { slot: 'manager', role: 'head_of_support' } }],
    });
  });
  it('leaves a filled slot alone', () => {
    const one = [...twoApprovalsAsked, fact('ApprovalGranted', byMaya), fact('ApprovalEscalated')];
    expect(folded(...one)).toMatchObject({ slots: [{ requirement: { role: 'support_manager' } }, {}] });
  });
});

describe('a verdict that contradicts itself', () => {
  it('permits nothing', () => {
    const empty = fact('PolicyDecided', { verdict: 'requirements', requirements: [] });
    const both = fact('PolicyDecided', { verdict: 'allow' });
    for (const verdict of [empty, both]) {
      expect(folded(fact('ProposalDrafted'), verdict).status).toBe('awaiting_approval');
    }
  });
});

describe('what accumulates', () => {
  it('counts attempts, tries put off, looks and refusals through every phase', () => {
    const state = folded(
      ...streamTo.retry_scheduled,
      fact('DecisionRefused'),
      fact('ExecutionStarted', { attempt: 2 }),
      fact('OutcomeUnknown', { attempt: 2 }),
      fact('TargetLooked', { look: 1 }),
      fact('OutcomeReconciled', { finding: 'inconclusive' }),
      fact('TargetLooked', { look: 2 }),
    );
    expect(state).toMatchObject({
      status: 'outcome_unknown',
      attempts: 2,
      retries: 1,
      looks: 2,
      refusals: 1,
    });
  });
  it('the draft stays what it was', () => {
    const second = fact('ProposalDrafted', { digest: otherDigest });
    expect(folded(...streamTo.completed, second)).toMatchObject({ draft: plainData.ProposalDrafted });
  });
});
