import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { caseFact, everyCaseFact, plainCaseData } from '../testing/case-facts.js';
import { at } from '../testing/people.js';
import { type CaseCommand, decideCase } from './decide.js';
import type { CaseEvent } from './events.js';
import { type Case, evolveCase, noCase } from './state.js';

const usage = (costMicros: number) => ({ inputTokens: 1, outputTokens: 1, costMicros });
const anyEvent: fc.Arbitrary<CaseEvent> = fc.oneof(
  fc.constantFrom(...everyCaseFact),
  fc.nat({ max: 500 }).map((cost) => caseFact('ModelTurnTaken', { usage: usage(cost) })),
  fc.constantFrom('attached', 'completed', 'failed').map((status) => caseFact('ActionObserved', { status })),
);
const anyEvents = fc.array(anyEvent, { maxLength: 30, size: 'max' });
const opened: Case = evolveCase(noCase, caseFact('CaseOpened'));

/** What the planner and the customer may send, at any moment, with any id. */
const anyCommand: fc.Arbitrary<CaseCommand> = fc
  .record({
    type: fc.nat({ max: 5 }),
    id: fc.nat({ max: 5 }),
    cost: fc.nat({ max: 600 }),
    seconds: fc.nat({ max: 1000 }),
  })
  .map(({ type, id, cost, seconds }) => {
    const commands: readonly CaseCommand[] = [
      { type: 'take_turn', fact: { ...plainCaseData.ModelTurnTaken, usage: usage(cost), at: at(seconds) } },
      {
        type: 'record_tool_call',
        fact: { ...plainCaseData.ToolCalled, callId: `call-${id}`, at: at(seconds) },
      },
      { type: 'route', fact: { ...plainCaseData.CaseRouted, at: at(seconds) } },
      { type: 'escalate', fact: plainCaseData.CaseEscalated },
      { type: 'reply', fact: { ...plainCaseData.ReplySent, replyId: `reply-${id}` } },
      { type: 'settle', at: at(seconds) },
    ];
    return commands[type] ?? { type: 'settle', at: at(seconds) };
  });

describe('a case', () => {
  it('can be folded from any events in any order, and reads the same after being written down', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const state = events.reduce(evolveCase, noCase);
        const read: CaseEvent[] = JSON.parse(JSON.stringify(events));
        expect(read.reduce(evolveCase, noCase)).toEqual(state);
      }),
    );
  });
  it('has spent what its turns have cost, whatever came between them', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const state = events.reduce(evolveCase, opened);
        const costs = events.map((event) =>
          event.type === 'ModelTurnTaken' ? event.data.usage.costMicros : 0,
        );
        expect(state).toMatchObject({ spendMicros: costs.reduce((a, b) => a + b, 0) });
      }),
    );
  });
  it('never gives the planner more turns or calls than its bounds', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 60, size: 'max' }), (commands) => {
        let state = opened;
        for (const command of commands) {
          const decision = decideCase(command, state);
          if (decision.outcome === 'accepted') state = decision.events.reduce(evolveCase, state);
        }
        if (state.status === 'absent') return;
        expect(state.turns).toBeLessThanOrEqual(state.opened.bounds.turnsMax);
        expect(state.toolCalls.length).toBeLessThanOrEqual(state.opened.bounds.toolCallsMax);
      }),
    );
  });
  it('once with a person, stays with them', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const state = [caseFact('CaseEscalated'), ...events].reduce(evolveCase, opened);
        const completed = events.some((event) => event.type === 'CaseCompleted');
        if (!completed) expect(state.status).toBe('with_a_person');
      }),
    );
  });
});
