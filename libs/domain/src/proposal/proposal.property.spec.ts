import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyEvent, anyMoves } from '../testing/chance.js';
import { folded } from '../testing/given.js';
import { play } from '../testing/moves.js';
import { at } from '../testing/people.js';
import { command } from '../testing/proposal-commands.js';
import { fact, paid, plainData } from '../testing/proposal-facts.js';
import { streamTo } from '../testing/proposal-phases.js';
import type { ProposalCommand } from './commands.js';
import { decideProposal } from './decide.js';
import { evolveProposal, noProposal } from './evolve.js';
import { grantsOf } from './requirements.js';
import {
  callsInDoubt,
  endedWithoutEffect,
  isFinal,
  mayHaveActed,
  type Proposal,
  waitsToBeSent,
} from './state.js';
import { customerWords, permittedBy, stateWord } from './words.js';

const anyEvents = fc.array(anyEvent, { maxLength: 40, size: 'max' });

describe('any events in any order', () => {
  it('can be folded, and the state can be put into words', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const state = folded(...events);
        if (state.status === 'absent') return;
        stateWord(state);
        customerWords(state, { operation: 'refund', subject: 'order 4821' }, paid);
        permittedBy(state);
      }),
    );
  });
  it('never leave a final state, but for a look into a refused call and a late fact about an effect', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        let state: Proposal = noProposal;
        for (const event of events) {
          const next = evolveProposal(state, event);
          const looksInto = state.status === 'failed' && event.type === 'ReviewRequested';
          const mayBeTakenBack = ['completed', 'failed', 'closed', 'invalidated'].includes(state.status);
          const takesBack = mayBeTakenBack && event.type === 'ProposalReopened';
          if (isFinal(state.status) && !looksInto && !takesBack) expect(next.status).toBe(state.status);
          if (takesBack) expect(next.status).toBe('reopened');
          state = next;
        }
      }),
    );
  });
  it('never make a permission: every call that may have acted has all its signatures', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const state = folded(...events);
        if (state.status === 'absent' || !mayHaveActed(state.status) || !('slots' in state)) return;
        expect(grantsOf(state.slots)).toHaveLength(state.slots.length);
        expect(state.policy.verdict === 'allow' || state.slots.length > 0).toBe(true);
      }),
    );
  });
  it('never lead from a completion back to a call', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        let wasCompleted = false;
        let state: Proposal = noProposal;
        for (const event of events) {
          state = evolveProposal(state, event);
          wasCompleted ||= state.status === 'completed';
          if (wasCompleted) expect(['approved', 'executing', 'retry_scheduled']).not.toContain(state.status);
        }
      }),
    );
  });

  it('C81: say the same of what the target reported, in whatever order it is heard', () => {
    const reports = fc
      .uniqueArray(fc.record({ id: fc.nat({ max: 9 }), second: fc.nat({ max: 3 }) }), {
        selector: ({ id }) => id,
        maxLength: 6,
      })
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
    fc.assert(
      fc.property(reports, ([inOrder, shuffled]) => {
        const heard = (all: typeof inOrder) =>
          folded(
            ...streamTo.completed,
            ...all.map(({ id, second }) =>
              fact('TargetReported', { reportId: `evt_${id}`, saidAt: at(second) }),
            ),
          );
        expect(heard(shuffled)).toEqual(heard(inOrder));
      }),
    );
  });

  it('heard twice are as heard once', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const twice = folded(...events.flatMap((event) => [event, event]));
        expect(withoutCounts(twice)).toEqual(withoutCounts(folded(...events)));
      }),
    );
  });
  it('survive being written down and read', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const read: typeof events = JSON.parse(JSON.stringify(events));
        expect(read).toEqual(events);
        expect(folded(...read)).toEqual(folded(...events));
      }),
    );
  });
});

/** Refusals and tries put off are counted by event; a store writes an event of one id once. */
function withoutCounts(state: Proposal): object {
  return { ...state, refusals: 0, retries: 0, holds: 0 };
}

