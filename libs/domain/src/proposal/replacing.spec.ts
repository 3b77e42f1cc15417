import { describe, expect, it } from '@jest/globals';
import { proposalId } from '../identifiers.js';
import { folded, given, told } from '../testing/given.js';
import { at } from '../testing/people.js';
import { command } from '../testing/proposal-commands.js';
import { fact, nothingFound, otherId, plainData } from '../testing/proposal-facts.js';
import { finalStatuses, streamTo } from '../testing/proposal-phases.js';
import { callsInDoubt } from './state.js';

const asked = fact('ReplacementAsked');
const absent = fact('OutcomeReconciled', { finding: 'did_not_happen', evidence: nothingFound });
const resumed = [
  ...streamTo.retry_scheduled,
  fact('ExecutionHeld', { attempt: 1 }),
  fact('ExecutionResumed'),
];

describe('given a proposal of which a call was turned away', () => {
  it.each([
    ['waits for its next try', streamTo.retry_scheduled],
    ['is held after it', [...streamTo.retry_scheduled, fact('ExecutionHeld', { attempt: 1 })]],
    ['is approved after it', resumed],
  ])('when it %s, then nothing replaces it: that call may have moved money', (_when, events) => {
    expect(told(given(...events).when(command('supersede')))).toBe('effect_possible');
  });

  it('when a change is asked for, then nothing is sent any more, and what became of it is in question', () => {
    expect(told(given(...streamTo.retry_scheduled).when(command('ask_replacement')))).toEqual([asked]);
    const state = folded(...streamTo.retry_scheduled, asked);
    expect(state).toMatchObject({
      status: 'outcome_unknown',
      unknown: { attempt: 1, code: 'replacement_asked' },
      replacements: [{ by: otherId }],
    });
    expect(told(given(...streamTo.retry_scheduled, asked).when(command('start_execution')))).toBe(
      'outcome_unknown',
    );
  });

  it('when its absence is proven, then the change takes its place and it is not sent again', () => {
    const proven = given(...streamTo.retry_scheduled, asked, absent);
    expect(told(proven.when(command('start_execution')))).toBe('replacement_asked');
    expect(proven.when(command('supersede')).outcome).toBe('accepted');
  });

  it('when it stands, then it is carried out and the change does not replace it', () => {
    const found = [...streamTo.retry_scheduled, asked, fact('OutcomeReconciled')];
    expect(folded(...found).status).toBe('succeeded');
    expect(told(given(...found).when(command('supersede')))).toBe('in_progress');
  });
});

describe('given a proposal of which no call is in doubt', () => {
  it('when a request of it never left, then a change replaces it at once', () => {
    expect(given(...streamTo.held).when(command('supersede')).outcome).toBe('accepted');
  });
  it('when its outcome was unknown and its absence was proven, then a change replaces it', () => {
    const proven = [...streamTo.outcome_unknown, absent];
    expect(given(...proven).when(command('supersede')).outcome).toBe('accepted');
  });
  it('when its permission was withdrawn after a look, then the doubt is over', () => {
    const state = folded(...streamTo.retry_scheduled, fact('ApprovalVoided', { ownEffect: nothingFound }));
    expect(state.status !== 'absent' && callsInDoubt(state)).toBe(0);
  });
});

describe('asking for a replacement', () => {
  it('changes nothing of a call that is under way, nor of what has ended; it is on record for whoever waits', () => {
    for (const phase of [
      'executing',
      'succeeded',
      'outcome_unknown',
      'in_review',
      ...finalStatuses,
    ] as const) {
      if (phase === 'superseded') continue;
      expect(folded(...streamTo[phase], asked)).toEqual({
        ...folded(...streamTo[phase]),
        replacements: [asked.data],
      });
    }
  });
  it('is one fact a change, however often it is asked', () => {
    const heard = given(...streamTo.executing, asked);
    expect(told(heard.when(command('ask_replacement')))).toBe('already_done');
    const another = { ...plainData.ReplacementAsked, by: proposalId('third') };
    expect(heard.when(command('ask_replacement', { fact: another })).outcome).toBe('accepted');
  });
  it('lets nobody send it again out of the recovery queue', () => {
    const sendAgain = command('propose_resolution', { step: 'send_again' });
    expect(told(given(...streamTo.in_review, asked).when(sendAgain))).toBe('step_not_allowed');
    expect(given(...streamTo.in_review).when(sendAgain).outcome).toBe('accepted');
    const proposed = [...streamTo.in_review, fact('ResolutionProposed', { step: 'send_again' }), asked];
    expect(told(given(...proposed).when(command('sign_resolution')))).toBe('step_not_allowed');
  });
});

