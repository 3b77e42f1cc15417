import { describe, expect, it } from '@jest/globals';
import { emptyView, refundRole } from '../testing/case-under-test.js';
import { boundReached, repeatsItself } from './loops.js';
import type { PlannerView, ToolOutcome } from './view.js';

const at = '2026-11-29T12:00:00Z';

function viewWith(...outcomes: ToolOutcome[]): PlannerView {
  const view = emptyView(refundRole);
  view.conversation.push({ kind: 'customer_message', messageId: 'm1', at, text: 'refund order 4821' });
  outcomes.forEach((outcome, index) => {
    const args = { orderId: '4821', part: 'all' };
    view.conversation.push({
      kind: 'tool_result',
      callId: `c${index}`,
      at,
      tool: 'read_order',
      arguments: args,
      outcome,
    });
  });
  return view;
}

const again = { tool: 'read_order', arguments: { part: 'all', orderId: '4821' } };

describe('given a planner that calls again', () => {
  it.each([
    [['answered'], true],
    [['not_found'], true],
    [['no_answer'], false],
    [['no_answer', 'no_answer'], false],
    [['no_answer', 'no_answer', 'no_answer'], true],
    [[], false],
  ] as [ToolOutcome[], boolean][])(
    'when the same call came to %j, then a repetition is %s',
    (outcomes, repeats) => {
      expect(repeatsItself(viewWith(...outcomes), again)).toBe(repeats);
    },
  );

  it('when the arguments differ, then it is another call', () => {
    expect(repeatsItself(viewWith('answered'), { tool: 'read_order', arguments: { orderId: '4822' } })).toBe(
      false,
    );
  });

  it('when the customer said something since, then looking again is no loop', () => {
    const view = viewWith('answered');
    view.conversation.push({ kind: 'customer_message', messageId: 'm2', at, text: 'and now?' });
    expect(repeatsItself(view, again)).toBe(false);
  });
});

describe('given bounds', () => {
  it.each(['turns', 'toolCalls', 'wallClockMs', 'spendMicros'] as const)(
    'when %s is used up, then it is named',
    (bound) => {
      const view = emptyView(refundRole);
      expect(boundReached(view)).toBeUndefined();
      expect(boundReached({ ...view, boundsLeft: { ...view.boundsLeft, [bound]: 0 } })).toBe(bound);
    },
  );
});
