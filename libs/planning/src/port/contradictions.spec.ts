import { describe, expect, it } from '@jest/globals';
import { emptyView, refundRole } from '../testing/case-under-test.js';
import { contradictsItself } from './contradictions.js';
import type { Fact, Json, PlannerView } from './view.js';

const at = '2026-11-29T12:00:00Z';
const read = (version: string) => ({ source: 'orders/4821', version, readAt: at });

function fact(value: Json, version = '3'): Fact {
  const basis = { kind: 'record' as const, callId: 'c1', provenance: read(version) };
  return { name: 'status', subject: 'order:4821', status: 'established', value, basis };
}

function answered(...answers: (readonly [Json, string])[]): PlannerView {
  const view = emptyView(refundRole);
  answers.forEach(([data, version], index) => {
    view.conversation.push({
      ...{ kind: 'tool_result', callId: `c${index}`, at, tool: 'read_order', arguments: { orderId: '4821' } },
      ...{ outcome: 'answered', data, provenance: read(version) },
    });
  });
  return view;
}

describe('given what one version of a record says', () => {
  it.each([
    ['the same again', 'delivered', '3', false],
    ['another thing', 'lost', '3', true],
    ['another thing in a newer version', 'lost', '4', false],
    ['another thing, where no version is stated', 'lost', 'unstated', false],
  ])('when a turn claims %s, then that it contradicts is %p', (_, value, version, contradicts) => {
    const view = {
      ...emptyView(refundRole),
      facts: [fact('delivered', version === 'unstated' ? version : '3')],
    };
    expect(contradictsItself(view, [fact(value, version)])).toBe(contradicts);
  });

  it('when the same look is answered in two ways, then it contradicts; with a new version it does not', () => {
    expect(contradictsItself(answered([{ a: 1 }, '3'], [{ a: 2 }, '3']), [])).toBe(true);
    expect(contradictsItself(answered([{ a: 1 }, '3'], [{ a: 2 }, '4']), [])).toBe(false);
    expect(contradictsItself(answered([{ a: 1, b: 2 }, '3'], [{ b: 2, a: 1 }, '3']), [])).toBe(false);
  });
});
