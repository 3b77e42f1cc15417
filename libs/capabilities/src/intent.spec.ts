import { type Action, tenantId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { intentOfAction } from './intent.js';
import { argumentsJson, readRefundArguments } from './refunds/refund-arguments.js';

const tenant = tenantId('fjordlight');
const [first, second] = [
  { lineId: '1', quantity: 1 },
  { lineId: '2', quantity: 1 },
];
const asked = { orderId: '4821', lines: [first, second], reason: 'unopened_return' };

function intentWith(over: object): string {
  const read = readRefundArguments({ ...asked, ...over });
  if (read.outcome === 'refused') throw new Error(JSON.stringify(read.faults));
  const action: Action = {
    kind: 'refund.create',
    target: { type: 'charge', id: 'ch_4821' },
    arguments: argumentsJson(read.value),
    money: { amountMinor: 7_900, currency: 'EUR' },
    evidence: [],
    resourceVersions: [],
  };
  return intentOfAction(tenant, action);
}

describe('the intent of a refund (C03)', () => {
  it.each([
    ['another reason', { reason: 'damaged' }],
    ['a note', { note: 'Please hurry.' }],
    ['its lines in another order', { lines: [second, first] }],
  ])('is the same with %s', (_, over) => {
    expect(intentWith(over)).toBe(intentWith({}));
  });

  it.each([
    ['other lines', { lines: [first] }],
    ['another quantity', { lines: [first, { ...second, quantity: 2 }] }],
    ['another order', { orderId: '4822' }],
  ])('is another with %s', (_, over) => {
    expect(intentWith(over)).not.toBe(intentWith({}));
  });
});
