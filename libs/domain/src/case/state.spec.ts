import { describe, expect, it } from '@jest/globals';
import { caseFact, everyCaseFact } from '../testing/case-facts.js';
import { at } from '../testing/people.js';
import { id } from '../testing/proposal-facts.js';
import { boundReached, boundsLeft, defaultBounds } from './bounds.js';
import type { CaseEvent } from './events.js';
import { evolveCase, noCase, type OpenedCase } from './state.js';

function opened(...events: readonly CaseEvent[]): OpenedCase {
  const state = [caseFact('CaseOpened'), ...events].reduce(evolveCase, noCase);
  if (state.status === 'absent') throw new Error('A stream of this spec opens a case.');
  return state;
}

describe('the fold of a case', () => {
  it('is nothing before it is opened, whatever is heard', () => {
    expect(everyCaseFact.slice(1).reduce(evolveCase, noCase)).toBe(noCase);
  });
  it('leaves a fact of a type that this release does not know', () => {
    const newer = { type: 'CaseMerged', data: { into: 'c2' } } as unknown as CaseEvent;
    const state = opened();
    expect(evolveCase(state, newer)).toBe(state);
  });
  it('opens once', () => {
    const second = caseFact('CaseOpened', { requestId: 'r2' });
    expect(opened(second).opened.requestId).toBe('r1');
  });
  it('counts turns, refused turns, calls and spend', () => {
    const refused = caseFact('ModelTurnTaken', { verdict: 'refused' });
    const state = opened(caseFact('ModelTurnTaken'), refused, caseFact('ToolCalled'));
    expect(state).toMatchObject({ turns: 2, refusedTurns: 1, spendMicros: 200 });
    expect(boundsLeft(state, at(60))).toEqual({
      turns: 1,
      toolCalls: 1,
      wallClockMs: 840_000,
      spendMicros: 800,
    });
    expect(boundReached(state, at(60))).toBeUndefined();
  });
  it('a fact that becomes known is no longer unknown', () => {
    const about = { fact: 'unopened', about: 'orders/4821/lines/1' };
    const state = opened(caseFact('FactUnknown'), caseFact('FactEstablished', { ...about, value: true }));
    expect(state.unknowns).toEqual([]);
    expect(state.facts).toMatchObject([{ ...about, value: true }]);
  });
  it('a later reading replaces the earlier one, of the same thing only', () => {
    const other = caseFact('FactEstablished', { about: 'orders/4822' });
    const later = caseFact('FactEstablished', { value: 'yesterday' });
    const { facts } = opened(caseFact('FactEstablished'), other, later);
    expect(facts.map((f) => [f.about, f.value])).toEqual([
      ['orders/4822', at(-86400)],
      ['orders/4821', 'yesterday'],
    ]);
  });
  it('attaches a proposal once and remembers how it stood when last seen', () => {
    const state = opened(
      caseFact('ProposalAttached'),
      caseFact('ProposalAttached'),
      caseFact('ActionObserved'),
    );
    expect(state.proposals).toMatchObject([{ proposalId: id, status: 'completed' }]);
  });
  it('a new message opens a completed case again, but takes none from a person', () => {
    const message = caseFact('CustomerMessageReceived');
    expect(opened(caseFact('CaseCompleted'), message).status).toBe('open');
    expect(opened(caseFact('CaseEscalated'), message).status).toBe('with_a_person');
  });
  it('keeps every route, question and reply', () => {
    const state = opened(caseFact('CaseRouted'), caseFact('QuestionAsked'), caseFact('ReplySent'));
    expect([state.routes, state.questions, state.replies].map((list) => list.length)).toEqual([1, 1, 1]);
  });
});

describe('the bounds of a case that names none', () => {
  it('are all above zero', () => {
    expect(Object.values(defaultBounds).every((bound) => bound > 0)).toBe(true);
  });
});
