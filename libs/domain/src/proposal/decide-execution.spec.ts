import { describe, expect, it } from '@jest/globals';
import { operationIdOf } from '../identifiers.js';
import { given, told } from '../testing/given.js';
import { at } from '../testing/people.js';
import { command } from '../testing/proposal-commands.js';
import { fact, id, look, nothingFound, otherDigest, plainData, receipt } from '../testing/proposal-facts.js';
import { approvalAsked, byMaya, byPriya, streamTo, twoApprovalsAsked } from '../testing/proposal-phases.js';
import type { ProposalCommand } from './commands.js';
import type { Absence, LookEvidence } from './events.js';

interface Found {
  readonly ownEffect?: LookEvidence;
}
const start = command('start_execution');
const second = fact('ExecutionStarted', { attempt: 2 });
const allowed = [
  fact('ProposalDrafted'),
  fact('PolicyDecided', { verdict: 'allow', requirements: [] }),
] as const;

describe('starting, in order of precedence', () => {
  it('writes the intent with the operation id, the digest and who permitted it', () => {
    expect(told(given(...streamTo.approved).when(start))).toEqual([
      fact('ExecutionStarted', {
        ...{ startedAt: at(90), settlesAt: at(130), operationId: operationIdOf(id), permission: 'ada' },
      }),
    ]);
  });
  it('names all who signed', () => {
    const both = [...twoApprovalsAsked, fact('ApprovalGranted', byMaya), fact('ApprovalGranted', byPriya)];
    expect(told(given(...both).when(start))).toMatchObject([{ data: { permission: 'maya, priya' } }]);
  });
  it('names the policy where policy alone permits', () => {
    expect(told(given(...allowed).when(start))).toMatchObject([
      { data: { permission: `policy ${'ab'.repeat(32)}` } },
    ]);
  });
  it('happens once: not again while a call is under way, nor after it (C62, C63)', () => {
    expect(told(given(...streamTo.executing).when(start))).toBe('in_progress');
    expect(told(given(...streamTo.succeeded).when(start))).toBe('already_executed');
    expect(told(given(...streamTo.completed).when(start))).toBe('already_executed');
  });
  it('does not happen while an earlier call may have been applied', () => {
    expect(told(given(...streamTo.outcome_unknown).when(start))).toBe('outcome_unknown');
    expect(told(given(...streamTo.in_review).when(start))).toBe('outcome_unknown');
  });
  it('does not happen with one of two signatures', () => {
    const one = [...twoApprovalsAsked, fact('ApprovalGranted', byMaya)];
    expect(told(given(...one).when(start))).toBe('no_permission');
  });
  it('does not happen where policy asks for something and says nothing of what', () => {
    const empty = [fact('ProposalDrafted'), fact('PolicyDecided', { requirements: [] })];
    expect(told(given(...empty).when(start))).toBe('no_permission');
  });
  it('waits for the time of the next try, and is refused before it', () => {
    const scheduled = given(...streamTo.retry_scheduled);
    expect(told(scheduled.when(command('start_execution', { at: at(79) })))).toBe('too_early');
    expect(told(scheduled.when(command('start_execution', { at: at(80) })))).toMatchObject([
      { data: { attempt: 2, operationId: id } },
    ]);
  });
  it('does not happen for another digest than the one that was signed (C57)', () => {
    const amended = command('start_execution', { digest: otherDigest });
    expect(told(given(...streamTo.approved).when(amended))).toBe('digest_differs');
    const strayGrant = [...approvalAsked, fact('ApprovalGranted', { ...byMaya, digest: otherDigest })];
    expect(told(given(...strayGrant).when(start))).toBe('digest_differs');
  });
  it.each([
    ['just before', 959.999, 'accepted'],
    ['at the instant', 960, 'permission_expired'],
    ['after', 5000, 'permission_expired'],
  ])('uses a permission before it runs out or not at all: %s', (_when, seconds, answer) => {
    const decision = given(...streamTo.approved).when(command('start_execution', { at: at(seconds) }));
    expect(decision.outcome === 'refused' ? decision.code : decision.outcome).toBe(answer);
  });
});

