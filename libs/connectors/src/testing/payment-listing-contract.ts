import { describe, expect, it } from '@jest/globals';
import { createPaymentsReader, type RefundRecord, type RefundsCreated } from '../payments/read.js';
import { createPaymentsWriter } from '../payments/write.js';
import { connectionFor, opened, orderFor } from './payment-writes-contract.js';
import type { PaymentFault, PaymentsWorld } from './payments-world.js';

const FAULTS: readonly (readonly [Omit<PaymentFault, 'on'>, string])[] = [
  [{ kind: 'down' }, 'unreachable'],
  [{ kind: 'response_lost' }, 'connection_lost'],
  [{ kind: 'status_429' }, 'rate_limited'],
  [{ kind: 'status_503' }, 'server_error'],
  [{ kind: 'wrong_body' }, 'wrong_body'],
  [{ kind: 'delay', delayMs: 30_000 }, 'timeout'],
];

/** What a listing by time must show: every refund of the window once, whoever made it, and no half list as a whole. */
export function describePaymentListing(name: string, open: () => Promise<PaymentsWorld>): void {
  describe(`refunds listed by time from ${name}`, () => {
    const world = opened(open);
    describe('a window', () => describeWindows(world));
    it.each(FAULTS)('%j is no answer (%s) and never an empty listing', async (fault, code) => {
      await world().fault({ on: 'read', times: 100, ...fault });
      const failing = createPaymentsReader(connectionFor(world(), fault));
      expect(await failing.refundsCreated(around(world()))).toEqual({ outcome: 'no_answer', code });
    });
  });
}

/** A window of a second of the clock as it stands, a minute after everything before. */
function fresh(world: PaymentsWorld): RefundsCreated {
  world.moveClock(60_000);
  return around(world);
}

function around(world: PaymentsWorld): RefundsCreated {
  const nowMs = Math.floor(world.connection.now() / 1000) * 1000;
  const at = (ms: number) => new Date(ms).toISOString();
  return { tenant: 'fjordlight', from: at(nowMs), to: at(nowMs + 1000) };
}

/** Every page, one after another. */
async function whole(world: PaymentsWorld, asked: RefundsCreated) {
  const reader = createPaymentsReader(world.connection);
  const refunds: RefundRecord[] = [];
  for (let pages = 1, after = ''; ; pages += 1) {
    const page = await reader.refundsCreated(after === '' ? asked : { ...asked, after });
    if (page.outcome !== 'found') throw new Error(`a page was ${page.outcome}`);
    refunds.push(...page.value.refunds);
    if (page.value.next === 'end') return { refunds, pages };
    after = page.value.next;
  }
}

function describeWindows(world: () => PaymentsWorld): void {
  it('holds ours by operation, those of other channels without one, and their amounts', async () => {
    const chargeId = await world().charge(7900, 'EUR');
    const asked = fresh(world());
    const order = orderFor(chargeId);
    await createPaymentsWriter(world().connection).refund(order);
    await world().refundElsewhere(chargeId, 700);
    const { refunds } = await whole(world(), asked);
    expect(refunds.map((refund) => [refund.chargeId, refund.operationId, refund.amountMinor])).toEqual([
      [chargeId, undefined, 700],
      [chargeId, order.operationId, 4200],
    ]);
  });

  it('begins with its first second and ends before its last', async () => {
    const chargeId = await world().charge(7900, 'EUR');
    const asked = fresh(world());
    await world().refundElsewhere(chargeId, 1);
    const shifted = (ms: number) => ({
      ...asked,
      from: new Date(Date.parse(asked.from) + ms).toISOString(),
      to: new Date(Date.parse(asked.to) + ms).toISOString(),
    });
    const held = await Promise.all([-1000, 0, 1000].map((ms) => whole(world(), shifted(ms))));
    expect(held.map(({ refunds }) => refunds.length)).toEqual([0, 1, 0]);
  });

  it('is read to its end over pages, each refund once, newest first', async () => {
    const chargeId = await world().charge(500, 'EUR');
    const asked = fresh(world());
    for (let amount = 1; amount <= 101; amount += 1) await world().refundElsewhere(chargeId, 1);
    const { refunds, pages } = await whole(world(), asked);
    expect(pages).toBe(2);
    expect(new Set(refunds.map(({ refundId }) => refundId)).size).toBe(101);
  });

  it('leaves out what belongs to a charge of another tenant', async () => {
    const ours = await world().charge(500, 'EUR');
    const theirs = await world().charge(500, 'EUR', 'otherco');
    const asked = fresh(world());
    await world().refundElsewhere(ours, 1);
    await world().refundElsewhere(theirs, 2);
    const listed = async (tenant: string) => (await whole(world(), { ...asked, tenant })).refunds;
    expect((await listed('fjordlight')).map((refund) => refund.amountMinor)).toEqual([1]);
    expect((await listed('otherco')).map((refund) => refund.amountMinor)).toEqual([2]);
  });

  it('C21: shows a refund that failed later as failed', async () => {
    const chargeId = await world().charge(7900, 'EUR');
    await world().settleLater(chargeId);
    const asked = fresh(world());
    const result = await createPaymentsWriter(world().connection).refund(orderFor(chargeId));
    if (result.class !== 'succeeded') throw new Error(`the refund was ${result.class}`);
    expect((await whole(world(), asked)).refunds).toMatchObject([{ settled: 'pending' }]);
    await world().failRefund(result.receipt.refundId);
    expect((await whole(world(), asked)).refunds).toMatchObject([{ settled: 'no', status: 'failed' }]);
  });
}
