import { describe, expect, it } from '@jest/globals';
import type { Connection } from '../network/connection.js';
import { listRefundsCreated } from './list-refunds.js';

const created = Date.parse('2026-11-30T10:00:00Z') / 1000;
const refund = (id: string, over: object = {}) => ({
  ...{ object: 'refund', id, amount: 700, currency: 'eur', status: 'succeeded', created },
  charge: { object: 'charge', id: `ch_${id}`, metadata: { tenant: 'fjordlight' } },
  metadata: { operation_id: `op_${id}` },
  ...over,
});

function paymentsWith(data: readonly unknown[], hasMore = false): Connection {
  const body = { object: 'list', url: '/v1/refunds', has_more: hasMore, data };
  const ports = { timeoutMs: 1_000, now: () => Date.parse('2026-11-30T12:00:00Z'), random: () => 0 };
  return { baseUrl: 'http://payments', key: 'k', fetch: async () => Response.json(body), ...ports };
}

async function listed(data: readonly unknown[], hasMore = false) {
  const asked = { tenant: 'fjordlight', from: '2026-11-30T00:00:00Z', to: '2026-11-30T11:00:00Z' };
  const page = await listRefundsCreated(paymentsWith(data, hasMore), asked);
  return page.outcome === 'found' ? page.value : page;
}

describe('a page of refunds', () => {
  it.each([
    ['status', { status: 'teleported' }, 'status', '"teleported" is no word that is known here'],
    ['amount', { amount: '7.00' }, 'amount', 'is no whole number of minor units'],
    ['currency', { currency: 'doubloon' }, 'currency', 'is no currency of ISO 4217'],
    ['charge', { charge: null }, 'charge', 'is missing, or names none'],
  ])('with one whose %s cannot be read says so, and keeps the others', async (_name, over, field, reason) => {
    expect(await listed([refund('re_1'), refund('re_2', over), refund('re_3')])).toMatchObject({
      refunds: [{ refundId: 're_1' }, { refundId: 're_3' }],
      unreadable: [
        {
          ...{ reference: 're_2', operationId: 'op_re_2', field, reason },
          createdAt: '2026-11-30T10:00:00.000Z',
        },
      ],
      next: 'end',
    });
  });

  it('with one that does not say when it was made puts it beside its neighbour', async () => {
    const page = await listed([refund('re_1'), refund('re_2', { created: 'soon' }), refund('re_3')]);
    expect(page).toMatchObject({
      unreadable: [{ reference: 're_2', createdAt: '2026-11-30T10:00:00.000Z' }],
    });
  });

  it('with something that is no record at all says so, and goes on after the last one that has a name', async () => {
    expect(await listed([refund('re_1'), 'what?'], true)).toMatchObject({
      refunds: [{ refundId: 're_1' }],
      unreadable: [{ reference: 'none', field: 'object' }],
      next: 're_1',
    });
  });

  it('leaves out what cannot be read of another tenant, as it does what can', async () => {
    const theirs = { object: 'charge', id: 'ch_9', metadata: { tenant: 'otherco' } };
    const page = await listed([refund('re_1', { charge: theirs, status: 'teleported' })]);
    expect(page).toEqual({ refunds: [], unreadable: [], next: 'end' });
  });

  it('that says there is more and names nothing is no answer', async () => {
    const page = await listed(['what?'], true);
    expect(page).toEqual({ outcome: 'no_answer', code: 'wrong_body' });
  });
});
