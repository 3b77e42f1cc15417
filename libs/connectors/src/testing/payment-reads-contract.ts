import { operationIdOf, proposalId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { createPaymentsReader } from '../payments/read.js';
import { createPaymentsWriter } from '../payments/write.js';
import { connectionFor, opened, orderFor } from './payment-writes-contract.js';
import type { PaymentFault, PaymentsWorld } from './payments-world.js';

const WINDOW_MS = 60_000;

const FAULTS: readonly (readonly [Omit<PaymentFault, 'on'>, string])[] = [
  [{ kind: 'down' }, 'unreachable'],
  [{ kind: 'request_lost' }, 'connection_lost'],
  [{ kind: 'response_lost' }, 'connection_lost'],
  [{ kind: 'status_429' }, 'rate_limited'],
  [{ kind: 'status_500' }, 'server_error'],
  [{ kind: 'status_503' }, 'server_error'],
  [{ kind: 'wrong_body' }, 'wrong_body'],
  [{ kind: 'delay', delayMs: 30_000 }, 'timeout'],
];

/** What the reader must make of the provider: a failed look-up is unknown, never absent. */
export function describePaymentReads(name: string, open: () => Promise<PaymentsWorld>): void {
  describe(`payments read from ${name}`, () => {
    const world = opened(open);
    const reader = () => createPaymentsReader({ ...world().connection, settleWindowMs: WINDOW_MS });
    describe('a charge', () => describeCharges(world, reader));
    describe('faults', () => describeFaults(world, reader));
    describe('the refund of an operation', () => describeFinding(world, reader));
  });
}

type Reader = () => ReturnType<typeof createPaymentsReader>;

function describeCharges(world: () => PaymentsWorld, reader: Reader): void {
  it('comes with every refund of it, ours by operation, and a version that moves', async () => {
    const chargeId = await world().charge(7900, 'EUR');
    const before = await reader().charge(chargeId);
    const order = orderFor(chargeId);
    await createPaymentsWriter(world().connection).refund(order);
    await world().refundElsewhere(chargeId, 700);
    const after = await reader().charge(chargeId);
    expect(before).toMatchObject({
      outcome: 'found',
      value: {
        capturedMinor: 7900,
        refundedMinor: 0,
        currency: 'EUR',
        disputed: false,
        refunds: [],
        refundsComplete: true,
      },
    });
    expect(after).toMatchObject({ outcome: 'found', value: { refundedMinor: 4900, refundsComplete: true } });
    if (after.outcome !== 'found' || before.outcome !== 'found') throw new Error('both were found');
    expect(after.value.refunds.map((refund) => [refund.operationId, refund.amountMinor])).toEqual(
      expect.arrayContaining([
        [order.operationId, 4200],
        [undefined, 700],
      ]),
    );
    expect(after.version).not.toBe(before.version);
    await world().dispute(chargeId);
    expect(await reader().charge(chargeId)).toMatchObject({ value: { disputed: true } });
    expect(await reader().charge(chargeId)).not.toMatchObject({ version: after.version });
  });

  it('has all its refunds also when they fill more than a page', async () => {
    const chargeId = await world().charge(500, 'EUR');
    for (let i = 0; i < 101; i += 1) await world().refundElsewhere(chargeId, 1);
    const read = await reader().charge(chargeId);
    expect(read).toMatchObject({ outcome: 'found', value: { refundedMinor: 101, refundsComplete: true } });
    expect(read.outcome === 'found' ? read.value.refunds : []).toHaveLength(101);
  });

  it('that is not there is not found, which says nothing about its refunds', async () => {
    expect(await reader().charge('ch_nowhere')).toEqual({ outcome: 'not_found' });
    const sought = {
      operationId: operationIdOf(proposalId('op')),
      chargeId: 'ch_nowhere',
      lastSentAt: '2020-01-01T00:00:00Z',
    };
    expect(await reader().findRefund(sought)).toEqual({ outcome: 'unknown', code: 'charge_missing' });
  });
}

function describeFaults(world: () => PaymentsWorld, reader: Reader): void {
  it.each(FAULTS)('S13: %j is no answer (%s), after at most three requests', async (fault, code) => {
    const chargeId = await world().charge(7900, 'EUR');
    const seen = await world().readsSeen();
    await world().fault({ on: 'read', times: 100, ...fault });
    const failing = createPaymentsReader(connectionFor(world(), fault));
    expect(await failing.charge(chargeId)).toEqual({ outcome: 'no_answer', code });
    expect((await world().readsSeen()) - seen).toBe(fault.kind === 'down' ? 0 : 3);
    const sought = {
      operationId: operationIdOf(proposalId('op')),
      chargeId,
      lastSentAt: '2020-01-01T00:00:00Z',
    };
    expect(await failing.findRefund(sought)).toEqual({ outcome: 'unknown', code });
  });

  it('that pass by are read past', async () => {
    const chargeId = await world().charge(7900, 'EUR');
    await world().fault({ on: 'read', kind: 'status_503', times: 1 });
    expect(await reader().charge(chargeId)).toMatchObject({ outcome: 'found' });
  });

  it('a wrong key is no answer at once', async () => {
    const chargeId = await world().charge(7900, 'EUR');
    const stranger = createPaymentsReader({ ...world().connection, key: 'sk_test_of_somebody_else' });
    const seen = await world().readsSeen();
    expect(await stranger.charge(chargeId)).toEqual({ outcome: 'no_answer', code: 'not_authorized' });
    expect((await world().readsSeen()) - seen).toBe(1);
  });
}

function describeFinding(world: () => PaymentsWorld, reader: Reader): void {
  async function lose(kind: 'request_lost' | 'response_lost') {
    const chargeId = await world().charge(7900, 'EUR');
    const { operationId } = orderFor(chargeId);
    await world().fault({ on: 'write', kind });
    const lastSentAt = new Date(world().connection.now()).toISOString();
    await createPaymentsWriter(world().connection).refund(orderFor(chargeId, { operationId }));
    return { operationId, chargeId, lastSentAt };
  }

  it('S07: is found after its response was lost, at once', async () => {
    const sought = await lose('response_lost');
    const finding = await reader().findRefund(sought);
    expect(finding).toMatchObject({
      outcome: 'happened',
      refunds: [{ operationId: sought.operationId, amountMinor: 4200, settled: 'settled' }],
      evidence: { complete: true },
    });
  });

  it('S08: is absent after its request was lost, once the settle window is over and not before', async () => {
    const sought = await lose('request_lost');
    expect(await reader().findRefund(sought)).toMatchObject({ outcome: 'unknown', code: 'too_early' });
    world().moveClock(WINDOW_MS);
    expect(await reader().findRefund(sought)).toMatchObject({
      outcome: 'absent',
      evidence: { complete: true },
    });
  });

  it('is not confused with a refund of the same amount made elsewhere', async () => {
    const sought = await lose('request_lost');
    await world().refundElsewhere(sought.chargeId, 4200);
    world().moveClock(WINDOW_MS);
    expect(await reader().findRefund(sought)).toMatchObject({ outcome: 'absent' });
  });

  it('C21: that failed at the bank is found as not settled, and its amount is back on the charge', async () => {
    const chargeId = await world().charge(7900, 'EUR');
    await world().settleLater(chargeId);
    const order = orderFor(chargeId);
    const result = await createPaymentsWriter(world().connection).refund(order);
    if (result.class !== 'succeeded') throw new Error(`the refund was ${result.class}`);
    await world().failRefund(result.receipt.refundId);
    const sought = { operationId: order.operationId, chargeId, lastSentAt: '2020-01-01T00:00:00Z' };
    expect(await reader().findRefund(sought)).toMatchObject({
      outcome: 'happened',
      refunds: [{ settled: 'no' }],
      evidence: { complete: true },
    });
    expect(await reader().charge(chargeId)).toMatchObject({ value: { refundedMinor: 0 } });
  });
}
