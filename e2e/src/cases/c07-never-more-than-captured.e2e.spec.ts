import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { proposeRefund } from '../harness/refund-story.js';
import { System } from '../harness/system.js';
import { verdictOf } from '../harness/verdict.js';

const rounds = 100;
const atOnce = 10;

let system: System;
beforeAll(async () => {
  // Nobody is asked, so that the two race all the way from the request to the payment.
  system = await System.start({ policies: { automaticUpToMinor: 20_000 } });
});
afterAll(() => system.stop());

/** Two refunds of 60.00 of a charge of 100.00, asked for in the same moment; nothing but the charge is shared. */
async function twoOnOne(): Promise<void> {
  const lines = ['1', '2'].map((lineId) => ({ lineId, title: 'lamp', unitPriceMinor: 6_000 }));
  const order = await system.admin.order({ lines, capturedMinor: 10_000 });
  const ids = await Promise.all(
    ['1', '2'].map((lineId) => proposeRefund(system, order, { lines: [{ lineId, quantity: 1 }] })),
  );
  const verdicts = await Promise.all(ids.map(async (id) => (await verdictOf(system, id)).data['verdict']));
  expect([...verdicts].sort()).toEqual(['allow', 'deny']);
  const [allowed, denied] = verdicts[0] === 'allow' ? ids : [...ids].reverse();
  await system.waitForEvent(allowed ?? '', 'ProposalCompleted');

  expect(await system.types(denied ?? '')).toEqual(['ProposalDrafted', 'PolicyDecided']);
  const claims = await system.store.claimsUnder('fjordlight', `refund:charge:ch_${order}#`);
  expect(
    claims.map(({ key, stream, amountMinor, released }) => ({ key, stream, amountMinor, released })),
  ).toEqual([
    {
      key: `refund:charge:ch_${order}#1`,
      stream: `proposal-${allowed}`,
      amountMinor: 6_000,
      released: false,
    },
  ]);
  const { effects } = await system.admin.ledger(`ch_${order}`);
  expect(effects.map(({ operationId, amountMinor }) => [operationId, amountMinor])).toEqual([
    [allowed, 6_000],
  ]);
}

test(`C07: two refunds of 60.00 on 100.00 in the same moment, ${rounds} rounds: never more than 100.00 out`, async () => {
  for (let done = 0; done < rounds; done += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, twoOnOne));
  }
});
