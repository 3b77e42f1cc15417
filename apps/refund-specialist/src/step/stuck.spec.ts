import type { Completed, ToolGateway } from '@countersign/capabilities';
import type { Action, CaseEvent } from '@countersign/domain';
import type { Planner } from '@countersign/planning';
import { describe, expect, it } from '@jest/globals';
import { at, before, kinds, taken } from '../testing/step-by-hand.js';
import { nextStep } from './next-step.js';
import type { Before } from './step-ports.js';

const established: CaseEvent = {
  type: 'FactEstablished',
  data: {
    ...{ fact: 'order', about: 'order:4821', value: { id: '4821' }, basis: 'record' as const },
    provenance: { source: 'orders/4821', version: '3', readAt: at },
  },
};
const action: Action = {
  ...{ kind: 'refund.create', target: { type: 'charge', id: 'ch_4821' } },
  arguments: { orderId: '4821', lines: [], reason: 'other' },
  ...{ money: { amountMinor: 7_900, currency: 'EUR' }, evidence: [], resourceVersions: [] },
};
const propose = (amountMinor: number) => ({
  ...{ type: 'propose', kind: 'refund.create', target: 'order:4821', arguments: action.arguments },
  ...{ amountMinor, currency: 'EUR', evidence: [{ name: 'order', subject: 'order:4821' }] },
});

describe('given a proposal that the records complete', () => {
  const completed: Completed = { outcome: 'completed', action };

  it('when the stated amount is what the records give, then that action is drafted', async () => {
    const result = await taken([propose(7_900)], { completed }, before([established]));
    expect(result.propose).toEqual(action);
    expect(result.asked).toEqual([
      [expect.not.objectContaining({ money: expect.anything() }), expect.anything()],
    ]);
  });

  it.each([1, 7_899, 60_000])(
    'when %p is stated instead, then it is refused: no half, no other amount',
    async (stated) => {
      const result = await taken([propose(stated)], { completed }, before([established]));
      expect(result.propose).toBeUndefined();
      expect(result.commands[1]).toMatchObject({
        type: 'refuse_step',
        fact: { attempted: 'proposal', field: 'amountMinor', reason: 'the records give 79.00 EUR' },
      });
    },
  );

  it("when it is of somebody else's, then the refusal is on record with its field (S33)", async () => {
    const faults = [{ field: 'arguments.orderId', reason: 'this customer has no such order' }];
    const result = await taken(
      [propose(7_900)],
      { completed: { outcome: 'refused', faults } },
      before([established]),
    );
    expect(result.commands[1]).toMatchObject({ fact: { ...faults[0], code: 'refused_by_records' } });
    expect(result.commands.at(-1)).toMatchObject({ fact: { reason: 'refused_step' } });
  });
});

describe('given a planner that turns in a circle (S36)', () => {
  it('when it asks what it asked before, then a person takes over', async () => {
    const asked: CaseEvent = {
      type: 'QuestionAsked',
      data: { questionId: 'seal:order:4821', fact: 'seal', about: 'order:4821', text: '?', at },
    };
    const again = { type: 'ask', questionId: 'seal:order:4821', about: 'seal', text: 'Is it sealed?' };
    expect(kinds(await taken([again]))).toEqual(['take_turn', 'ask']);
    const result = await taken([again], {}, before([asked]));
    expect(result.commands.at(-1)).toMatchObject({ type: 'escalate', fact: { reason: 'planning_loop' } });
  });
});

describe('given a planner that is in trouble', () => {
  const failing = (failure: object): Planner => ({
    next: async () => {
      throw Object.assign(new Error('no step'), { code: 'planner_failed', ...failure, usage, versions });
    },
  });
  const usage = { inputTokens: 5, outputTokens: 0, costMicros: 3 };
  const versions = { planner: 'p', model: 'm', prompt: '1' };
  const ports = { gateway: {} as ToolGateway, lookAgainAfterMs: [], planAgainAfterMs: [2_000, 9_000] };
  const failedTurn = {
    type: 'ModelTurnTaken',
    data: { refusals: [{ field: 'model', reason: 'unavailable' }] },
  };
  const after = (failures: number) => {
    return { ...before(), events: Array<unknown>(failures).fill(failedTurn) as Before['events'] };
  };

  it.each([
    [{ class: 'unavailable' }, 0, 2_000],
    [{ class: 'unavailable' }, 1, 9_000],
    [{ class: 'rate_limited', retryAfterMs: 30_000 }, 0, 30_000],
    [{ class: 'rate_limited', retryAfterMs: 86_400_000 }, 0, 600_000],
  ])(
    'when it is %j after %p failures, then it is asked again in %p ms, and the cost is on record',
    async (failure, before_, inMs) => {
      const result = await nextStep(after(before_), { ...ports, planner: failing(failure) });
      expect(kinds(result)).toEqual(['take_turn']);
      expect(result.commands[0]).toMatchObject({ fact: { usage, versions, refusals: [{ field: 'model' }] } });
      expect(result.timers).toMatchObject([{ task: 'plan-again', dueAt: { inMs }, payload: { version: 2 } }]);
    },
  );

  it.each([
    [{ class: 'unavailable' }, 2],
    [{ class: 'refused' }, 0],
  ])('when it is %j after %p failures, then a person takes over', async (failure, failures) => {
    const result = await nextStep(after(failures), { ...ports, planner: failing(failure) });
    expect(result.commands.at(-1)).toMatchObject({ fact: { reason: 'planner_failed' } });
    expect(result.timers).toBeUndefined();
  });

  it('when its answer cannot be read, then it is asked again at once, three times in all', async () => {
    const result = await nextStep(after(0), { ...ports, planner: failing({ class: 'malformed' }) });
    expect(kinds(result)).toEqual(['take_turn', 'take_turn', 'take_turn']);
  });
});
