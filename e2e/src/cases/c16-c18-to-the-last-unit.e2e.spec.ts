import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { refundBody } from '../harness/refund-story.js';
import { System } from '../harness/system.js';
import { proposePart, verdictOf } from '../harness/verdict.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

const order = (currency: string, unitPriceMinor: number) =>
  system.admin.order({ currency, lines: [{ lineId: '1', title: 'lamp', unitPriceMinor }] });

/** Proposes a part, has everybody say yes whom policy asks, and waits until it has been read back. */
async function refunded(id: string, part: { amountMinor: number; currency: string }): Promise<string> {
  const proposalId = await proposePart(system, id, part);
  const { requirements } = (await verdictOf(system, proposalId)).data as {
    requirements: { basis: string }[];
  };
  const managers = ['maya', 'priya'];
  const asked = requirements.map(({ basis }) => (basis === 'consent' ? 'ada' : managers.shift()));
  for (const [at, name] of asked.entries()) {
    const { status } = await system.newPerson(name ?? 'nobody').decide(proposalId, 'approve');
    expect(status).toBe(at === asked.length - 1 ? 200 : 202);
  }
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  return proposalId;
}

describe('the last unit', () => {
  test.each([
    ['C18', 'EUR', 14_505, [10_000, 4_505]],
    ['C18', 'EUR', 1_000, [601, 399]],
    ['C17', 'KWD', 1_000, [1, 999]],
  ])(
    '%s: %s %d minor units are given back in parts, and exactly nothing is left',
    async (_, currency, whole, parts) => {
      const id = await order(currency, whole);
      const ids: string[] = [];
      for (const amountMinor of parts) ids.push(await refunded(id, { amountMinor, currency }));

      const { effects } = await system.admin.ledger(`ch_${id}`);
      expect(effects.map((effect) => [effect.operationId, effect.amountMinor, effect.currency])).toEqual(
        ids.map((proposalId, n) => [proposalId, parts[n], currency]),
      );
      const one = await proposePart(system, id, { amountMinor: 1, currency, distinctFrom: ids });
      expect((await verdictOf(system, one)).data).toMatchObject({
        verdict: 'deny',
        reasons: [expect.objectContaining({ policyId: 'refund-over-refundable' })],
        facts: { capturedMinor: whole, refundedMinor: whole, heldMinor: 0 },
      });
    },
  );
});

describe('what the currency has no unit for', () => {
  test.each([
    ['C16: 98.99 yen', 'JPY', 9_899, 98.99],
    ['C17: 1.2345 dinars', 'BHD', 35_200, 1_234.5],
    ['C18: a third of a cent', 'EUR', 14_505, 0.333],
  ])('%s is refused with its field, and nothing is drafted', async (_, currency, whole, amountMinor) => {
    const id = await order(currency, whole);
    const refused = await system
      .as('helpdesk-bot')
      .propose(refundBody(id, { lines: [], amountMinor, currency }));
    expect([refused.status, refused.body['code']]).toEqual([422, 'body_invalid']);
    expect(refused.body['errors']).toMatchObject([{ field: 'amountMinor' }]);
    expect((await system.admin.ledger(`ch_${id}`)).effects).toEqual([]);
  });

  test('C16, C17: an amount as text with a point is no amount either', async () => {
    const id = await order('BHD', 35_200);
    for (const amountMinor of ['1.2345', '35.200', '35200']) {
      const refused = await system
        .as('helpdesk-bot')
        .propose(refundBody(id, { lines: [], amountMinor, currency: 'BHD' }));
      expect([refused.status, refused.body['code']]).toEqual([422, 'body_invalid']);
    }
  });
});
