import { randomUUID } from 'node:crypto';
import { refundReads } from '@countersign/capabilities/refunds/reads';
import type { OrdersReader } from '@countersign/connectors/orders/read';
import type { PaymentsReader } from '@countersign/connectors/payments/read';
import { digestOf, intentOf, type NewEvent, schemaVersionOf } from '@countersign/contracts';
import {
  type JsonObject,
  type ProposalEventData,
  proposalId,
  subjectId,
  tenantId,
} from '@countersign/domain';
import { orderRecord } from './records.js';

const tenant = tenantId('fjordlight');
const customer = subjectId('ada');
const bot = subjectId('helpdesk-bot');

const inMemory: OrdersReader = {
  order: async (_tenant, id) => ({
    ...{ outcome: 'found', value: orderRecord(id), readAt: new Date().toISOString() },
    ...{ source: `orders /v1/orders/${id}`, version: '1' },
  }),
  ordersOf: async () => ({ outcome: 'no_answer', code: 'refused' }),
};

/** Nobody asks payments for a draft. */
const noPayments: PaymentsReader = {
  charge: async () => ({ outcome: 'no_answer', code: 'refused' }),
  findRefund: async () => ({ outcome: 'unknown', code: 'refused' }),
  refundsCreated: async () => ({ outcome: 'no_answer', code: 'refused' }),
};

/**
 * What the gateway writes for an outside agent that proposes a refund of the order of this charge: the capability's own
 * completion, from the records of the benchmark unless others are given.
 */
export async function draftedFor(charge: string, id: string, orders = inMemory): Promise<NewEvent> {
  const reads = refundReads({ orders, payments: noPayments });
  const at = new Date().toISOString();
  const completed = await reads.complete(
    {
      kind: 'refund.create',
      arguments: {
        orderId: charge.slice('ch_'.length),
        lines: [{ lineId: '1', quantity: 1 }],
        reason: 'unopened_return',
      },
      statements: [{ fact: 'unopened', value: 'yes', basis: 'stated', source: 'agent/helpdesk-bot', at }],
    },
    { tenant, customer },
  );
  if (completed.outcome !== 'completed') throw new Error(`The draft was ${JSON.stringify(completed)}.`);
  const { action } = completed;
  const data: ProposalEventData<'ProposalDrafted'> = {
    ...{ proposalId: proposalId(id), tenant, customer, action },
    origin: { kind: 'agent', reference: id, requestHash: 'b'.repeat(64) },
    author: { kind: 'agent', subject: bot, name: 'Helpdesk bot', roles: ['agent'] },
    ...{ startedBy: [bot], digest: digestOf(tenant, action), intent: intentOf(tenant, action) },
    ...{ capability: { name: 'refunds', version: '1' }, supersedes: 'none', draftedAt: at },
  };
  return {
    ...{ id: randomUUID(), type: 'ProposalDrafted', schemaVersion: schemaVersionOf('ProposalDrafted') ?? 1 },
    data: data as unknown as JsonObject,
    metadata: { causationId: id, correlationId: id },
  };
}
