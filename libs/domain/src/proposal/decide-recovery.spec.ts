import { describe, expect, it } from '@jest/globals';
import { folded, given, told } from '../testing/given.js';
import { at, maya, sam } from '../testing/people.js';
import { command } from '../testing/proposal-commands.js';
import { fact, look, nothingFound, plainData, receipt } from '../testing/proposal-facts.js';
import { streamTo } from '../testing/proposal-phases.js';
import type { LookEvidence } from './events.js';

const twice = [receipt, { ...receipt, reference: 're_2' }];
const unknown = given(...streamTo.outcome_unknown);

describe('a look at the target', () => {
  it('is recorded with what was asked and answered', () => {
    expect(told(unknown.when(command('record_look')))).toEqual([fact('TargetLooked')]);
  });
  it('is recorded once', () => {
    const looked = given(...streamTo.outcome_unknown, fact('TargetLooked', { look: 2 }));
    expect(told(looked.when(command('record_look')))).toBe('already_done');
    const third = { ...plainData.TargetLooked, look: 3 };
    expect(looked.when(command('record_look', { fact: third })).outcome).toBe('accepted');
  });
});

describe('settling an unknown outcome', () => {
  const finding = (said: 'happened' | 'did_not_happen' | 'inconclusive', evidence: LookEvidence) =>
    told(
      unknown.when(
        command('reconcile', { fact: { ...plainData.OutcomeReconciled, finding: said, evidence } }),
      ),
    );
  it('believes exactly one effect', () => {
    expect(finding('happened', look())).toEqual([fact('OutcomeReconciled')]);
    expect(finding('happened', look({ found: [] }))).toBe('evidence_missing');
    expect(finding('happened', look({ found: twice }))).toBe('evidence_missing');
  });
  it('believes absence of a complete listing only, never of a failed look', () => {
    expect(finding('did_not_happen', nothingFound)).toHaveLength(1);
    expect(finding('did_not_happen', { ...nothingFound, complete: false })).toBe('evidence_missing');
    expect(finding('did_not_happen', look())).toBe('evidence_missing');
  });
  it('believes no absence before the instant that any sender wrote, however short the window of the look', () => {
    const settledAt = (...instants: readonly (string | undefined)[]) => {
      const starts = instants.flatMap((settlesAt, n) => [
        fact('ExecutionStarted', { attempt: n + 1, ...(settlesAt === undefined ? {} : { settlesAt }) }),
        fact('OutcomeUnknown', { attempt: n + 1 }),
        fact('OutcomeReconciled', { finding: 'did_not_happen', evidence: nothingFound }),
      ]);
      const asked = given(...streamTo.approved, ...starts.slice(0, -1));
      const absent = { ...plainData.OutcomeReconciled, finding: 'did_not_happen', evidence: nothingFound };
      return told(asked.when(command('reconcile', { fact: absent } as never)));
    };
    expect(settledAt(at(131))).toBe('evidence_missing');
    expect(settledAt(at(131), at(120))).toBe('evidence_missing');
    expect(settledAt(at(130))).toHaveLength(1);
    expect(settledAt(undefined)).toHaveLength(1);
  });
  it('records that a look settled nothing', () => {
    expect(finding('inconclusive', { ...nothingFound, complete: false })).toHaveLength(1);
  });
});

describe('completing', () => {
  const complete = (over: Partial<LookEvidence>) =>
    told(
      given(...streamTo.succeeded).when(
        command('complete', { fact: { ...plainData.ProposalCompleted, evidence: look(over) } }),
      ),
    );
  it('takes exactly one effect of the approved amount, read back', () => {
    expect(complete({})).toEqual([fact('ProposalCompleted')]);
  });
  it.each([
    ['nothing', []],
    ['two effects', twice],
    ['another amount', [{ ...receipt, amountMinor: 790 }]],
    ['another currency', [{ ...receipt, currency: 'USD' }]],
    ['one that failed', [{ ...receipt, settled: 'failed' }]],
    ['no amount at all', [{ reference: 're_1', settled: 'settled', details: {} }]],
  ] as const)('does not take %s', (_what, found) => {
    expect(complete({ found })).toBe('evidence_missing');
  });
  it('does not follow from the word of the executor alone', () => {
    expect(told(given(...streamTo.executing).when(command('complete')))).toBe('not_waiting');
  });
});

