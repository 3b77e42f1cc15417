import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { SandboxUnderTest } from '../testing/sandbox-under-test.js';
import { sandboxUnderTest } from '../testing/sandbox-under-test.js';
import { seedOrders } from './seed-orders.js';

let world: SandboxUnderTest;
beforeEach(async () => {
  world = await sandboxUnderTest();
});
afterEach(() => world.stop());

describe('orders', () => {
  test('4821 is the order of the main scenario, delivered 12 days before the start (S01)', async () => {
    expect((await world.order('/v1/orders/4821')).body).toMatchObject({
      tenant: 'fjordlight',
      customerId: 'ada',
      currency: 'EUR',
      totalMinor: 7900,
      deliveredAt: '2026-11-17T12:00:00.000Z',
      lines: [{ unitPriceMinor: 4200 }, { unitPriceMinor: 3700 }],
      version: 1,
    });
  });

  test('have lines that add up to the total, and a charge of exactly that', async () => {
    for (const order of seedOrders(world.clock.nowMs)) {
      const sum = order.lines.reduce((total, line) => total + line.quantity * line.unitPriceMinor, 0);
      expect(order.totalMinor).toBe(sum + order.shippingMinor);
      const charge = { amount: sum, currency: order.currency.toLowerCase() };
      expect((await world.payments(`/v1/charges/${order.chargeId}`)).body).toMatchObject(charge);
    }
  });

  test('of a customer can be listed, in one tenant or in all', async () => {
    expect((await world.order('/v1/orders?customer=ben')).body).toMatchObject({ orders: [{ id: '4826' }] });
    const zoe = await world.order('/v1/orders?customer=zoe');
    expect(zoe.body).toMatchObject({ orders: [{ id: '9001', tenant: 'otherco' }] });
    expect((await world.order('/v1/orders?customer=zoe&tenant=fjordlight')).body).toEqual({ orders: [] });
    expect((await world.order('/v1/orders')).status).toBe(400);
  });

  test('are shown to holders of the service key only', async () => {
    expect((await world.ask('orders', '/v1/orders/4821')).status).toBe(401);
    expect((await world.ask('orders', '/v1/orders/4821', { key: 'wrong' })).status).toBe(401);
  });

  test('get a new version with every change, and none without (C28)', async () => {
    const changed = await world.admin('PATCH', '/orders/4828', {
      status: 'cancelled',
      notes: ['asked by phone'],
    });
    expect(changed.body).toMatchObject({ id: '4828', status: 'cancelled', version: 2, totalMinor: 8900 });
    for (const wrong of [{ version: 9 }, { status: 'lost' }, { totalMinor: 1.5 }, { lines: [{}] }]) {
      expect((await world.admin('PATCH', '/orders/4828', wrong)).status).toBe(400);
    }
    expect((await world.order('/v1/orders/4828')).body).toMatchObject({ version: 2 });
    expect((await world.admin('PATCH', '/orders/1', { notes: [] })).status).toBe(404);
  });

  test('can be made, and not twice', async () => {
    const order = { id: '5001', customerId: 'ben', totalMinor: 100 };
    expect((await world.admin('POST', '/orders', order)).status).toBe(201);
    expect((await world.order('/v1/orders/5001')).body).toMatchObject({
      ...order,
      version: 1,
      tenant: 'fjordlight',
    });
    expect((await world.admin('POST', '/orders', order)).status).toBe(409);
  });
});
