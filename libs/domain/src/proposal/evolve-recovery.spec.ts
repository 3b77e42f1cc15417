import { describe, expect, it } from '@jest/globals';
import { folded } from '../testing/given.js';
import { fact, id, look, nothingFound } from '../testing/proposal-facts.js';
import { streamTo } from '../testing/proposal-phases.js';
import { endedWithoutEffect } from './state.js';

describe('what a look settles', () => {
  it.each([
    ['one effect', fact('OutcomeReconciled'), 'succeeded'],
    [
      'a proven absence',
      fact('OutcomeReconciled', { finding: 'did_not_happen', evidence: nothingFound }),
      'approved',
    ],
    ['nothing', fact('OutcomeReconciled', { finding: 'inconclusive' }), 'outcome_unknown'],
    [
      'a claim without an effect',
      fact('OutcomeReconciled', { evidence: look({ found: [] }) }),
      'outcome_unknown',
    ],
  ] as const)('%s', (_what, event, status) => {
    expect(folded(...streamTo.outcome_unknown, event).status).toBe(status);
  });
});

describe("what two operators' word does", () => {
  const after = (step: 'look_again' | 'record_happened' | 'record_did_not_happen' | 'send_again' | 'close') =>
    folded(...streamTo.in_review, fact('ResolutionProposed'), fact('OperatorResolved', { step }));
  it('happened: a claim with their evidence, which is still read back', () => {
    expect(after('record_happened')).toMatchObject({
      status: 'succeeded',
      receipt: {
        reference: 're_3Qk9d0',
        amountMinor: 7900,
        currency: 'EUR',
        details: { recordedBy: 'maya' },
      },
    });
  });
  it('did not happen: closed, without an effect', () => {
    const state = after('record_did_not_happen');
    expect(state.status === 'closed' && endedWithoutEffect(state)).toBe(true);
  });
  it('close: closed, and nobody says that nothing happened', () => {
    const state = after('close');
    expect(state.status === 'closed' && !endedWithoutEffect(state)).toBe(true);
  });
  it('send again: back before the call, under the permission that was given', () => {
    expect(after('send_again')).toMatchObject({
      status: 'approved',
      attempts: 1,
      slots: [{ status: 'filled' }],
    });
  });
  it('look again: still in the queue', () => {
    expect(after('look_again').status).toBe('in_review');
  });
  it('the operation id stays that of the draft', () => {
    expect(after('send_again')).toMatchObject({ draft: { proposalId: id } });
  });
});
