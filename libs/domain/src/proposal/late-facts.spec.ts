import { describe, expect, it } from '@jest/globals';
import { folded, given, told } from '../testing/given.js';
import { at } from '../testing/people.js';
import { command } from '../testing/proposal-commands.js';
import { fact, look, nothingFound, paid, plainData, receipt } from '../testing/proposal-facts.js';
import { streamTo } from '../testing/proposal-phases.js';
import type { LookEvidence, ProposalEventData, ReopenReason } from './events.js';
import { endedWithoutEffect } from './state.js';
import { customerWords } from './words.js';

const completed = given(...streamTo.completed);
const failed = { ...receipt, settled: 'failed' } as const;
const steps = ['look_again', 'record_happened', 'record_did_not_happen', 'close'] as const;
const review = (over: Partial<ProposalEventData<'ReviewRequested'>>) =>
  fact('ReviewRequested', { allowedSteps: steps, ...over });
const undone = [
  ...streamTo.reopened,
  review({ reason: 'effect_failed', evidence: look({ found: [failed] }) }),
];
const disputed = [
  ...streamTo.completed,
  fact('ProposalReopened', { because: 'target_disputed', evidence: look({ disputed: true }) }),
  review({ reason: 'target_disputed' }),
];

describe('given what the target says by itself, later', () => {
  it('when it is said, then it is recorded and believed of nothing', () => {
    expect(told(completed.when(command('record_report')))).toEqual([fact('TargetReported')]);
    expect(folded(...streamTo.completed, fact('TargetReported'))).toMatchObject({ status: 'completed' });
  });
  it('when it is said twice, then it is one report', () => {
    const heard = given(...streamTo.completed, fact('TargetReported'));
    expect(told(heard.when(command('record_report')))).toBe('already_done');
  });
  it('C81: when an older one arrives later, then both are there in the order of the target', () => {
    const state = folded(
      ...streamTo.completed,
      fact('TargetReported', { reportId: 'evt_2', saidAt: at(200) }),
      fact('TargetReported', { reportId: 'evt_1', saidAt: at(100), says: 'effect_succeeded' }),
    );
    expect(state).toMatchObject({ reports: [{ reportId: 'evt_1' }, { reportId: 'evt_2' }] });
  });
});

describe('given a completion', () => {
  const reopened = (because: ReopenReason, evidence: LookEvidence | undefined) => {
    const { evidence: _none, ...plain } = plainData.ProposalReopened;
    const found = evidence === undefined ? {} : { evidence };
    return told(completed.when(command('reopen', { fact: { ...plain, because, ...found } })));
  };
  const { absence: _why, ...aged } = nothingFound;
  it.each<[ReopenReason, LookEvidence | undefined]>([
    ['effect_failed', look({ found: [failed] })],
    ['effect_missing', nothingFound],
    ['effect_differs', look({ found: [receipt, { ...receipt, reference: 're_2' }] })],
    ['effect_differs', look({ found: [{ ...receipt, amountMinor: 790 }] })],
    ['target_disputed', look({ disputed: true })],
    ['never_settled', look({ found: [{ ...receipt, settled: 'pending' }] })],
    ['never_settled', undefined],
  ])('when it is read that %s, then it is taken back', (because, evidence) => {
    expect(reopened(because, evidence)).toMatchObject([{ type: 'ProposalReopened', data: { because } }]);
  });
  it.each<[string, ReopenReason, LookEvidence | undefined]>([
    ['the effect stands', 'effect_failed', look()],
    ['nothing was read', 'effect_failed', undefined],
    ['only a part of the listing was read', 'effect_failed', look({ found: [failed], complete: false })],
    ['another one failed too', 'effect_failed', look({ found: [failed, receipt] })],
    ['one of another amount failed', 'effect_failed', look({ found: [{ ...failed, amountMinor: 790 }] })],
    ['a part of the listing lacks it', 'effect_missing', { ...nothingFound, complete: false }],
    ['only time has passed', 'effect_missing', aged],
    ['it is what was approved', 'effect_differs', look()],
    ['nothing says disputed', 'target_disputed', look()],
    ['it has settled', 'never_settled', look()],
  ])('when %s, then it stays, and there is no evidence', (_what, because, evidence) => {
    expect(reopened(because, evidence)).toBe('evidence_missing');
  });
  it('when it was taken back already, then it is not taken back twice', () => {
    expect(told(given(...streamTo.reopened).when(command('reopen')))).toBe('already_done');
    expect(told(given(...undone).when(command('reopen')))).toBe('already_done');
  });
  it('when it was taken back, then a person is asked, and never offered to send it again (C21)', () => {
    const ask = (over: Partial<ProposalEventData<'ReviewRequested'>>) =>
      told(
        given(...streamTo.reopened).when(
          command('request_review', { fact: { ...plainData.ReviewRequested, ...over } }),
        ),
      );
    expect(ask({})).toBe('step_not_allowed');
    expect(ask({ allowedSteps: steps, reason: 'effect_failed' })).toBe('evidence_missing');
    const evidence = look({ found: [failed] });
    expect(ask({ allowedSteps: steps, reason: 'effect_failed', evidence })).toHaveLength(1);
  });
});

describe('given an effect that failed later (C21)', () => {
  it('when what it held is to be given back, then it is, with the reason', () => {
    const released = given(...undone).when(command('release_reservation'));
    expect(told(released)).toMatchObject([{ data: { because: 'effect_failed' } }]);
  });
  it('when somebody would send it again, then nothing is sent', () => {
    expect(told(given(...undone).when(command('start_execution')))).toBe('outcome_unknown');
    expect(folded(...undone, fact('OperatorResolved', { step: 'send_again' })).status).toBe('in_review');
    const absent = fact('OutcomeReconciled', { finding: 'did_not_happen', evidence: nothingFound });
    expect(folded(...undone, absent).status).toBe('in_review');
  });
  it('when it is read as standing after all, then it is a success to verify', () => {
    expect(folded(...undone, fact('OutcomeReconciled')).status).toBe('succeeded');
  });
  it('when the customer is told, then it is that the money did not arrive', () => {
    const state = folded(...undone);
    if (state.status === 'absent') throw new Error('not drafted');
    expect(customerWords(state, { operation: 'refund', subject: 'order 4821' }, paid)).toBe(
      'Your refund of 79.00 EUR for order 4821 did not go through after all: the payment provider accepted it, and then it failed. In the end nothing has been paid. A person is looking into it; we will tell you here.',
    );
  });
});

describe('given a dispute after the completion (C23)', () => {
  it('when what it holds is to be given back, then it is not: the effect stands', () => {
    expect(told(given(...disputed).when(command('release_reservation')))).toBe('in_progress');
  });
  it('when the customer is told, then it is nothing new', () => {
    const state = folded(...disputed);
    if (state.status === 'absent') throw new Error('not drafted');
    expect(customerWords(state, { operation: 'refund', subject: 'order 4821' }, paid)).toBeUndefined();
  });
  it('when the effect fails on top of it, then nothing stands any more', () => {
    const evidence = look({ found: [failed] });
    const asked = { ...plainData.ReviewRequested, allowedSteps: steps, reason: 'effect_failed' } as const;
    const decision = given(...disputed).when(command('request_review', { fact: { ...asked, evidence } }));
    expect(decision.outcome).toBe('accepted');
    const state = folded(...disputed, review({ reason: 'effect_failed', evidence }));
    expect(state.status !== 'absent' && endedWithoutEffect(state)).toBe(true);
  });
});
