import { describe, expect, it } from '@jest/globals';
import { emptyView, refundRole } from '../testing/case-under-test.js';
import { validateFacts, validateStep } from './validate-step.js';
import type { Fact, Json, PlannerView } from './view.js';

const subject = 'order:4821';
const provenance = { source: 'orders', version: '3', readAt: '2026-11-29T12:00:00Z' };
const fact: Fact = {
  name: 'order',
  subject,
  status: 'established',
  value: { id: '4821' },
  basis: { kind: 'record', callId: 'c1', provenance },
};

function view(): PlannerView {
  return { ...emptyView(refundRole), facts: [fact] };
}

const proposal = {
  type: 'propose',
  kind: 'refund.create',
  target: subject,
  arguments: { orderId: '4821', lines: [{ lineId: '1', quantity: 1 }], reason: 'unopened_return' },
  amountMinor: 4200,
  currency: 'EUR',
  evidence: [{ name: 'order', subject }],
};

function refusals(step: unknown, seen: PlannerView = view()) {
  const answer = validateStep(step, seen);
  return answer.outcome === 'refused' ? answer.refusals : [];
}

describe('given a proposal that fits what is offered', () => {
  it('when it is checked, then it is valid', () => {
    expect(validateStep(proposal, view()).outcome).toBe('valid');
  });
});

describe('given a proposal with one thing wrong', () => {
  const line = (quantity: unknown) => ({ ...proposal.arguments, lines: [{ lineId: '1', quantity }] });
  it.each([
    ['an unknown action', { kind: 'account.close' }, 'kind', 'unknown_action'],
    ['a negative amount', { amountMinor: -1 }, 'amountMinor', 'too_small'],
    ['a zero amount', { amountMinor: 0 }, 'amountMinor', 'too_small'],
    ['a fractional amount', { amountMinor: 79.5 }, 'amountMinor', 'not_an_integer'],
    ['a huge amount', { amountMinor: 1e15 }, 'amountMinor', 'too_large'],
    ['an amount past exact integers', { amountMinor: 2 ** 60 }, 'amountMinor', 'not_a_safe_integer'],
    ['an amount as text', { amountMinor: '7900' }, 'amountMinor', 'wrong_type'],
    ['no number at all', { amountMinor: Number.NaN }, 'amountMinor', 'wrong_type'],
    ['no amount', { amountMinor: undefined }, 'amountMinor', 'missing'],
    ['an unknown currency', { currency: 'XQZ' }, 'currency', 'unknown_currency'],
    ['a currency in small letters', { currency: 'eur' }, 'currency', 'unknown_currency'],
    ['a missing argument', { arguments: { orderId: '4821', reason: 'other' } }, 'arguments.lines', 'missing'],
    ['a wrong type deep down', { arguments: line('one') }, 'arguments.lines[0].quantity', 'wrong_type'],
    ['a zero quantity', { arguments: line(0) }, 'arguments.lines[0].quantity', 'too_small'],
    [
      'an argument nobody asked for',
      { arguments: { ...line(1), approved: true } },
      'arguments.approved',
      'not_allowed',
    ],
    ['a field nobody asked for', { approvedBy: 'maya' }, 'approvedBy', 'not_allowed'],
    [
      'evidence that is no fact',
      { evidence: [{ name: 'approval', subject }] },
      'evidence[0]',
      'unknown_fact',
    ],
    ['no evidence', { evidence: [] }, 'evidence', 'empty'],
  ])('when it has %s, then the field and the reason are said', (_, change, field, reason) => {
    expect(refusals({ ...proposal, ...change })).toContainEqual({ field, reason });
  });

  it('when the coordinator proposes, then it is refused: it only routes', () => {
    const seen: PlannerView = { ...view(), role: { kind: 'coordinator' } };
    expect(refusals(proposal, seen)).toEqual([{ field: 'type', reason: 'not_for_this_role' }]);
  });

  it('when a fact is unknown, then it is no evidence', () => {
    const unknown: Fact = { name: 'unopened', subject, status: 'unknown', reason: 'customer_unsure' };
    const step = { ...proposal, evidence: [{ name: 'unopened', subject }] };
    expect(refusals(step, { ...view(), facts: [unknown] })).toEqual([
      { field: 'evidence[0]', reason: 'unknown_fact' },
    ]);
  });
});

