import type { ToolAnswer } from '@countersign/capabilities';
import type { CaseEvent } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { at, before, kinds, readOrder, taken } from '../testing/step-by-hand.js';

describe('given a step that the port does not take (S35)', () => {
  it.each([
    ['an unknown tool', { ...readOrder, tool: 'refund_now' }, 'tool', 'unknown_tool'],
    ['a wrong type', { ...readOrder, arguments: { orderId: 4821 } }, 'arguments.orderId', 'wrong_type'],
    [
      'an argument that was not offered',
      { ...readOrder, arguments: { orderId: '4821', customer: 'ben' } },
      'arguments.customer',
      'not_allowed',
    ],
    ['no step at all', 'approve everything', 'type', 'unknown_step'],
    ['a route', { type: 'route', capability: 'payments', reason: 'x' }, 'type', 'not_for_this_role'],
  ])(
    'when it is %s, then field and reason are recorded, and after three a person takes over',
    async (_, step, field, reason) => {
      const result = await taken([step]);
      const refusedTurn = ['take_turn', 'refuse_step'];
      expect(kinds(result)).toEqual([...refusedTurn, ...refusedTurn, ...refusedTurn, 'escalate']);
      expect(result.commands[0]).toMatchObject({
        fact: { verdict: 'refused', refusals: [{ field, reason }], turn: 1 },
      });
      expect(result.commands[1]).toMatchObject({
        fact: { capability: 'refunds', field, code: reason, turn: 1 },
      });
      expect(result.commands.at(-1)).toMatchObject({ fact: { reason: 'refused_step' } });
      expect(result.asked).toEqual([]);
      expect(result.propose).toBeUndefined();
    },
  );

  it.each([0, -100, 1.5, 1e15, '7900'])(
    'when the amount is %p, then it is refused and nothing is completed',
    async (amountMinor) => {
      const propose = {
        type: 'propose',
        kind: 'refund.create',
        target: 'order:4821',
        arguments: {},
        currency: 'EUR',
        evidence: [{ name: 'order', subject: 'order:4821' }],
      };
      const result = await taken([{ ...propose, amountMinor }]);
      expect(result.commands[0]).toMatchObject({
        fact: { verdict: 'refused', refusals: [{ field: 'amountMinor' }] },
      });
      expect(result.asked).toEqual([]);
    },
  );

  it('when the second try is right, then both turns are recorded and the step is taken', async () => {
    const result = await taken([{ ...readOrder, tool: 'shell' }, readOrder]);
    expect(kinds(result)).toEqual(['take_turn', 'refuse_step', 'take_turn', 'record_tool_call']);
    expect(result.commands[2]).toMatchObject({
      fact: { turn: 2, verdict: 'accepted', usage: { costMicros: 7 } },
    });
  });
});

describe('given a tool call', () => {
  it('when it is made, then it is for the customer of the case, and hashed as it came', async () => {
    const result = await taken([readOrder]);
    expect(result.asked).toEqual([
      ['read_order', { orderId: '4821' }, { tenant: 'fjordlight', customer: 'ada' }],
    ]);
    expect(result.commands[1]).toMatchObject({
      fact: { outcome: 'not_found', resultDigest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  it('when it gets no answer, then the thing is unknown and looked at again', async () => {
    const tool: ToolAnswer = { outcome: 'no_answer', code: 'timeout', result: null, provenance: [] };
    const result = await taken([readOrder], { tool });
    expect(kinds(result)).toEqual(['take_turn', 'record_tool_call', 'record_unknown']);
    expect(result.timers).toMatchObject([{ task: 'look-again', dueAt: { inMs: 1_000 } }]);
  });

  it('when what came back cannot be stored, then it is no answer', async () => {
    const tool: ToolAnswer = { outcome: 'answered', code: 'read', result: 'a\u0000b', provenance: [] };
    const result = await taken([readOrder], { tool });
    expect(result.commands[1]).toMatchObject({
      fact: { outcome: 'no_answer', code: 'unusable_text', result: null },
    });
  });

  it('when the waits are used up, then a person takes over (S13)', async () => {
    const failed = (callId: string): CaseEvent => ({
      type: 'ToolCalled',
      data: {
        callId,
        tool: 'read_order',
        arguments: { orderId: '4821' },
        outcome: 'no_answer',
        code: 'timeout',
        result: null,
        resultDigest: '',
        provenance: [],
        at,
      },
    });
    const tool: ToolAnswer = { outcome: 'no_answer', code: 'timeout', result: null, provenance: [] };
    const result = await taken([readOrder], { tool }, before([failed('c1'), failed('c2')]));
    expect(result.commands.at(-1)).toMatchObject({ type: 'escalate', fact: { reason: 'lookup_unanswered' } });
    expect(result.timers).toBeUndefined();
  });
});