describe('what is found right before the call', () => {
  it('ends a proposal whose world has moved', () => {
    expect(told(given(...streamTo.approved).when(command('invalidate')))).toEqual([
      fact('ProposalInvalidated'),
    ]);
  });
  it('sends one whose permission has gone back to policy', () => {
    expect(told(given(...streamTo.approved).when(command('void_approval')))).toEqual([
      fact('ApprovalVoided'),
    ]);
  });
  it('cannot be claimed once something may have been sent', () => {
    for (const phase of ['executing', 'outcome_unknown', 'succeeded', 'in_review'] as const) {
      expect(told(given(...streamTo[phase]).when(command('invalidate')))).toBe('outcome_unknown');
      expect(told(given(...streamTo[phase]).when(command('void_approval')))).toBe('outcome_unknown');
    }
  });
  it.each<[string, (found: Found) => ProposalCommand]>([
    [
      'void_approval',
      (found) => command('void_approval', { fact: { ...plainData.ApprovalVoided, ...found } }),
    ],
    [
      'invalidate',
      (found) => command('invalidate', { fact: { ...plainData.ProposalInvalidated, ...found } }),
    ],
  ])('can still be found before a second try, once no effect of the first is there: %s', (_type, on) => {
    const scheduled = given(...streamTo.retry_scheduled);
    expect(told(scheduled.when(on({})))).toBe('effect_possible');
    expect(told(scheduled.when(on({ ownEffect: look() })))).toBe('effect_possible');
    const partly = { ...nothingFound, complete: false };
    expect(told(scheduled.when(on({ ownEffect: partly })))).toBe('effect_possible');
    expect(scheduled.when(on({ ownEffect: nothingFound })).outcome).toBe('accepted');
  });
  it('cannot be found by a look that is older than what the sender said of its own call', () => {
    const slow = fact('ExecutionStarted', { settlesAt: at(131) });
    const scheduled = given(...streamTo.approved, slow, fact('ExecutionRetryScheduled'));
    const found = { ...plainData.ProposalInvalidated, ownEffect: nothingFound };
    expect(told(scheduled.when(command('invalidate', { fact: found })))).toBe('effect_possible');
    const absence = { ...nothingFound.absence, settledAt: at(131) } as Absence;
    const later = { ...found, ownEffect: { ...nothingFound, absence } };
    expect(scheduled.when(command('invalidate', { fact: later })).outcome).toBe('accepted');
  });
  it('is free again after its request never left: held with its intent on record', () => {
    expect(given(...streamTo.held).when(command('invalidate')).outcome).toBe('accepted');
    const heldAfterOne = [...streamTo.retry_scheduled, second, fact('ExecutionHeld', { attempt: 2 })];
    expect(told(given(...heldAfterOne).when(command('invalidate')))).toBe('effect_possible');
  });
});

describe('a refusal after an earlier call', () => {
  const again = given(...streamTo.retry_scheduled, second);
  const refusal = { ...plainData.ExecutionFailed, attempt: 2, code: 'charge_already_refunded' };
  it('does not end it while that one may have had its effect: the refusal may be its very trace', () => {
    expect(told(again.when(command('record_failure', { fact: refusal })))).toBe('effect_possible');
    const found = { ...refusal, ownEffect: look() };
    expect(told(again.when(command('record_failure', { fact: found })))).toBe('effect_possible');
  });
  it('ends it when a look shows that there is none', () => {
    const fact_ = { ...refusal, ownEffect: nothingFound };
    expect(told(again.when(command('record_failure', { fact: fact_ })))).toEqual([
      fact('ExecutionFailed', fact_),
    ]);
  });
  it('C23: ends it at once where no earlier call is in doubt', () => {
    const absent = fact('OutcomeReconciled', { finding: 'did_not_happen', evidence: nothingFound });
    const proven = given(...streamTo.outcome_unknown, absent, second);
    expect(proven.when(command('record_failure', { fact: refusal })).outcome).toBe('accepted');
    expect(given(...streamTo.executing).when(command('record_failure')).outcome).toBe('accepted');
  });
});

describe('the result of a call', () => {
  const executing = given(...streamTo.executing);
  const twice = given(...streamTo.retry_scheduled, second);
  it.each([
    ['record_success', fact('ExecutionSucceeded')],
    ['record_failure', fact('ExecutionFailed')],
    ['record_unknown', fact('OutcomeUnknown')],
    ['schedule_retry', fact('ExecutionRetryScheduled')],
    ['exhaust_retries', fact('ExecutionRetriesExhausted')],
  ] as const)('%s is recorded as it was reported', (type, recorded) => {
    expect(told(executing.when(command(type)))).toEqual([recorded]);
  });
  it('of an attempt that is no longer under way changes nothing', () => {
    expect(told(twice.when(command('record_success', { attempt: 1 })))).toBe('attempt_differs');
  });
  it('of an attempt that was never started is refused', () => {
    expect(told(given(...streamTo.approved).when(command('record_success')))).toBe('attempt_differs');
  });
  it('is recorded once, whatever a second report says', () => {
    expect(told(given(...streamTo.succeeded).when(command('record_failure')))).toBe('already_done');
    expect(told(given(...streamTo.outcome_unknown).when(command('record_success', { receipt })))).toBe(
      'already_done',
    );
  });
});

describe('a try that is put off before any call', () => {
  const fresh = { ...fact('ExecutionRetryScheduled').data, attempt: 0 };
  it('is counted, and leaves the attempts as they were', () => {
    expect(told(given(...streamTo.approved).when(command('schedule_retry', { fact: fresh })))).toEqual([
      fact('ExecutionRetryScheduled', { attempt: 0 }),
    ]);
  });
  it('is not a way out of a call that is under way', () => {
    expect(told(given(...streamTo.executing).when(command('schedule_retry', { fact: fresh })))).toBe(
      'attempt_differs',
    );
  });
});

describe('after a proven absence', () => {
  const absent = fact('OutcomeReconciled', { finding: 'did_not_happen', evidence: nothingFound });
  const proven = given(...streamTo.outcome_unknown, absent);
  it('the same operation id is used again, as the next attempt', () => {
    expect(told(proven.when(start))).toMatchObject([{ data: { attempt: 2, operationId: id } }]);
  });
  it('a permission that has run out meanwhile is not used', () => {
    expect(told(proven.when(command('start_execution', { at: at(961) })))).toBe('permission_expired');
  });
});
