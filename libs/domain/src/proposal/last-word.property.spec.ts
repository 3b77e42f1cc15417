import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { endedAfterSending } from '../testing/ended-after-sending.js';
import { folded } from '../testing/given.js';
import { lastWord } from '../testing/last-word.js';
import { maya, sam } from '../testing/people.js';
import { command } from '../testing/proposal-commands.js';
import { look, nothingFound, plainData, receipt } from '../testing/proposal-facts.js';
import { streamTo } from '../testing/proposal-phases.js';
import type { ProposalCommand } from './commands.js';
import { decideProposal } from './decide.js';
import type { LookEvidence, ProposalEvent, RecoveryStep } from './events.js';
import { leftBehind } from './late-effect.js';
import { endedWithoutEffect, isFinal, type Proposal, waitsToBeSent } from './state.js';

const failed = { ...receipt, settled: 'failed' } as const;
/** What a target that lies at will may show: its effect, none, two, another amount, one that failed, a part. */
const sights: readonly LookEvidence[] = [
  look(),
  nothingFound,
  look({ found: [receipt, { ...receipt, reference: 're_2' }] }),
  look({ found: [{ ...receipt, amountMinor: 790 }] }),
  look({ found: [failed] }),
  look({ found: [], complete: false }),
  look({ disputed: true }),
];
const reasons = [
  ...(['effect_failed', 'effect_missing', 'effect_differs'] as const),
  ...(['target_disputed', 'never_settled', 'effect_found'] as const),
];
const findings = ['happened', 'did_not_happen', 'inconclusive'] as const;
const resolutions: readonly RecoveryStep[] = [
  'record_happened',
  'record_did_not_happen',
  'send_again',
  'close',
];
const every: readonly RecoveryStep[] = ['look_again', ...resolutions];
const neverSent = every.filter((step) => step !== 'send_again');

const sight = fc.constantFrom(...sights);
const anyFact: fc.Arbitrary<ProposalCommand> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...findings), sight)
    .map(([finding, evidence]) =>
      command('reconcile', { fact: { ...plainData.OutcomeReconciled, finding, evidence } }),
    ),
  sight.map((evidence) => command('complete', { fact: { ...plainData.ProposalCompleted, evidence } })),
  fc
    .tuple(fc.constantFrom(...reasons), sight)
    .map(([because, evidence]) =>
      command('reopen', { fact: { ...plainData.ProposalReopened, because, evidence } }),
    ),
  fc
    .tuple(
      fc.constantFrom('effect_failed', 'outcome_still_unknown', 'read_back_contradicts'),
      sight,
      fc.boolean(),
    )
    .map(([reason, evidence, offers]) =>
      command('request_review', {
        fact: {
          ...plainData.ReviewRequested,
          ...{ reason: reason as 'effect_failed', evidence, allowedSteps: offers ? every : neverSent },
        },
      }),
    ),
  fc.constantFrom(...resolutions).map((step) => command('propose_resolution', { step, by: sam })),
  fc.constant(command('sign_resolution', { by: maya })),
  fc.constantFrom('effect_succeeded', 'effect_failed').map((says) =>
    command('record_report', {
      fact: { ...plainData.TargetReported, says: says as 'effect_failed', reportId: says },
    }),
  ),
  fc.constant(command('keep_late_result')),
  fc.constant(command('release_reservation')),
  fc.constant(command('start_execution')),
  fc.constant(command('record_unknown')),
  fc.constant(command('record_success')),
  fc.constant(command('supersede')),
);
const beginnings = [
  ...Object.values(endedAfterSending),
  ...[streamTo.executing, streamTo.outcome_unknown, streamTo.retries_exhausted, streamTo.in_review],
  ...[streamTo.succeeded, streamTo.retry_scheduled],
];
const anyMatter = fc.record({
  beginning: fc.constantFrom(...beginnings),
  facts: fc.array(anyFact, { minLength: 5, maxLength: 40, size: 'max' }),
});

interface Passed {
  readonly state: Proposal;
  readonly events: readonly ProposalEvent[];
}

/** Whatever is allowed of it happens; every state on the way, with the events up to there. */
function passedBy({
  beginning,
  facts,
}: {
  beginning: readonly ProposalEvent[];
  facts: readonly ProposalCommand[];
}) {
  const passed: Passed[] = [{ state: folded(...beginning), events: beginning }];
  let events = beginning;
  for (const wanted of facts) {
    const decision = decideProposal(wanted, folded(...events));
    if (decision.outcome !== 'accepted') continue;
    events = [...events, ...decision.events];
    passed.push({ state: folded(...events), events });
  }
  return passed;
}

const isClosedUnsaid = (state: Proposal) => state.status === 'closed' && state.closed.step === 'close';
const isOver = (state: Proposal) =>
  state.status !== 'absent' && isFinal(state.status) && !isClosedUnsaid(state);

describe('whatever comes, in whatever order, of what was sent to a target that lies at will', () => {
  it('at rest it says that an effect stands exactly if the last authoritative word says so', () => {
    fc.assert(
      fc.property(anyMatter, (matter) => {
        for (const { state, events } of passedBy(matter)) {
          if (!isOver(state)) continue;
          expect(state.status === 'completed').toBe(lastWord(events) === 'stands');
        }
      }),
      { numRuns: 400 },
    );
  });

  it('nothing that was read to stand is given back, is told as not done, or leaves room for another', () => {
    fc.assert(
      fc.property(anyMatter, (matter) => {
        for (const { state, events } of passedBy(matter)) {
          if (state.status === 'absent' || lastWord(events) !== 'stands') continue;
          expect(endedWithoutEffect(state)).toBe(false);
          expect(decideProposal(command('release_reservation'), state).outcome).toBe('refused');
          expect(leftBehind(state)).not.toBe('nothing');
        }
      }),
      { numRuns: 400 },
    );
  });

  it('nothing that was once read to stand leads to a call, whatever is read after it', () => {
    fc.assert(
      fc.property(anyMatter, (matter) => {
        let stood = false;
        for (const { state, events } of passedBy(matter)) {
          stood ||= lastWord(events) === 'stands';
          if (!stood) continue;
          expect(waitsToBeSent(state)).toBe(false);
          const again = command('propose_resolution', { step: 'send_again', by: sam });
          expect(decideProposal(again, state).outcome).toBe('refused');
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe('the matters drawn', () => {
  it('reach completions, ends and reviews of every kind, so that the laws mean something', () => {
    const passed = fc.sample(anyMatter, { numRuns: 400, seed: 5 }).flatMap(passedBy);
    const reached = new Set(
      passed.map(({ state }) => (state.status === 'in_review' ? `review of a ${state.after}` : state.status)),
    );
    for (const wanted of ['completed', 'reopened', 'closed', 'review of a doubt', 'review of a completion'])
      expect([...reached]).toContain(wanted);
    expect([...reached]).toContain('review of a undone');
  });
});
