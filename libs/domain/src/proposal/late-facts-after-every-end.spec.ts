import { describe, expect, it } from '@jest/globals';
import {
  type EndedAfterSending,
  endedAfterSending,
  endedUnsent,
  permittedAnew,
} from '../testing/ended-after-sending.js';
import { folded, given, told } from '../testing/given.js';
import { command } from '../testing/proposal-commands.js';
import { fact, look, nothingFound, otherId, paid, plainData, receipt } from '../testing/proposal-facts.js';
import type { ProposalCommand } from './commands.js';
import type { LookEvidence, ProposalEvent, ReopenReason } from './events.js';
import { evolveProposal } from './evolve.js';
import { holdsAgain, leftBehind } from './late-effect.js';
import { callsInDoubt, endedWithoutEffect, type Proposal } from './state.js';
import { customerWords, permittedBy, stateWord } from './words.js';

const failed = { ...receipt, settled: 'failed' } as const;
const reopen = (because: ReopenReason, evidence: LookEvidence) =>
  command('reopen', { fact: { ...plainData.ProposalReopened, because, evidence } });
const report = (says: 'effect_succeeded' | 'effect_failed' | 'target_disputed') =>
  command('record_report', { fact: { ...plainData.TargetReported, says } });
const { receipt: _receipt, ...noReceipt } = plainData.ResultCameLate;
const late = (fact_: typeof plainData.ResultCameLate) => command('keep_late_result', { fact: fact_ });

/** What can come late of a call, as it is read at the target, or merely said. */
const lateFacts = {
  'its effect is read': reopen('effect_found', look()),
  'an effect of another amount is read': reopen(
    'effect_found',
    look({ found: [{ ...receipt, amountMinor: 790 }] }),
  ),
  'its effect is read as undone': reopen('effect_failed', look({ found: [failed] })),
  'only an undone effect is found': reopen('effect_found', look({ found: [failed] })),
  'it is read as disputed': reopen('target_disputed', look({ disputed: true })),
  'a success is reported': report('effect_succeeded'),
  'a failure is reported': report('effect_failed'),
  'a dispute is reported': report('target_disputed'),
  'a worker comes late with a receipt': late(plainData.ResultCameLate),
  'a worker comes late with nothing': late({ ...noReceipt, class: 'unknown', code: 'timeout' }),
} satisfies Record<string, ProposalCommand>;
type LateFact = keyof typeof lateFacts;

/** `reopened`, or `noted`: on record and changing nothing by itself, or the code of the refusal. */
type Row = Readonly<Record<LateFact, string>>;
const noted = {
  'a success is reported': 'noted',
  'a failure is reported': 'noted',
  'a dispute is reported': 'noted',
  'a worker comes late with a receipt': 'noted',
  'a worker comes late with nothing': 'noted',
} as const;
const comesBack: Row = {
  'its effect is read': 'reopened',
  'an effect of another amount is read': 'reopened',
  'its effect is read as undone': 'not_waiting',
  'only an undone effect is found': 'evidence_missing',
  'it is read as disputed': 'not_waiting',
  ...noted,
};
const stays: Row = {
  ...comesBack,
  'its effect is read': 'not_waiting',
  'an effect of another amount is read': 'not_waiting',
  'only an undone effect is found': 'not_waiting',
};

const rows: Readonly<Record<EndedAfterSending, Row>> = {
  // What was completed comes back for what no longer holds of it; that it is there is what was told.
  completed: { ...stays, 'its effect is read as undone': 'reopened', 'it is read as disputed': 'reopened' },
  // What an earlier use of the key did is with a person already.
  'refused as used with other parameters': stays,
  'refused by the target': comesBack,
  'recorded as not happened by two people': comesBack,
  'closed unconfirmed by two people': comesBack,
  'invalidated after a proven absence': comesBack,
  'replaced after a proven absence': comesBack,
  'withdrawn, then rejected': comesBack,
  'withdrawn, then expired': comesBack,
  'withdrawn, then replaced': comesBack,
  'withdrawn, then denied': comesBack,
  'withdrawn, then told as a repeat': comesBack,
  'withdrawn, and judged anew': comesBack,
  'withdrawn, and asked for anew': comesBack,
};
const ends = Object.keys(rows) as readonly EndedAfterSending[];
const facts = Object.keys(lateFacts) as readonly LateFact[];
const cells = ends.flatMap((end) =>
  facts.map((what): [EndedAfterSending, LateFact, string] => [end, what, rows[end][what]]),
);

/** What the command comes to, and the state after it. */
function after(events: readonly ProposalEvent[], what: LateFact): { came: string; state: Proposal } {
  const before = folded(...events);
  const decision = given(...events).when(lateFacts[what]);
  if (decision.outcome === 'refused') return { came: decision.code, state: before };
  if (decision.outcome === 'already_done') return { came: 'already_done', state: before };
  const state = decision.events.reduce(evolveProposal, before);
  const isNoted = state.status === before.status;
  return { came: isNoted ? 'noted' : state.status, state };
}

describe('every late fact after every end of what was sent', () => {
  it.each(cells)('%s; %s: %s', (end, what, came) => {
    expect(after(endedAfterSending[end], what).came).toBe(came);
  });
  it.each(ends)('%s: a success that a worker brings late leaves a doubt, and nothing else does', (end) => {
    const events = endedAfterSending[end];
    const { state } = after(events, 'a worker comes late with a receipt');
    const { state: other } = after(events, 'a worker comes late with nothing');
    const [before] = [folded(...events)];
    if (state.status === 'absent' || other.status === 'absent' || before.status === 'absent')
      throw new Error('not drafted');
    expect(callsInDoubt(state)).toBe(1);
    expect(callsInDoubt(other)).toBe(callsInDoubt(before));
  });
});

