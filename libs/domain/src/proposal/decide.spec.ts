import { describe, expect, it } from '@jest/globals';
import { proposalId } from '../identifiers.js';
import { given, told } from '../testing/given.js';
import { at } from '../testing/people.js';
import { command } from '../testing/proposal-commands.js';
import { fact, id, otherDigest, otherId, plainData } from '../testing/proposal-facts.js';
import { consentAsked, streamTo } from '../testing/proposal-phases.js';

describe('drafting', () => {
  it('opens a stream with exactly what was drafted', () => {
    expect(told(given().when(command('draft')))).toEqual([fact('ProposalDrafted')]);
  });
  it('does not open it twice', () => {
    expect(told(given(fact('ProposalDrafted')).when(command('draft')))).toBe('already_done');
  });
  it('does not let the same id name other content', () => {
    const other = command('draft', { fact: { ...plainData.ProposalDrafted, digest: otherDigest } });
    expect(told(given(fact('ProposalDrafted')).when(other))).toBe('already_exists');
  });
});

describe('a change of amount, order or evidence (S05)', () => {
  it('replaces the proposal and names its successor', () => {
    expect(told(given(...consentAsked).when(command('supersede')))).toEqual([
      { type: 'ProposalSuperseded', data: { by: otherId, change: 'amount', at: at(20) } },
    ]);
  });
  it('replaces an approved one too, as long as nothing was sent', () => {
    expect(given(...streamTo.approved).when(command('supersede')).outcome).toBe('accepted');
  });
  it('does not replace what may have been sent already', () => {
    expect(told(given(...streamTo.outcome_unknown).when(command('supersede')))).toBe('in_progress');
  });
  it('does not replace what was given up while its target is still being asked: the effect may be there', () => {
    expect(told(given(...streamTo.retries_exhausted).when(command('supersede')))).toBe('in_progress');
  });
  it('does not replace it by a second successor', () => {
    const another = command('supersede', { by: proposalId('third') });
    expect(told(given(...streamTo.superseded).when(another))).toBe('ended');
  });
});

describe('the verdict of policy', () => {
  const drafted = [fact('ProposalDrafted')];
  it('is taken as it was given', () => {
    expect(told(given(...drafted).when(command('decide_policy')))).toEqual([fact('PolicyDecided')]);
  });
  it('is not taken twice, not even with another word', () => {
    const denies = command('decide_policy', { fact: { ...plainData.PolicyDecided, verdict: 'deny' } });
    expect(told(given(...consentAsked).when(denies))).toBe('already_done');
  });
  it('does not bring back what was marked as a repeat', () => {
    expect(told(given(...streamTo.duplicate).when(command('decide_policy')))).toBe('ended');
  });
});

describe('a repeat of the same request (C03)', () => {
  it('is marked with the proposal it repeats', () => {
    expect(told(given(fact('ProposalDrafted')).when(command('mark_duplicate')))).toEqual([
      { type: 'ProposalMarkedDuplicate', data: { of: otherId, at: at(10) } },
    ]);
  });
  it('is never executed, whoever asks', () => {
    expect(told(given(...streamTo.duplicate).when(command('start_execution')))).toBe('ended');
  });
  it('is not discovered after people have been asked', () => {
    expect(told(given(...consentAsked).when(command('mark_duplicate', { of: id })))).toBe('not_waiting');
  });
});

describe('what a proposal holds', () => {
  it('is given back when it has ended without an effect', () => {
    expect(told(given(...streamTo.rejected).when(command('release_reservation')))).toEqual([
      fact('ReservationReleased', { because: 'rejected', at: at(60) }),
    ]);
  });
  it('stays held while an effect is possible, and after one', () => {
    for (const phase of ['approved', 'executing', 'outcome_unknown', 'in_review', 'completed'] as const) {
      expect(told(given(...streamTo[phase]).when(command('release_reservation')))).toBe('in_progress');
    }
  });
  it('stays held when an operator closes it without saying that nothing happened', () => {
    const closed = [...streamTo.in_review, fact('OperatorResolved', { step: 'close' })];
    expect(told(given(...closed).when(command('release_reservation')))).toBe('in_progress');
  });
  it('S26: what was carried out gives back what it held when another one has taken it back, and not by itself', () => {
    const release = command('release_reservation');
    expect(told(given(...streamTo.completed).when(release))).toBe('in_progress');
    const because = `undone by ${otherId}`;
    expect(told(given(...streamTo.completed).when({ ...release, undoneBy: otherId }))).toEqual([
      fact('ReservationReleased', { because, at: at(60) }),
    ]);
    expect(told(given(...streamTo.executing).when({ ...release, undoneBy: otherId }))).toBe('in_progress');
  });
  it('S26: so it does where a late fact took the completion back meanwhile: the undo is proven all the same', () => {
    const undone = command('release_reservation', { undoneBy: otherId });
    const because = `undone by ${otherId}`;
    const asked = fact('ReviewRequested', { reason: 'read_back_contradicts', allowedSteps: ['close'] });
    const inReview = [...streamTo.reopened, asked];
    const closed = [...inReview, fact('OperatorResolved', { step: 'close' })];
    for (const events of [inReview, closed]) {
      expect(told(given(...events).when(command('release_reservation')))).toBe('in_progress');
      expect(told(given(...events).when(undone))).toMatchObject([{ data: { because } }]);
    }
  });
});
