import { describe, expect, it } from '@jest/globals';
import { approved, asked, completed, draft, executing, history } from '../testing/proposal-history.js';
import { wordsWhenMoved } from './proposal-words.js';

const told = (...types: readonly string[]) => {
  const moved = history(...types);
  return wordsWhenMoved(moved.heard, moved);
};

const disputed = 'ExecutionFailed:idempotency_parameters_differ';

describe('given a proposal that moved', () => {
  it('when it waits for consent, then the card goes along', () => {
    const words = told(...asked);
    expect(words).toMatchObject({
      code: 'awaiting_approval',
      text: expect.stringContaining('waits for your consent'),
    });
    expect(words?.cards?.map((card) => card.draft.proposalId)).toEqual([draft.proposalId]);
  });

  it.each([
    [[...approved], 'approved', 'Approved. It is being carried out.'],
    [[...executing, 'ExecutionRetryScheduled'], 'retry_scheduled', 'Nothing has been paid yet.'],
    [[...approved, 'ExecutionHeld'], 'held', 'Nothing has been paid yet.'],
    [[...executing, 'ExecutionRetriesExhausted'], 'retries_exhausted', 'A person is looking into it'],
    [[...executing, 'OutcomeUnknown'], 'outcome_unknown', "Please don't ask for it again"],
    [[...executing, 'ExecutionFailed'], 'failed', 'Not carried out: your bank is already looking into this'],
    [[...executing, disputed], 'in_review', "Please don't ask for it again"],
    [[...asked, 'ApprovalExpired'], 'expired', 'That is not a refusal'],
    [
      [...completed, 'ProposalReopened', 'ReviewRequested:effect_failed'],
      'effect_failed',
      'did not go through after all',
    ],
    [[...completed, 'ProposalReopened', 'ReviewRequested:never_settled'], 'in_review', 'could not confirm'],
    [[...approved, 'ProposalInvalidated'], 'invalidated', 'order 4821 was already refunded'],
    [
      [...executing, 'ExecutionSucceeded', 'ProposalCompleted'],
      'completed',
      'refund of 79.00 EUR for order 4821, reference re_3Qk9d0',
    ],
    [[...approved, 'ApprovalVoided'], 'permission_void', 'Nothing has been paid.'],
  ])('when its history is %j, then the customer is told %s', (types, code, text) => {
    expect(told(...types)).toMatchObject({ code, text: expect.stringContaining(text) });
    expect(told(...types)?.cards ?? []).toEqual([]);
  });
});

describe('given a move that is no news to the customer', () => {
  it.each([
    ['policy asks for a decision, before anybody can give it', ['ProposalDrafted', 'PolicyDecided']],
    ['the call was started', [...executing]],
    ['the target says done, and nobody has read it back', [...executing, 'ExecutionSucceeded']],
    [
      'it is put off once more',
      [...executing, 'ExecutionRetryScheduled', 'ExecutionStarted', 'ExecutionRetryScheduled'],
    ],
    [
      'it is held back again after a wait',
      [...approved, 'ExecutionHeld', 'ExecutionResumed', 'ExecutionHeld'],
    ],
    ['an unknown outcome goes to an operator', [...executing, 'OutcomeUnknown', 'ReviewRequested']],
    [
      'a refusal that may hide an effect goes to an operator',
      [...executing, disputed, 'ReviewRequested:parameters_differ'],
    ],
    [
      'what surely was not sent goes to an operator',
      [...executing, 'ExecutionRetriesExhausted', 'ReviewRequested:retries_exhausted'],
    ],
    [
      'what was carried out is contested, and stands',
      [...completed, 'ProposalReopened:target_disputed', 'ReviewRequested:target_disputed'],
    ],
    [
      'what was carried out is taken back, before it is known what that means',
      [...completed, 'ProposalReopened'],
    ],
  ])('when %s, then nothing is said', (_, types) => {
    expect(told(...types)).toBeUndefined();
  });
});
