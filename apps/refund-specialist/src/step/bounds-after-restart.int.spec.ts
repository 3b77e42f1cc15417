import type { Planner, Step } from '@countersign/planning';
import { afterEach, describe, expect, it } from '@jest/globals';
import { CaseByHand } from '../testing/case-by-hand.js';

let played: CaseByHand | undefined;
afterEach(() => played?.close());

/** Asks for another order each time, for ever, and is restarted in the middle. */
function wandering(calls: { made: number }): Planner {
  return {
    next: async () => {
      calls.made += 1;
      const step: Step = {
        type: 'call_tool',
        tool: 'read_order',
        arguments: { orderId: `none-${calls.made}` },
      };
      const usage = { inputTokens: 10, outputTokens: 5, costMicros: 20 };
      return { step, facts: [], usage, versions: { planner: 'wandering', model: 'm', prompt: '1' } };
    },
  };
}

describe('given a planner that never comes to an end (S36)', () => {
  it('when its process is restarted in the middle, then the bound counts what was spent before, and a person takes over', async () => {
    const calls = { made: 0 };
    played = await CaseByHand.open(wandering(calls));
    await played.says(
      'refund order 4821',
      (events) => events.filter((e) => e.type === 'ToolCalled').length >= 8,
    );
    await played.restart();
    const events = await played.until((all) => all.some((e) => e.type === 'CaseEscalated'));
    expect(events.findLast((e) => e.type === 'CaseEscalated')?.data['reason']).toBe('bound_reached');
    const turns = events.filter((e) => e.type === 'ModelTurnTaken');
    expect(turns).toHaveLength(40);
    expect(await played.drafts()).toEqual([]);
    const standing = turns.length;
    await played.restart();
    expect((await played.caseEvents()).filter((e) => e.type === 'ModelTurnTaken')).toHaveLength(standing);
  });
});
