import { describe, expect, it } from '@jest/globals';
import type { RecordedTurn } from './turn-facts.js';
import { turnsForNothing } from './turns-for-nothing.js';

type Turn = Extract<RecordedTurn, { type: 'take_turn' }>['fact'];

function turn(change: Partial<Turn> = {}): RecordedTurn {
  const fact: Turn = {
    ...{ turn: 7, by: 'specialist', step: 'propose', verdict: 'accepted', refusals: [] },
    usage: { inputTokens: 10, outputTokens: 5, costMicros: 3 },
    versions: { planner: 'p', model: 'm', prompt: '1' },
    ...{ summary: 'refund.create', detail: { proposalId: 'p1' }, at: '2026-11-30T09:00:00Z', ...change },
  };
  return { type: 'take_turn', fact };
}

describe('given a turn whose step was not taken, though nothing was wrong with it', () => {
  it('when it cost something, then it is recorded as refused, with its cost, and claims nothing that it did not do', () => {
    const [recorded] = turnsForNothing([turn()], 3, 'overtaken');
    expect(recorded).toMatchObject({
      fact: {
        ...{ turn: 3, verdict: 'refused', refusals: [{ field: 'turn', reason: 'overtaken' }] },
        usage: { costMicros: 3 },
      },
    });
    expect(recorded?.fact).not.toHaveProperty('detail');
  });

  it('when it cost nothing, then it leaves no trace', () => {
    const free = turn({ usage: { inputTokens: 0, outputTokens: 0, costMicros: 0 } });
    expect(turnsForNothing([free], 1, 'overtaken')).toEqual([]);
  });

  it('when it was refused anyway, then it keeps its own reasons, and what follows is numbered on', () => {
    const refusals = [{ field: 'tool', reason: 'unknown_tool' }];
    const refused = turn({ verdict: 'refused', refusals, summary: 'tool: unknown_tool' });
    expect(turnsForNothing([refused, turn()], 5, 'bound_reached')).toMatchObject([
      { fact: { turn: 5, refusals } },
      { fact: { turn: 6, refusals: [{ field: 'turn', reason: 'bound_reached' }] } },
    ]);
  });
});