describe('given a success that a worker brings late, or the target reports', () => {
  const keeps = command('keep_late_result');
  const puts = command('put_in_question');
  it('when the proposal waits to be sent again, then nothing is sent before the target was asked', () => {
    const unknown = fact('OutcomeUnknown', { code: 'success_came_late', at: at(140) });
    expect(told(given(...streamTo.retry_scheduled).when(keeps))).toEqual([fact('ResultCameLate'), unknown]);
    expect(folded(...streamTo.retry_scheduled, unknown).status).toBe('outcome_unknown');
    const proven = given(...streamTo.outcome_unknown, absent);
    expect(told(proven.when(keeps))).toHaveLength(2);
    expect(told(given(...streamTo.retry_scheduled).when(puts))).toMatchObject([
      { type: 'OutcomeUnknown', data: { attempt: 1, code: 'success_reported' } },
    ]);
  });
  it('when nothing of it was ever sent, then a report is no reason to ask', () => {
    expect(told(given(...streamTo.approved).when(puts))).toBe('not_waiting');
  });
  it('when its absence had been proven, then whoever says otherwise is answered by a look, before it is sent again', () => {
    const asked = given(...streamTo.outcome_unknown, absent).when(puts);
    expect(told(asked)).toMatchObject([{ type: 'OutcomeUnknown', data: { code: 'success_reported' } }]);
  });
  it('when any other result comes late, then it stays a mere fact', () => {
    const turnedAway = command('keep_late_result', {
      fact: { ...plainData.ResultCameLate, class: 'transient' },
    });
    expect(told(given(...streamTo.retry_scheduled).when(turnedAway))).toHaveLength(1);
    const kept = fact('ResultCameLate', { class: 'transient' });
    expect(folded(...streamTo.retry_scheduled, kept)).toEqual(folded(...streamTo.retry_scheduled));
  });
});

describe('given an end that rests on there being no effect', () => {
  const reopen = (because: 'effect_found' | 'effect_failed', over: object = {}) =>
    command('reopen', { fact: { ...plainData.ProposalReopened, because, ...over } });
  const found = { evidence: plainData.ProposalCompleted.evidence };
  it.each(['failed', 'closed', 'invalidated'] as const)(
    'when an effect is found after %s, then it is reopened',
    (phase) => {
      const ended = given(...streamTo[phase]);
      expect(told(ended.when(reopen('effect_found', found)))).toMatchObject([{ type: 'ProposalReopened' }]);
      expect(told(ended.when(reopen('effect_found', { evidence: nothingFound })))).toBe('evidence_missing');
      expect(told(ended.when(reopen('effect_found')))).toBe('evidence_missing');
      expect(told(ended.when(reopen('effect_failed')))).toBe('not_waiting');
    },
  );
  it('when it was completed, then an effect is no news', () => {
    expect(told(given(...streamTo.completed).when(reopen('effect_found', found)))).toBe('not_waiting');
  });
  it('when it was reopened, then a person is asked, and nothing leads back to a call', () => {
    const reopened = [...streamTo.failed, fact('ProposalReopened', { because: 'effect_found', ...found })];
    const steps = ['look_again', 'record_happened', 'record_did_not_happen', 'close'] as const;
    const asked_ = [
      ...reopened,
      fact('ReviewRequested', { reason: 'read_back_contradicts', allowedSteps: steps }),
    ];
    expect(folded(...asked_)).toMatchObject({ status: 'in_review', after: 'completion' });
    expect(told(given(...asked_).when(command('start_execution')))).toBe('outcome_unknown');
    expect(told(given(...asked_).when(command('release_reservation')))).toBe('in_progress');
  });
});
