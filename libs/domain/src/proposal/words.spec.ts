import { describe, expect, it } from '@jest/globals';
import { folded } from '../testing/given.js';
import { consent, fact, manager, paid, plainData } from '../testing/proposal-facts.js';
import { byMaya, byPriya, statuses, streamTo, twoApprovalsAsked } from '../testing/proposal-phases.js';
import type { ProposalEvent } from './events.js';
import { type Drafted, parametersDiffer } from './state.js';
import { customerWords, permittedBy, stateWord } from './words.js';

const drafted = (...events: readonly ProposalEvent[]): Drafted => {
  const state = folded(...events);
  if (state.status === 'absent') throw new Error('A stream of this spec begins with a draft.');
  return state;
};
const told = (...events: readonly ProposalEvent[]) =>
  customerWords(drafted(...events), { operation: 'refund', subject: 'order 4821' }, paid);
const phases = statuses.filter((status) => status !== 'absent');
const closedOnly = [...streamTo.in_review, fact('OperatorResolved', { step: 'close' })];

describe('the word for a state', () => {
  it.each(phases)('there is one for %s, behind a mark', (status) => {
    expect(stateWord(drafted(...streamTo[status]))).toMatch(/^(●|◐|◌|○[•×–→]) [A-Z]/);
  });
  it('only what is carried out has the solid mark', () => {
    const solid = phases.filter((status) => stateWord(drafted(...streamTo[status])).startsWith('●'));
    expect(solid).toEqual(['completed']);
  });
  it('an expiry is not a rejection, and a doubt is not a failure', () => {
    expect(stateWord(drafted(...streamTo.expired))).toBe('○– Expired');
    expect(stateWord(drafted(...streamTo.outcome_unknown))).toBe('◌ Nobody knows yet');
    expect(stateWord(drafted(...closedOnly))).toBe('◌ Closed unconfirmed');
  });
});

describe('what the customer is told', () => {
  it.each(phases.filter((status) => status !== 'completed'))('claims no refund when %s', (status) => {
    expect(told(...streamTo[status]) ?? '').not.toMatch(/\b(refunded|done|paid out|sent to you)\b/i);
  });
  it.each(['executing', 'succeeded', 'outcome_unknown', 'in_review'] as const)(
    'claims neither success nor failure while nobody can know: %s',
    (status) => {
      expect(told(...streamTo[status]) ?? '').not.toMatch(
        /not carried out|nothing (has been|was) paid|failed/i,
      );
    },
  );
  it('says what is done, how much, for what and under which reference', () => {
    expect(told(...streamTo.completed)).toBe(
      'Done: refund of 79.00 EUR for order 4821, reference re_3Qk9d0. 5 to 10 days.',
    );
  });
  it('an operator who closes a matter does not say that nothing happened', () => {
    expect(told(...closedOnly)).toBe('Closed by a person, without a confirmation: Seen in the dashboard.');
    expect(told(...streamTo.closed)).toBe('Not carried out: Seen in the dashboard.');
  });
  it('claims nothing of a refusal that may hide an effect', () => {
    const disputed = [...streamTo.executing, fact('ExecutionFailed', { code: parametersDiffer })];
    expect(told(...disputed)).toBe(told(...streamTo.outcome_unknown));
    expect(stateWord(drafted(...disputed))).toBe('◌ Needs an operator');
  });
  it('asks not to ask again while the outcome is unknown', () => {
    expect(told(...streamTo.outcome_unknown)).toMatch(/could not confirm .* don't ask for it again/);
  });
  it('an expiry is no refusal', () => {
    expect(told(...streamTo.expired)).toMatch(/not a refusal/);
  });
  it('says whose word is waited for', () => {
    const asks = (...requirements: readonly (typeof manager | typeof consent)[]) =>
      told(fact('ProposalDrafted'), fact('PolicyDecided', { requirements }));
    expect(asks(consent)).toMatch(/your consent\. Nothing has been paid\.$/);
    expect(asks(manager)).toMatch(/a person's approval\. Nothing has been paid\.$/);
    expect(asks(consent, manager)).toMatch(/your consent.*needs a person's approval as well/);
  });
  it('gives the reason of a denial in the words meant for the customer', () => {
    const reasons = [
      { policyId: 'p', section: '1', reason: 'Internal.', customerText: 'The 30 days are over.' },
    ];
    const denied = fact('PolicyDecided', { verdict: 'deny', requirements: [], reasons });
    expect(told(fact('ProposalDrafted'), denied)).toBe('Not possible: The 30 days are over.');
  });
  it.each([
    [9899, 'JPY', '9,899 JPY'],
    [35200, 'BHD', '35.200 BHD'],
  ])('states %d minor units of %s to the minor unit (S15)', (amountMinor, currency, words) => {
    const action = { ...plainData.ProposalDrafted.action, money: { amountMinor, currency } };
    const receipt = { ...plainData.ProposalCompleted.receipt, amountMinor, currency };
    const [, ...rest] = streamTo.completed.slice(0, -1);
    const stream = [fact('ProposalDrafted', { action }), ...rest, fact('ProposalCompleted', { receipt })];
    expect(told(...stream)).toContain(`refund of ${words} for order 4821`);
  });
});

describe('who permitted it', () => {
  it('is those who signed, for ever', () => {
    expect(permittedBy(drafted(...streamTo.approved))).toBe('Ada Nilsson');
    expect(permittedBy(drafted(...streamTo.completed))).toBe('Ada Nilsson');
    const both = [...twoApprovalsAsked, fact('ApprovalGranted', byMaya), fact('ApprovalGranted', byPriya)];
    expect(permittedBy(drafted(...both))).toBe('Maya Lindqvist and Priya Nair');
  });
  it('is policy where policy allows by itself', () => {
    const allow = fact('PolicyDecided', { verdict: 'allow', requirements: [] });
    expect(permittedBy(drafted(fact('ProposalDrafted'), allow))).toBe('policy');
  });
  it('is nobody while nobody has', () => {
    expect(permittedBy(drafted(...streamTo.awaiting_approval))).toBe('');
    expect(permittedBy(drafted(...streamTo.being_checked))).toBe('');
    expect(permittedBy(drafted(...streamTo.denied))).toBe('');
  });
});
