import { describe, expect, it } from '@jest/globals';
import type { PlannerView, ProposalSeen, ProposalState } from '../port/view.js';
import { answersWish, askAtMost, cameToNothing, courseOver, declined, hasProposal } from './course.js';

const proposedAt = '2026-11-30T10:00:00Z';
const since = '2026-11-30T10:00:01Z';
const proposal = (state: ProposalState): ProposalSeen => ({
  ...{ proposalId: 'p1', proposedAt, kind: 'refund.create', target: 'order:1', arguments: {}, state },
  told: [],
});

const nothing: ProposalState[] = ['denied', 'rejected', 'expired', 'invalidated', 'superseded', 'failed'];
const underWay: ProposalState[] = [
  ...(['drafted', 'awaiting_approval', 'approved', 'executing', 'executed'] as const),
  ...(['outcome_unknown', 'in_review', 'duplicate'] as const),
];

describe('a proposal that was made before the wish', () => {
  it.each(nothing)('and is %s did nothing, and does not answer it', (state) => {
    expect(cameToNothing(proposal(state))).toBe(true);
    expect(answersWish(proposal(state), since)).toBe(false);
  });

  it.each(underWay)('and is %s answers it: it may still do what was wished', (state) => {
    expect(cameToNothing(proposal(state))).toBe(false);
    expect(answersWish(proposal(state), since)).toBe(true);
  });

  it('and was carried out does not: it may have been taken back since', () => {
    expect(cameToNothing(proposal('completed'))).toBe(false);
    expect(answersWish(proposal('completed'), since)).toBe(false);
  });
});

it('a proposal that was made for the wish answers it, whatever became of it', () => {
  for (const state of [...nothing, ...underWay, 'completed'] as const)
    expect(answersWish(proposal(state), proposedAt)).toBe(true);
});

describe('what is proposed about a thing', () => {
  const view = { proposals: [{ ...proposal('completed'), arguments: { accountId: 'a1', chargeId: 'c1' } }] };
  const [seen, empty] = [view as unknown as PlannerView, { proposals: [] } as unknown as PlannerView];
  const wished = (about: object, at = proposedAt, kind = 'refund.create') =>
    hasProposal(seen, { kind, about: about as Readonly<Record<string, string>>, at });

  it('answers a wish of its kind, about its arguments, at its time', () => {
    expect(wished({ accountId: 'a1' })).toBe(true);
    expect(wished({ accountId: 'a1', chargeId: 'c1' })).toBe(true);
  });

  it('answers none of another kind, about anything else, or made since it was carried out', () => {
    expect(wished({ accountId: 'a1' }, proposedAt, 'account.close')).toBe(false);
    expect(wished({ accountId: 'a1', chargeId: 'c2' })).toBe(false);
    expect(wished({ bookingId: 'a1' })).toBe(false);
    expect(wished({ accountId: 'a1' }, since)).toBe(false);
  });

  it('is what a course ends with, where there is any', () => {
    const proposed = { type: 'done', outcome: 'proposed' };
    expect(courseOver(seen, { accountId: 'a1' })).toEqual(proposed);
    expect(courseOver(seen)).toEqual(proposed);
    expect(courseOver(seen, { accountId: 'a2' })).toEqual(declined);
    expect(courseOver(empty)).toEqual(declined);
  });
});

describe('a question that is asked so many times at most', () => {
  const message = { kind: 'customer_message', messageId: 'm', at: proposedAt, text: 'Well' } as const;
  const question = { kind: 'question', questionId: 'q', at: proposedAt, about: 'case', text: '?' } as const;
  const view = (...conversation: readonly object[]) => ({ conversation }) as unknown as PlannerView;
  const ask = (count: number) => ({ type: 'reply', code: `asked_${count}`, params: {}, text: '' }) as const;
  const asking = { about: 'case', most: 1 };

  it('waits for its answer before it is asked again', () => {
    expect(askAtMost(view(message, question), asking, ask)).toMatchObject({ outcome: 'awaiting_customer' });
  });

  it('is asked with how often it was asked before', () => {
    expect(askAtMost(view(message), asking, ask)).toMatchObject({ code: 'asked_0' });
    const other = { ...question, about: 'order' };
    expect(askAtMost(view(message, other, message), asking, ask)).toMatchObject({ code: 'asked_0' });
  });

  it('is handed to a person after that, with the reason', () => {
    const answered = view(message, question, message);
    const escalated = { type: 'escalate', reason: 'case_not_named' };
    expect(askAtMost(answered, asking, ask)).toEqual(escalated);
    expect(askAtMost(answered, { ...asking, reason: 'lost' }, ask)).toMatchObject({ reason: 'lost' });
  });
});