describe('asking for an operator', () => {
  it('says why, what was last known and what is allowed', () => {
    expect(told(unknown.when(command('request_review')))).toEqual([fact('ReviewRequested')]);
  });
  const afterRefusal = { ...plainData.ReviewRequested, reason: 'refused_by_target' } as const;
  it('may look into a call that the target refused', () => {
    const fact_ = { ...afterRefusal, allowedSteps: ['look_again', 'record_happened', 'close'] } as const;
    expect(given(...streamTo.failed).when(command('request_review', { fact: fact_ })).outcome).toBe(
      'accepted',
    );
  });
  it('may not have a refused call sent again, since what it held was given back', () => {
    expect(told(given(...streamTo.failed).when(command('request_review', { fact: afterRefusal })))).toBe(
      'step_not_allowed',
    );
  });
});

describe('after a refusal by the target', () => {
  const refusedThenReviewed = [...streamTo.failed, fact('ReviewRequested', { reason: 'refused_by_target' })];
  const absent = {
    ...plainData.OutcomeReconciled,
    finding: 'did_not_happen',
    evidence: nothingFound,
  } as const;
  it('a proven absence sends nothing again', () => {
    const state = folded(...refusedThenReviewed, { type: 'OutcomeReconciled', data: absent });
    expect(state.status).toBe('in_review');
    expect(folded(...refusedThenReviewed, fact('OperatorResolved', { step: 'send_again' })).status).toBe(
      'in_review',
    );
  });
  it('an effect that is found all the same is a success to verify', () => {
    expect(folded(...refusedThenReviewed, fact('OutcomeReconciled')).status).toBe('succeeded');
  });
});

describe('what two people recorded as happened, and the read-back contradicts', () => {
  const recorded = [
    ...streamTo.in_review,
    fact('ResolutionProposed', { step: 'record_happened' }),
    fact('OperatorResolved', { step: 'record_happened' }),
  ];
  const contradicted = given(...recorded, fact('ReviewRequested', { reason: 'read_back_contradicts' }));
  const absent = {
    fact: { ...plainData.OutcomeReconciled, finding: 'did_not_happen', evidence: nothingFound },
  } as const;
  it('C14: is not sent again by a look that reads nothing, nor by an operator: which word is true, people say', () => {
    expect(told(contradicted.when(command('reconcile', absent)))).toBe('effect_known');
    expect(told(contradicted.when(command('propose_resolution', { step: 'send_again' })))).toBe(
      'effect_known',
    );
  });
  it('C14: is, where only a worker had said so, and the target proves that nothing is there', () => {
    const { status } = folded(...streamTo.succeeded, fact('ReviewRequested'), {
      type: 'OutcomeReconciled',
      data: absent.fact,
    });
    expect(status).toBe('approved');
  });
});

describe('resolving by two people', () => {
  const review = (steps = plainData.ReviewRequested.allowedSteps) =>
    given(...streamTo.outcome_unknown, fact('ReviewRequested', { allowedSteps: steps }));
  const proposed = given(...streamTo.in_review, fact('ResolutionProposed'));
  it('starts with a step, its evidence and a reason', () => {
    expect(told(review().when(command('propose_resolution')))).toEqual([fact('ResolutionProposed')]);
  });
  it('takes only a step that the review allows', () => {
    expect(told(review(['look_again', 'close']).when(command('propose_resolution')))).toBe(
      'step_not_allowed',
    );
    expect(told(review().when(command('propose_resolution', { step: 'look_again' })))).toBe(
      'step_not_allowed',
    );
  });
  it.each([{ evidence: ' ' }, { reason: '' }])('takes nothing without a ground: %o', (over) => {
    expect(told(review().when(command('propose_resolution', over)))).toBe('evidence_missing');
  });
  it('counts when somebody else signs it', () => {
    expect(told(proposed.when(command('sign_resolution')))).toEqual([fact('OperatorResolved')]);
  });
  it('does not count when the same person signs it', () => {
    expect(told(proposed.when(command('sign_resolution', { by: sam })))).toBe('second_person_needed');
  });
  it('has nothing to sign before it is proposed', () => {
    expect(told(given(...streamTo.in_review).when(command('sign_resolution')))).toBe('not_waiting');
  });
  it('signs the last of two resolutions that were proposed', () => {
    const again = given(
      ...streamTo.in_review,
      fact('ResolutionProposed'),
      fact('ResolutionProposed', { step: 'close', by: maya }),
    );
    expect(told(again.when(command('sign_resolution', { by: sam })))).toMatchObject([
      { data: { step: 'close', proposedBy: 'maya', at: at(1100) } },
    ]);
  });
});

describe('a note', () => {
  it('is kept in every phase and changes nothing else', () => {
    expect(told(given(...streamTo.completed).when(command('add_note')))).toEqual([fact('NoteAdded')]);
  });
});