describe('every late fact after every end of what was never sent', () => {
  const unsent = Object.entries(endedUnsent);
  it.each(unsent)('%s has no effect to come back to', (_end, events) => {
    expect(after(events, 'its effect is read').came).toBe('not_waiting');
    expect(after(events, 'a success is reported').came).toBe('noted');
    expect(after(events, 'a worker comes late with a receipt').came).toBe('attempt_differs');
    expect(folded(...events, fact('ProposalReopened', { because: 'effect_found' }))).toMatchObject({
      status: folded(...events).status,
    });
  });
});

const back = ends.filter((end) => rows[end]['its effect is read'] === 'reopened');

describe.each(back)('%s, and then its effect is read', (end) => {
  const found = fact('ProposalReopened', { because: 'effect_found', evidence: look() });
  const steps = ['look_again', 'record_happened', 'record_did_not_happen', 'close'] as const;
  const review = { reason: 'read_back_contradicts', code: 'effect_found', allowedSteps: steps } as const;
  const events = [...endedAfterSending[end], found, fact('ReviewRequested', review)];
  const state = folded(...events);
  if (state.status === 'absent') throw new Error('not drafted');

  it('is with a person, under the permission that it was sent under', () => {
    expect(state).toMatchObject({ status: 'in_review', after: 'completion' });
    expect(stateWord(state)).toBe('◌ Needs an operator');
    expect(permittedBy(state)).toBe('Ada Nilsson');
  });
  it('holds what it held: nothing is given back', () => {
    expect(endedWithoutEffect(state)).toBe(false);
    expect(told(given(...events).when(command('release_reservation')))).toBe('in_progress');
  });
  it('is never sent again, by nobody', () => {
    expect(told(given(...events).when(command('start_execution')))).toBe('outcome_unknown');
    const again = command('propose_resolution', { step: 'send_again' });
    expect(told(given(...events).when(again))).toBe('step_not_allowed');
    const absent = fact('OutcomeReconciled', { finding: 'did_not_happen', evidence: nothingFound });
    expect(folded(...events, absent).status).toBe('in_review');
  });
  it('leaves a question to what took its place, until people have said what becomes of it', () => {
    expect(leftBehind(state)).toBe('a_question');
    const stands = [...events, fact('OperatorResolved')];
    expect(leftBehind(folded(...stands))).toBe('a_question');
    expect(leftBehind(folded(...stands, fact('ProposalCompleted')))).toBe('an_effect');
    const none = fact('OperatorResolved', { step: 'record_did_not_happen' });
    expect(leftBehind(folded(...events, none))).toBe('nothing');
  });
  it('is not sent again either where what people recorded is not read back', () => {
    const stands = [...events, fact('OperatorResolved'), fact('ReviewRequested', review)];
    const absent = fact('OutcomeReconciled', { finding: 'did_not_happen', evidence: nothingFound });
    expect(folded(...stands, absent)).toMatchObject({ status: 'in_review', after: 'completion' });
  });
  it('is told to the customer as what it is: not confirmed', () => {
    expect(customerWords(state, { operation: 'refund', subject: 'order 4821' }, paid)).toBe(
      "We could not confirm your refund of 79.00 EUR yet. We are checking with the payment provider. Please don't ask for it again; we will tell you here.",
    );
  });
});

describe('what took its place', () => {
  it.each(['replaced after a proven absence', 'withdrawn, then replaced'] as const)(
    '%s: is still named when an effect of it is read',
    (end) => {
      const found = fact('ProposalReopened', { because: 'effect_found', evidence: look() });
      expect(folded(...endedAfterSending[end], found)).toMatchObject({ replacedBy: otherId });
    },
  );
});

describe('what is permitted anew after it was withdrawn', () => {
  it('is looked for before it is sent, where the target says that it was done', () => {
    const puts = command('put_in_question', { code: 'success_reported' });
    expect(given(...permittedAnew).when(puts)).toMatchObject({ outcome: 'accepted' });
  });
  it('is not permitted by a look that answers a late success', () => {
    const events = [...endedAfterSending['withdrawn, and asked for anew'], fact('ResultCameLate')];
    const absent = {
      ...plainData.OutcomeReconciled,
      finding: 'did_not_happen',
      evidence: nothingFound,
    } as const;
    const decision = given(...events).when(command('reconcile', { fact: absent }));
    if (decision.outcome !== 'accepted') throw new Error(decision.outcome);
    const state = folded(...events, ...decision.events);
    expect(state.status).toBe('awaiting_approval');
    expect(state.status !== 'absent' && callsInDoubt(state)).toBe(0);
  });
});

describe('what an ended proposal had given back', () => {
  const ended = [
    ...endedAfterSending['replaced after a proven absence'],
    fact('ReservationReleased', { because: 'superseded' }),
  ];
  const found = [...ended, fact('ProposalReopened', { because: 'effect_found', evidence: look() })];
  it('counts again as soon as an effect of it is found, and as long as one may stand', () => {
    expect(holdsAgain(ended)).toBe(false);
    expect(holdsAgain(found)).toBe(true);
    const review = fact('ReviewRequested', { reason: 'read_back_contradicts', code: 'effect_found' });
    const settled = (step: 'record_happened' | 'record_did_not_happen') =>
      holdsAgain([...found, review, fact('OperatorResolved', { step })]);
    expect([settled('record_happened'), settled('record_did_not_happen')]).toEqual([true, false]);
  });
  it('counts no more where it was never given back, or where another proposal has undone it', () => {
    expect(holdsAgain(endedAfterSending.completed)).toBe(false);
    const undone = fact('ReservationReleased', { because: `undone by ${otherId}` });
    expect(holdsAgain([...endedAfterSending.completed, undone])).toBe(false);
  });
});