describe('given other steps', () => {
  it.each([
    [{ type: 'call_tool', tool: 'issue_refund', arguments: {} }, 'tool', 'unknown_tool'],
    [{ type: 'call_tool', tool: 'read_order', arguments: {} }, 'arguments.orderId', 'missing'],
    [
      { type: 'call_tool', tool: 'read_order', arguments: { orderId: 4821 } },
      'arguments.orderId',
      'wrong_type',
    ],
    [
      { type: 'call_tool', tool: 'read_order', arguments: { orderId: '1', url: 'x' } },
      'arguments.url',
      'not_allowed',
    ],
    [{ type: 'route', capability: 'refunds', reason: 'x' }, 'type', 'not_for_this_role'],
    [{ type: 'approve', proposalId: 'p1' }, 'type', 'unknown_step'],
    [{ type: 'constructor' }, 'type', 'unknown_step'],
    [{ type: 'done', outcome: 'approved' }, 'outcome', 'not_one_of'],
    [null, 'type', 'unknown_step'],
    ['refund it', 'type', 'unknown_step'],
    [[], 'type', 'unknown_step'],
  ])('when the step is %j, then it is refused', (step, field, reason) => {
    expect(refusals(step)).toContainEqual({ field, reason });
  });

  it('when a coordinator routes to what is not offered, then it is refused', () => {
    const seen: PlannerView = { ...view(), role: { kind: 'coordinator' } };
    const step = { type: 'route', capability: 'payments', reason: 'x' };
    expect(refusals(step, seen)).toEqual([{ field: 'capability', reason: 'unknown_capability' }]);
  });
});

describe('given facts a turn claims', () => {
  it('when a record was never read, then it cannot be quoted', () => {
    expect(validateFacts([fact], emptyView(refundRole))).toEqual([
      { field: 'facts[0].basis', reason: 'unknown_source' },
    ]);
  });

  it.each([
    ['a value', [true, 2, 'yes', '2026-11-29T10:00:00Z', 'order-4821', 'ORD-12345678'], 0],
    [
      'the words of a person',
      ['it broke', 'ada@example.org', '4111111111111111', 4111111111111111, ['x']],
      1,
    ],
  ])('when it rests on a message, then it is taken as %s', (_what, values, refused) => {
    const seen = emptyView(refundRole);
    const at = provenance.readAt;
    seen.conversation.push({ kind: 'customer_message', messageId: 'm1', at, text: 'it broke' });
    for (const value of values) {
      const stated: Fact = {
        ...fact,
        status: 'established',
        value,
        basis: { kind: 'stated', messageId: 'm1' },
      };
      const refusal = { field: 'facts[0].value', reason: 'words_of_a_person' };
      expect(validateFacts([stated], seen)).toEqual(Array.from({ length: refused }, () => refusal));
    }
  });

  it('when a lookup failed, then it established nothing', () => {
    const seen = emptyView(refundRole);
    const at = provenance.readAt;
    seen.conversation.push({
      kind: 'tool_result',
      callId: 'c1',
      at,
      tool: 'read_order',
      arguments: {},
      outcome: 'no_answer',
    });
    expect(validateFacts([fact], seen)).toHaveLength(1);
  });
});

describe('given a fact of a record', () => {
  const read = viewWithOrder({
    id: '4821',
    status: 'delivered',
    lines: [{ lineId: '1', unitPriceMinor: 4200 }],
  });
  const claimed = (value: Json): Fact[] => [
    {
      ...{ name: 'order', subject: 'order:4821', status: 'established' as const, value },
      basis: { kind: 'record', callId: 'c1', provenance },
    },
  ];

  it.each([
    ['a value that stands in it', 'delivered', true],
    ['several that stand in it, also deep inside', { id: '4821', price: 4200 }, true],
    ['a number that stands in it as text', 4821, true],
    ['a value that does not stand in it', 'lost', false],
    ['one true and one made-up value', { id: '4821', price: 99 }, false],
    ['a sentence of its own', 'the manager approved it', false],
  ])('when it says %s, then it is held against the record', (_, value, taken) => {
    expect(validateFacts(claimed(value as Json), read)).toEqual(
      taken ? [] : [{ field: 'facts[0].value', reason: 'not_in_source' }],
    );
  });

  function viewWithOrder(data: Json): PlannerView {
    const view = emptyView(refundRole);
    view.conversation.push({
      ...{ kind: 'tool_result', callId: 'c1', at: '2026-11-29T12:00:00Z', tool: 'read_order' },
      ...{ arguments: { orderId: '4821' }, outcome: 'answered', data, provenance },
    });
    return view;
  }
});
