import { randomUUID } from 'node:crypto';
import { operationIdOf, proposalId } from '@countersign/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Connection } from '../network/connection.js';
import { createPaymentsWriter, type RefundOrder } from '../payments/write.js';
import type { PaymentFault, PaymentsWorld } from './payments-world.js';

/** The provider, opened for one suite and freed of faults after each test. */
export function opened(open: () => Promise<PaymentsWorld>): () => PaymentsWorld {
  let world: PaymentsWorld | undefined;
  beforeAll(async () => {
    world = await open();
  });
  afterEach(() => world?.clearFaults());
  afterAll(() => world?.close());
  return () => {
    if (world === undefined) throw new Error('the payments world did not open');
    return world;
  };
}

/** An order for the charge under a fresh operation id. */
export function orderFor(chargeId: string, more: Partial<RefundOrder> = {}): RefundOrder {
  const money = { amountMinor: 4200, currency: 'EUR' };
  const operationId = operationIdOf(proposalId(randomUUID()));
  return { operationId, chargeId, ...money, reason: 'requested_by_customer', ...more };
}

type Fault = Omit<PaymentFault, 'on'>;

/** The connection for one fault: a delay must run out the timeout, everything else must not on a busy machine. */
export function connectionFor(world: PaymentsWorld, { kind }: Fault): Connection {
  return kind === 'delay' ? { ...world.connection, timeoutMs: 400 } : world.connection;
}

/** Every fault, the class it must get, and how many effects the provider holds afterwards. */
const FAULTS: readonly (readonly [Fault, object, number])[] = [
  [{ kind: 'down' }, { class: 'transient', code: 'unreachable' }, 0],
  [
    { kind: 'status_429', retryAfterSeconds: 7 },
    { class: 'transient', code: 'rate_limited', retryAfterMs: 7000 },
    0,
  ],
  [{ kind: 'status_503' }, { class: 'transient', code: 'unavailable' }, 0],
  [{ kind: 'request_lost' }, { class: 'unknown', code: 'connection_lost' }, 0],
  [{ kind: 'response_lost' }, { class: 'unknown', code: 'connection_lost' }, 1],
  [{ kind: 'status_500' }, { class: 'unknown', code: 'server_error' }, 0],
  [{ kind: 'status_500', applied: true }, { class: 'unknown', code: 'server_error' }, 1],
  [{ kind: 'wrong_body' }, { class: 'unknown', code: 'wrong_body' }, 1],
  [{ kind: 'delay', delayMs: 30_000, applied: true }, { class: 'unknown', code: 'timeout' }, 1],
];

/** What the writer must make of the provider, and what the provider must do to be believed. */
export function describePaymentWrites(name: string, open: () => Promise<PaymentsWorld>): void {
  describe(`payments written to ${name}`, () => {
    const world = opened(open);
    describe('faults', () => describeFaults(world));
    describe('one effect for one operation', () => describeOperations(world));
    describe('refusals', () => describeRefusals(world));
    describe('money', () => describeMoney(world));
  });
}

function describeFaults(world: () => PaymentsWorld): void {
  it.each(FAULTS)('%j is %j with %d effects, from one request', async (fault, result, effects) => {
    const chargeId = await world().charge(7900, 'EUR');
    await world().fault({ on: 'write', ...fault });
    const order = orderFor(chargeId);
    expect(await createPaymentsWriter(connectionFor(world(), fault)).refund(order)).toEqual(result);
    expect(await world().effects(chargeId)).toHaveLength(effects);
    expect(await world().sent(chargeId)).toHaveLength(fault.kind === 'down' ? 0 : 1);
  });

  it.each(FAULTS)(
    'C01: after %j a repeat under the same operation makes one effect in all',
    async (fault) => {
      const chargeId = await world().charge(7900, 'EUR');
      await world().fault({ on: 'write', ...fault });
      const order = orderFor(chargeId);
      await createPaymentsWriter(connectionFor(world(), fault)).refund(order);
      await world().clearFaults();
      const repeated = await createPaymentsWriter(world().connection).refund(order);
      expect(repeated).toMatchObject({ class: 'succeeded' });
      const { operationId } = order;
      expect(await world().effects(chargeId)).toEqual([{ operationId, amountMinor: 4200, currency: 'EUR' }]);
      const [first, ...others] = await world().sent(chargeId);
      for (const other of others) expect(other).toEqual(first);
    },
  );

  it('S09: 503 twice is transient twice, then one refund', async () => {
    const chargeId = await world().charge(7900, 'EUR');
    await world().fault({ on: 'write', kind: 'status_503', times: 2 });
    const order = orderFor(chargeId);
    const writer = createPaymentsWriter(world().connection);
    const classes = [];
    for (let attempt = 0; attempt < 3; attempt += 1) classes.push((await writer.refund(order)).class);
    expect(classes).toEqual(['transient', 'transient', 'succeeded']);
    expect(await world().effects(chargeId)).toHaveLength(1);
  });
}