/** Facts that may be repeated because each is a fact of its own, with an id of its own. */
const repeatable: readonly ProposalCommand['type'][] = [
  'record_refusal',
  'release_reservation',
  'remind',
  'escalate',
  'schedule_retry',
  'keep_late_result',
  'reconcile',
  'propose_resolution',
  'add_note',
];

describe('any commands by any workers, on any sight, with any luck', () => {
  it('break no rule that an independent reader knows', () => {
    fc.assert(
      fc.property(anyMoves, (moves) => {
        expect(play(moves).objections).toEqual([]);
      }),
      { numRuns: 1500 },
    );
  });
  it('make the target act at most once, and what is executed is never more than what was approved', () => {
    fc.assert(
      fc.property(anyMoves, (moves) => {
        expect(play(moves).effects).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });
  it('end in a state that says what is true', () => {
    fc.assert(
      fc.property(anyMoves, (moves) => {
        const world = play(moves);
        const state = folded(...world.events);
        if (state.status === 'absent') return;
        if (state.status === 'completed') expect(world.effects).toBe(1);
        if (endedWithoutEffect(state)) expect(world.standing()).toBe(0);
        const words = customerWords(state, { operation: 'refund', subject: 'order 4821' }, paid) ?? '';
        if (/^Done/.test(words)) expect(world.effects).toBe(1);
        // A target that acts and says that it was busy has told us so; nothing may rest on it in the end.
        if (world.hasLied && callsInDoubt(state) > 0 && !endedWithoutEffect(state)) return;
        if (/^Not carried out|[Nn]othing (has been|was) paid/.test(words)) expect(world.standing()).toBe(0);
      }),
      { numRuns: 500 },
    );
  });
  it('reach every ending often enough to mean something', () => {
    const states = fc
      .sample(anyMoves, { numRuns: 2000, seed: 4823 })
      .map((moves) => folded(...play(moves).events));
    const reached = new Set(states.map(({ status }) => status));
    expect([...reached].filter(isFinal).length).toBe(9);
    const reviews = new Set(states.map((state) => (state.status === 'in_review' ? state.after : 'none')));
    expect([...reviews].sort()).toEqual(['completion', 'doubt', 'none', 'refusal', 'undone']);
  });
});

describe('the attempt number is the fence', () => {
  const anyAttempt = fc.nat({ max: 4 });
  const resultsOf = (attempt: number): readonly ProposalCommand[] => [
    command('record_success', { attempt }),
    command('record_failure', { fact: { ...plainData.ExecutionFailed, attempt } }),
    command('record_unknown', { fact: { ...plainData.OutcomeUnknown, attempt } }),
  ];
  it('a result is recorded for the attempt that is open, and for no other, whoever wakes when', () => {
    fc.assert(
      fc.property(anyEvents, anyAttempt, (events, attempt) => {
        const state = folded(...events);
        const isOpen = state.status === 'executing' && state.started.attempt === attempt;
        for (const result of resultsOf(attempt))
          expect(decideProposal(result, state).outcome === 'accepted').toBe(isOpen);
      }),
    );
  });
  it('a late result is kept, and what is so stays so, but for a success: nothing is sent before it was looked for', () => {
    fc.assert(
      fc.property(anyEvents, anyAttempt, (events, attempt) => {
        const state = folded(...events);
        const late = decideProposal(
          command('keep_late_result', { fact: { ...plainData.ResultCameLate, attempt } }),
          state,
        );
        if (late.outcome !== 'accepted') return;
        const after = late.events.reduce(evolveProposal, state);
        expect(after.status).toBe(waitsToBeSent(state) ? 'outcome_unknown' : state.status);
      }),
    );
  });
});

describe('a command heard twice', () => {
  it('is done once, unless it is a fact of its own each time', () => {
    fc.assert(
      fc.property(anyMoves, (moves) => {
        const again = [...play(moves).repeated].filter((type) => !repeatable.includes(type));
        expect(again).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
