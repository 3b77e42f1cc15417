import { type Clock, systemPorts } from '@countersign/contracts';
import { subjectId, tenantId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import type { CapabilityReads, Completed, ToolAnswer } from './capability.js';
import { refunds } from './refunds/refunds.js';
import { ToolGateway } from './tool-gateway.js';

const forWhom = { tenant: tenantId('fjordlight'), customer: subjectId('ada') };
const order: ToolAnswer = {
  ...{ outcome: 'answered', code: 'read', result: { id: '4821' } },
  provenance: [{ source: 'orders/4821', version: '3', readAt: '2026-11-29T12:00:00Z' }],
};
const { clock } = systemPorts();

function gatewayTo(reads: Partial<CapabilityReads>, timed: Clock = clock) {
  const limits = { timeoutMs: 5_000, bytesMax: 500 };
  return new ToolGateway({ capability: refunds, reads: reads as CapabilityReads, clock: timed, ...limits });
}

function answering(answer: ToolAnswer) {
  const calls: unknown[][] = [];
  const callTool = async (...call: unknown[]) => {
    calls.push(call);
    return answer;
  };
  return { gateway: gatewayTo({ callTool }), calls };
}

describe('given a tool call', () => {
  it('when it is on the list and fits, then it is made for the customer of the case', async () => {
    const { gateway, calls } = answering(order);
    expect(await gateway.call('read_order', { orderId: '4821' }, forWhom)).toEqual(order);
    expect(calls).toEqual([['read_order', { orderId: '4821' }, forWhom]]);
  });

  it.each([
    ['another tool', 'refund_now', { orderId: '4821' }, 'unknown_tool'],
    ['a tenant of its own', 'read_order', { orderId: '4821', tenant: 'other' }, 'arguments_refused'],
    ['a customer of its own', 'read_order', { orderId: '4821', customer: 'ben' }, 'arguments_refused'],
    ['a wrong type', 'read_order', { orderId: 4821 }, 'arguments_refused'],
  ])('when it has %s, then nothing is called, whoever checked before', async (_, tool, args, code) => {
    const { gateway, calls } = answering(order);
    expect(await gateway.call(tool, args, forWhom)).toMatchObject({
      outcome: 'no_answer',
      code,
      result: null,
    });
    expect(calls).toEqual([]);
  });

  it.each([
    ['cannot be stored', { ...order, result: 'a\u0000b' }, 'unusable_text'],
    ['is too large', { ...order, result: 'x'.repeat(600) }, 'too_large'],
  ])('when what comes back %s, then it is no answer', async (_, answer, code) => {
    expect(await answering(answer).gateway.call('list_orders', {}, forWhom)).toMatchObject({
      outcome: 'no_answer',
      code,
    });
  });

  it('when what comes back says nowhere where it stands, then the tool is its source', async () => {
    const answer = await answering({ ...order, provenance: [] }).gateway.call('list_orders', {}, forWhom);
    expect(answer.provenance).toMatchObject([{ source: 'tools/list_orders' }]);
  });

  it('when it fails or takes too long, then what was asked stays unknown', async () => {
    const failing = gatewayTo({ callTool: () => Promise.reject(new Error('secret words')) });
    expect(await failing.call('list_orders', {}, forWhom)).toMatchObject({
      outcome: 'no_answer',
      code: 'failed',
    });
    const soon: Clock = { ...clock, wait: async () => undefined };
    const hanging = gatewayTo({ callTool: () => new Promise(() => undefined) }, soon);
    expect(await hanging.call('list_orders', {}, forWhom)).toMatchObject({ code: 'timed_out' });
  });
});

describe('given an action to complete', () => {
  const asked = {
    kind: 'refund.create',
    arguments: { orderId: '4821', lines: [], reason: 'other' },
    statements: [],
  };
  const completes = (answer: Completed) => gatewayTo({ complete: async () => answer });
  const none: Completed = { outcome: 'no_answer', code: 'timeout' };

  it.each([
    ['another kind', { ...asked, kind: 'account.close' }, 'kind', 'unknown_action'],
    [
      'a charge of its own',
      { ...asked, arguments: { ...asked.arguments, chargeId: 'ch_1' } },
      'arguments.chargeId',
      'not_allowed',
    ],
    ['no arguments', { ...asked, arguments: undefined }, 'arguments', 'missing'],
  ])('when it has %s, then the field and the reason are told', async (_, given, field, reason) => {
    expect(await completes(none).complete(given, forWhom)).toEqual({
      outcome: 'refused',
      faults: [{ field, reason }],
    });
  });

  it('when the records make another action of it, then it is refused', async () => {
    const action = { kind: 'account.close' } as Extract<Completed, { outcome: 'completed' }>['action'];
    expect(await completes({ outcome: 'completed', action }).complete(asked, forWhom)).toMatchObject({
      faults: [{ field: 'kind', reason: 'another_action_was_made' }],
    });
  });

  it('when nothing answers, then it is unknown', async () => {
    expect(await completes(none).complete(asked, forWhom)).toEqual(none);
  });
});
