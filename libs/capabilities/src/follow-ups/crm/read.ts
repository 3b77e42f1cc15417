/**
 * Reads opportunities, contacts, templates, messages and what became of them. One key reads every tenant there, so the
 * tenant is checked here: another tenant's opportunity is not found.
 */
import {
  type Connection,
  listOf,
  type Operations,
  operationsOf,
  type ReadResult,
  recordsOf,
  withinTenant,
} from '@countersign/connectors/json/read';
import type { OperationId } from '@countersign/domain';
import {
  type ContactRecord,
  contactOf,
  type DeliveryRecord,
  deliveryOf,
  type MessageOperation,
  messageOf,
  type OpportunityRecord,
  operationOf,
  opportunityOf,
  type SentMessage,
  type TemplateRecord,
  targetOf,
  templateOf,
} from './records.js';

/** Its operations are messages; in its ledger one that came back is undone. */
export interface CrmReader extends Operations<MessageOperation> {
  opportunitiesOf(tenant: string, ownerId: string): Promise<ReadResult<readonly OpportunityRecord[]>>;
  opportunity(tenant: string, id: string): Promise<ReadResult<OpportunityRecord>>;
  contact(tenant: string, id: string): Promise<ReadResult<ContactRecord>>;
  /** Every message of an opportunity, oldest first, whoever sent it. */
  messagesOf(opportunityId: string): Promise<ReadResult<readonly SentMessage[]>>;
  templates(tenant: string): Promise<ReadResult<readonly TemplateRecord[]>>;
  delivery(operationId: OperationId): Promise<ReadResult<DeliveryRecord>>;
}

export function createCrmReader(connection: Connection, settleWindowMs?: number): CrmReader {
  const record = recordsOf(connection, 'crm');
  return {
    opportunitiesOf: (tenant, ownerId) =>
      record({
        path: ['owners', tenant, ownerId, 'opportunities'],
        kind: 'owner',
        read: ({ opportunities }) => listOf(opportunities, opportunityOf),
      }),
    opportunity: async (tenant, id) =>
      withinTenant(
        await record({ path: ['opportunities', id], kind: 'opportunity', read: opportunityOf }),
        tenant,
      ),
    contact: async (tenant, id) =>
      withinTenant(await record({ path: ['contacts', id], kind: 'contact', read: contactOf }), tenant),
    messagesOf: (id) =>
      record({
        path: ['opportunities', id, 'messages'],
        kind: 'opportunity',
        read: ({ messages }) => listOf(messages, messageOf),
      }),
    templates: (tenant) =>
      record({
        path: ['tenants', tenant, 'templates'],
        kind: 'tenant',
        read: ({ templates }) => listOf(templates, templateOf),
      }),
    delivery: (operationId) =>
      record({ path: ['deliveries', operationId], kind: 'delivery', read: deliveryOf }),
    ...operationsOf(connection, { system: 'crm', settleWindowMs, kept: operationOf, targetOf }),
  };
}
