import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { messageDelivery } from '../delivery/delivery.js';
import type { Parked, Parking, ToPark } from '../delivery/parking.js';

export interface OpenParking {
  readonly parking: Parking;
  /** What still stands aside of a service, oldest first. */
  standing(service: string): Promise<readonly Parked[]>;
  close(): Promise<void>;
}

const service = 'coordinator';
const topic = 'countersign.customer-requests';
const why = { kind: 'retryable', code: 'keys_unavailable', reason: 'No keys.', attempts: 3 } as const;

/** A message of a conversation, at a place of its own in the topic. */
function message(conversation: string, position: string, status: ToPark['status']): ToPark {
  const delivery = messageDelivery(
    {
      ...{ topic, tenant: 'fjordlight', key: conversation, id: `message ${position}`, headers: {} },
      ...{ value: Buffer.from('{}'), recordedAt: '2026-11-30T09:00:00.000Z' },
    },
    { position },
  );
  return { service, delivery, status, ...why };
}

const orderOf = (conversation: string) => `${topic}/fjordlight/${conversation}`;

/** What is set aside is kept, counted and given back alike, in the table and in memory. */
export function describeParking(name: string, open: () => Promise<OpenParking>): void {
  describe(name, () => {
    let opened: OpenParking;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    const aside = async (conversation: string) => {
      const all = await opened.standing(service);
      return all.filter(({ delivery }) => delivery.order === orderOf(conversation));
    };
    const isHalted = async (conversation: string) =>
      (await opened.parking.haltedOrders(service)).includes(orderOf(conversation));
    const settle = async (parked: Parked | undefined) => opened.parking.settle(parked?.id ?? '0');

    test('an order stays halted while anything waits in it, its first message heard or not, first things first', async () => {
      const { parking } = opened;
      await parking.park(message('waits', '12', 'halted'));
      await parking.park(message('waits', '14', 'waiting'));
      expect(await isHalted('waits')).toBe(true);
      const first = await parking.firstInOrder(service, orderOf('waits'));
      expect(first).toMatchObject({ status: 'halted', delivery: { id: '12' } });
      await settle(first);
      expect(await isHalted('waits')).toBe(true);
      const second = await parking.firstInOrder(service, orderOf('waits'));
      expect(second).toMatchObject({ status: 'waiting', delivery: { id: '14' } });
      await settle(second);
      expect(await isHalted('waits')).toBe(false);
      expect(await parking.firstInOrder(service, orderOf('waits'))).toBeUndefined();
    });

    test('an order is halted for the service that set it aside, and for no other', async () => {
      await opened.parking.park(message('own', '22', 'halted'));
      expect(await opened.parking.haltedOrders('executor')).toEqual([]);
      expect(await opened.parking.firstInOrder('executor', orderOf('own'))).toBeUndefined();
    });

    test('what is set aside alone halts nothing', async () => {
      await opened.parking.park(message('alone', '32', 'parked'));
      expect(await isHalted('alone')).toBe(false);
      expect(await opened.parking.firstInOrder(service, orderOf('alone'))).toBeUndefined();
      expect(await aside('alone')).toMatchObject([{ status: 'parked', attempts: 3 }]);
    });

    test('the same thing is set aside once while it stands, and once more when it was heard and comes again', async () => {
      await opened.parking.park(message('twice', '42', 'parked'));
      await opened.parking.park(message('twice', '42', 'parked'));
      const [first, ...more] = await aside('twice');
      expect(more).toEqual([]);
      await settle(first);
      expect(await aside('twice')).toEqual([]);
      await opened.parking.park(message('twice', '42', 'parked'));
      expect(await aside('twice')).toHaveLength(1);
    });

    test('tries are added up, and what was heard is not changed any more', async () => {
      await opened.parking.park(message('tried', '52', 'parked'));
      const [parked] = await aside('tried');
      const again = {
        status: 'parked',
        kind: 'bug',
        code: 'broken',
        reason: 'It broke.',
        attempts: 2,
      } as const;
      await opened.parking.update(parked?.id ?? '0', again);
      expect(await aside('tried')).toMatchObject([{ kind: 'bug', code: 'broken', attempts: 5 }]);
      await settle(parked);
      await opened.parking.update(parked?.id ?? '0', again);
      expect(await aside('tried')).toEqual([]);
    });
  });
}
