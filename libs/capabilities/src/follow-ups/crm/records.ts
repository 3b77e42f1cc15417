/** The shapes that the CRM answers in, read strictly: a record of another shape is none. */
import { type Fields, fieldsOf, isCount, isInstant, isText } from '@countersign/connectors/json/read';

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

/** A message word for word: what a person approves, what is sent, and what the CRM says that it sent. */
export interface MessageWords {
  readonly opportunityId: string;
  readonly contactId: string;
  readonly channel: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

const wordNames = ['opportunityId', 'contactId', 'channel', 'recipient', 'subject', 'body'] as const;

/** Whether they are the same to the letter. */
export function sameWords(a: Readonly<Record<string, unknown>>, b: MessageWords): boolean {
  return wordNames.every((name) => a[name] === b[name]);
}

/** What the CRM keeps of an operation of ours. */
export interface MessageOperation extends MessageWords {
  readonly reference: string;
}

export interface DeliveryRecord {
  readonly messageId: string;
  readonly status: DeliveryStatus;
}

export function opportunityOf(item: unknown): OpportunityRecord | undefined {
  const { id, tenant, ownerId, ownerName, title, stage, status, contactId, lastActivityAt, version } =
    fieldsOf(item) ?? {};
  if (!isText(id) || !isText(tenant) || !isText(ownerId) || !isText(ownerName) || !isText(title))
    return undefined;
  if (!isText(stage) || !isText(status) || !isText(contactId) || !isInstant(lastActivityAt)) return undefined;
  if (!isCount(version)) return undefined;
  return { id, tenant, ownerId, ownerName, title, stage, status, contactId, lastActivityAt, version };
}

/** Whether somebody may be written to has to be said: left out, the record is none. */
export function contactOf({
  id,
  tenant,
  name,
  email,
  doNotContact,
  version,
}: Fields): ContactRecord | undefined {
  if (!isText(id) || !isText(tenant) || !isText(name) || !isText(email)) return undefined;
  return typeof doNotContact === 'boolean' && isCount(version)
    ? { id, tenant, name, email, doNotContact, version }
    : undefined;
}

export function templateOf(item: unknown): TemplateRecord | undefined {
  const { id, tenant, stage, subject, body, version } = fieldsOf(item) ?? {};
  if (!isText(id) || !isText(tenant) || !isText(stage) || !isText(subject) || !isText(body)) return undefined;
  return isCount(version) ? { id, tenant, stage, subject, body, version } : undefined;
}

const statuses: readonly DeliveryStatus[] = ['queued', 'sent', 'delivered', 'bounced'];
const statusIn = (value: unknown) => statuses.find((status) => status === value);

export function messageOf(item: unknown): SentMessage | undefined {
  const { id, createdAt, status } = fieldsOf(item) ?? {};
  const known = statusIn(status);
  return isText(id) && isInstant(createdAt) && known !== undefined
    ? { id, createdAt, status: known }
    : undefined;
}

export function deliveryOf({ messageId, status }: Fields): DeliveryRecord | undefined {
  const known = statusIn(status);
  return isText(messageId) && known !== undefined ? { messageId, status: known } : undefined;
}

export function targetOf({ opportunityId }: Fields) {
  return isText(opportunityId) ? { type: 'opportunity', id: opportunityId } : undefined;
}

export function operationOf(fields: Fields): MessageOperation | undefined {
  const { kind, reference, opportunityId, contactId, channel, recipient, subject, body } = fields;
  if (kind !== 'message' || !isText(reference) || !isText(opportunityId) || !isText(contactId))
    return undefined;
  return isText(channel) && isText(recipient) && isText(subject) && isText(body)
    ? { reference, opportunityId, contactId, channel, recipient, subject, body }
    : undefined;
}