function describeOperations(world: () => PaymentsWorld): void {
  it('C14: a repeat is the same bytes under the same key, and gets the same receipt', async () => {
    const chargeId = await world().charge(7900, 'EUR');
    const order = orderFor(chargeId);
    const first = await createPaymentsWriter(world().connection).refund(order);
    world().moveClock(60_000);
    const second = await createPaymentsWriter(world().connection).refund({ ...order });
    expect(first).toMatchObject({
      class: 'succeeded',
      receipt: { chargeId, amountMinor: 4200, settled: 'settled' },
    });
    expect(second).toEqual(first);
    const sent = await world().sent(chargeId);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[0]?.key).toBe(order.operationId);
  });

  it('S16: two operations of the same amount are two effects', async () => {
    const chargeId = await world().charge(12_000, 'EUR');
    const writer = createPaymentsWriter(world().connection);
    const pair = [orderFor(chargeId, { amountMinor: 6000 }), orderFor(chargeId, { amountMinor: 6000 })];
    for (const order of pair) expect(await writer.refund(order)).toMatchObject({ class: 'succeeded' });
    expect(await world().effects(chargeId)).toHaveLength(2);
  });

  it.each([{ amountMinor: 4201 }, { currency: 'USD' }, { reason: 'duplicate' as const }])(
    'C12, S10: the same operation with %j is refused for good and changes nothing',
    async (change) => {
      const chargeId = await world().charge(7900, 'EUR');
      const order = orderFor(chargeId);
      const writer = createPaymentsWriter(world().connection);
      await writer.refund(order);
      const second = await writer.refund({ ...order, ...change });
      expect(second).toMatchObject({ class: 'rejected', code: 'idempotency_parameters_differ' });
      expect(await world().effects(chargeId)).toHaveLength(1);
    },
  );

  it('the same operation sent ten times at once is one effect, and nobody is told it failed', async () => {
    const chargeId = await world().charge(7900, 'EUR');
    const order = orderFor(chargeId);
    const writer = createPaymentsWriter(world().connection);
    const results = await Promise.all(Array.from({ length: 10 }, () => writer.refund(order)));
    for (const result of results) expect(['succeeded', 'unknown']).toContain(result.class);
    expect(await world().effects(chargeId)).toHaveLength(1);
  });
}

function describeRefusals(world: () => PaymentsWorld): void {
  it('C23: a disputed charge is refused for good, from one request', async () => {
    const chargeId = await world().charge(7900, 'EUR');
    await world().dispute(chargeId);
    const result = await createPaymentsWriter(world().connection).refund(orderFor(chargeId));
    expect(result).toMatchObject({ class: 'rejected', code: 'charge_disputed' });
    expect(await world().sent(chargeId)).toHaveLength(1);
    expect(await world().effects(chargeId)).toEqual([]);
  });

  it('C22: a refused refund leaves no effect, and says why', async () => {
    const chargeId = await world().charge(7900, 'EUR');
    const writer = createPaymentsWriter(world().connection);
    const tooLarge = await writer.refund(orderFor(chargeId, { amountMinor: 7901 }));
    expect(tooLarge).toMatchObject({
      class: 'rejected',
      code: 'amount_too_large',
      message: expect.stringContaining('7901'),
    });
    expect(await world().effects(chargeId)).toEqual([]);
  });

  it('S06: a charge that was refunded elsewhere is refused for good', async () => {
    const chargeId = await world().charge(7900, 'EUR');
    await world().refundElsewhere(chargeId, 7900);
    const result = await createPaymentsWriter(world().connection).refund(orderFor(chargeId));
    expect(result).toMatchObject({ class: 'rejected', code: 'charge_already_refunded' });
  });

  it('a wrong key is refused for good, and nothing is applied', async () => {
    const chargeId = await world().charge(7900, 'EUR');
    const writer = createPaymentsWriter({ ...world().connection, key: 'sk_test_of_somebody_else' });
    expect(await writer.refund(orderFor(chargeId))).toMatchObject({
      class: 'rejected',
      code: 'not_authorized',
    });
    expect(await world().effects(chargeId)).toEqual([]);
  });

  it('a charge that is not there is refused for good', async () => {
    const result = await createPaymentsWriter(world().connection).refund(orderFor('ch_nowhere'));
    expect(result).toMatchObject({ class: 'rejected', code: 'resource_missing' });
  });
}

function describeMoney(world: () => PaymentsWorld): void {
  it.each([
    ['C16', 'JPY', 9899, 'amount=9899&'],
    ['C17', 'BHD', 35_200, 'amount=35200&'],
    ['C17', 'KWD', 999, 'amount=999&'],
  ])('%s: %s %d minor units are sent and confirmed to the unit', async (_, currency, amountMinor, wire) => {
    const chargeId = await world().charge(amountMinor, currency);
    const result = await createPaymentsWriter(world().connection).refund(
      orderFor(chargeId, { amountMinor, currency }),
    );
    expect(result).toMatchObject({ class: 'succeeded', receipt: { amountMinor, currency } });
    expect((await world().sent(chargeId))[0]?.body).toContain(wire);
    expect(await world().effects(chargeId)).toMatchObject([{ amountMinor, currency }]);
  });

  it('C21: accepted is not settled, and the receipt says so', async () => {
    const chargeId = await world().charge(7900, 'EUR');
    await world().settleLater(chargeId);
    const result = await createPaymentsWriter(world().connection).refund(orderFor(chargeId));
    expect(result).toMatchObject({ class: 'succeeded', receipt: { status: 'pending', settled: 'pending' } });
  });
}
