/**
 * Reads opportunities, contacts, templates, messages and what became of them. One key reads every tenant there, so the
 * tenant is checked here: another tenant's opportunity is not found.
 */
import {
  type Connection,
  type Fields,
  fieldsOf,
  isCount,
  isInstant,
  isText,
  type LedgerAsked,
  type LedgerPage,
  listLedger,
  listOf,
  type OperationLook,
  type ReadResult,
  recordsOf,
  seekOperation,
  withinTenant,
} from '@countersign/connectors/json/read';

export interface OpportunityRecord {
  readonly id: string;
  readonly tenant: string;
  /** The subject of whoever works on it and may write in its name. */
  readonly ownerId: string;
  readonly ownerName: string;
  readonly title: string;
  readonly stage: string;
  /** `open`, or anything else the system says. */
  readonly status: string;
  readonly contactId: string;
  readonly lastActivityAt: string;
  readonly version: number;
}

export interface ContactRecord {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  readonly email: string;
  readonly doNotContact: boolean;
  readonly version: number;
}

/** A text that somebody answers for; `{{contact}}`, `{{title}}` and `{{owner}}` stand for what the records say. */
export interface TemplateRecord {
  readonly id: string;
  readonly tenant: string;
  readonly stage: string;
  readonly subject: string;
  readonly body: string;
  readonly version: number;
}

export type DeliveryStatus = 'queued' | 'sent' | 'delivered' | 'bounced';

export interface SentMessage {
  readonly id: string;
  readonly createdAt: string;
  readonly status: DeliveryStatus;
}

/** What the CRM keeps of an operation of ours: exactly what was sent, and to whom. */
export interface MessageOperation {
  readonly reference: string;
  readonly opportunityId: string;
  readonly contactId: string;
  readonly channel: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

export interface DeliveryRecord {
  readonly messageId: string;
  readonly status: DeliveryStatus;
}

export interface Sought {
  readonly operationId: string;
  readonly lastSentAt: string;
}

export interface CrmReader {
  opportunitiesOf(tenant: string, ownerId: string): Promise<ReadResult<readonly OpportunityRecord[]>>;
  opportunity(tenant: string, id: string): Promise<ReadResult<OpportunityRecord>>;
  contact(tenant: string, id: string): Promise<ReadResult<ContactRecord>>;
  /** Every message of an opportunity, oldest first, whoever sent it. */
  messagesOf(opportunityId: string): Promise<ReadResult<readonly SentMessage[]>>;
  templates(tenant: string): Promise<ReadResult<readonly TemplateRecord[]>>;
  message(sought: Sought): Promise<OperationLook<MessageOperation>>;
  delivery(operationId: string): Promise<ReadResult<DeliveryRecord>>;
  /** Messages of a time, whoever sent them; undone where one came back. */
  ledger(asked: LedgerAsked): Promise<ReadResult<LedgerPage>>;
}

export function createCrmReader(connection: Connection, settleWindowMs = 60_000): CrmReader {
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
    message: (sought) =>
      seekOperation(connection, { ...sought, system: 'crm', settleWindowMs, read: operationOf }),
    delivery: (operationId) =>
      record({ path: ['deliveries', operationId], kind: 'delivery', read: deliveryOf }),
    ledger: (asked) => listLedger(connection, { system: 'crm', asked, targetOf }),
  };
}

function opportunityOf(item: unknown): OpportunityRecord | undefined {
  const { id, tenant, ownerId, ownerName, title, stage, status, contactId, lastActivityAt, version } =
    fieldsOf(item) ?? {};
  if (!isText(id) || !isText(tenant) || !isText(ownerId) || !isText(ownerName) || !isText(title))
    return undefined;
  if (!isText(stage) || !isText(status) || !isText(contactId) || !isInstant(lastActivityAt)) return undefined;
  if (!isCount(version)) return undefined;
  return { id, tenant, ownerId, ownerName, title, stage, status, contactId, lastActivityAt, version };
}

/** Whether somebody may be written to has to be said: left out, the record is none. */
function contactOf({ id, tenant, name, email, doNotContact, version }: Fields): ContactRecord | undefined {
  if (!isText(id) || !isText(tenant) || !isText(name) || !isText(email)) return undefined;
  return typeof doNotContact === 'boolean' && isCount(version)
    ? { id, tenant, name, email, doNotContact, version }
    : undefined;
}

function templateOf(item: unknown): TemplateRecord | undefined {
  const { id, tenant, stage, subject, body, version } = fieldsOf(item) ?? {};
  if (!isText(id) || !isText(tenant) || !isText(stage) || !isText(subject) || !isText(body)) return undefined;
  return isCount(version) ? { id, tenant, stage, subject, body, version } : undefined;
}

const statuses: readonly DeliveryStatus[] = ['queued', 'sent', 'delivered', 'bounced'];
const statusIn = (value: unknown) => statuses.find((status) => status === value);

function messageOf(item: unknown): SentMessage | undefined {
  const { id, createdAt, status } = fieldsOf(item) ?? {};
  const known = statusIn(status);
  return isText(id) && isInstant(createdAt) && known !== undefined
    ? { id, createdAt, status: known }
    : undefined;
}

function deliveryOf({ messageId, status }: Fields): DeliveryRecord | undefined {
  const known = statusIn(status);
  return isText(messageId) && known !== undefined ? { messageId, status: known } : undefined;
}

function targetOf({ opportunityId }: Fields) {
  return isText(opportunityId) ? { type: 'opportunity', id: opportunityId } : undefined;
}

function operationOf(fields: Fields): MessageOperation | undefined {
  const { kind, reference, opportunityId, contactId, channel, recipient, subject, body } = fields;
  if (kind !== 'message' || !isText(reference) || !isText(opportunityId) || !isText(contactId))
    return undefined;
  return isText(channel) && isText(recipient) && isText(subject) && isText(body)
    ? { reference, opportunityId, contactId, channel, recipient, subject, body }
    : undefined;
}
