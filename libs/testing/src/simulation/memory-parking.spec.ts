import type { ToPark } from '@countersign/messaging/simulation';
import { describe, expect, test } from '@jest/globals';
import { MemoryParking } from './memory-parking.js';

const order = 'countersign.customer-requests/fjordlight/about 5001';

function message(id: string, status: ToPark['status']): ToPark {
  const kept = () => ({ bytes: new Uint8Array(), envelope: {} });
  const delivery = {
    ...{ source: 'message' as const, pattern: 'countersign.customer-requests', tenant: 'fjordlight', order },
    ...{ id, payload: {}, kept },
  };
  const why = { kind: 'retryable' as const, code: 'keys_unavailable', reason: 'No keys.', attempts: 3 };
  return { service: 'coordinator', delivery, status, ...why };
}

const newParking = () => new MemoryParking(() => '2026-11-30T09:00:00.000Z');

describe('what a simulated service has set aside', () => {
  test('seed 134: a stream is halted for whoever is born while anything waits in it, its first message heard or not', async () => {
    const parking = newParking();
    await parking.park(message('2', 'halted'));
    await parking.park(message('4', 'waiting'));
    await parking.settle('1');
    expect(await parking.haltedOrders('coordinator')).toEqual([order]);
    expect(await parking.firstInOrder('coordinator', order)).toMatchObject({ delivery: { id: '4' } });
    await parking.settle('2');
    expect(await parking.haltedOrders('coordinator')).toEqual([]);
    expect(await parking.firstInOrder('coordinator', order)).toBeUndefined();
  });

  test('a message that is set aside alone halts nothing', async () => {
    const parking = newParking();
    await parking.park(message('2', 'parked'));
    expect(await parking.haltedOrders('coordinator')).toEqual([]);
    expect(parking.waiting()).toHaveLength(1);
  });

  test('the same thing is there once while it waits, and once more when it was heard and is set aside again', async () => {
    const parking = newParking();
    await parking.park(message('2', 'parked'));
    await parking.park(message('2', 'parked'));
    expect(parking.waiting()).toHaveLength(1);
    await parking.settle('1');
    await parking.park(message('2', 'parked'));
    expect(parking.waiting().map(({ id }) => id)).toEqual(['2']);
  });

  test('tries are added up, and what was heard is not changed any more', async () => {
    const parking = newParking();
    await parking.park(message('2', 'parked'));
    const again = {
      status: 'parked' as const,
      kind: 'bug' as const,
      code: 'broken',
      reason: '',
      attempts: 2,
    };
    await parking.update('1', again);
    expect(parking.waiting()).toMatchObject([{ code: 'broken', attempts: 5 }]);
    await parking.settle('1');
    await parking.update('1', again);
    expect(parking.waiting()).toEqual([]);
  });
});
