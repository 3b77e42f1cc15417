/** The shapes that the CRM answers in, read strictly: a record of another shape is none. */
import { type Fields, fieldsOf, isText, type Shaped, shaped, texts } from '@countersign/connectors/json/read';

const opportunity = {
  ...texts('id', 'tenant', 'ownerName', 'title', 'stage', 'contactId'),
  // The subject of whoever works on it and may write in its name.
  ownerId: 'text',
  // `open`, or anything else the system says.
  status: 'text',
  lastActivityAt: 'instant',
  version: 'count',
} as const;
const contact = {
  ...texts('id', 'tenant', 'name', 'email'),
  // Whether somebody may be written to has to be said: left out, the record is none.
  doNotContact: 'flag',
  version: 'count',
} as const;
const template = { ...texts('id', 'tenant', 'stage', 'subject', 'body'), version: 'count' } as const;
const words = texts('opportunityId', 'contactId', 'channel', 'recipient', 'subject', 'body');

export type OpportunityRecord = Shaped<typeof opportunity>;
export type ContactRecord = Shaped<typeof contact>;
/** A text that somebody answers for; `{{contact}}`, `{{title}}` and `{{owner}}` stand for what the records say. */
export type TemplateRecord = Shaped<typeof template>;
/** A message word for word: what a person approves, what is sent, and what the CRM says that it sent. */
export type MessageWords = Shaped<typeof words>;

export type DeliveryStatus = 'queued' | 'sent' | 'delivered' | 'bounced';

export interface SentMessage {
  readonly id: string;
  readonly createdAt: string;
  readonly status: DeliveryStatus;
}

/** Whether they are the same to the letter. */
export function sameWords(a: Readonly<Record<string, unknown>>, b: MessageWords): boolean {
  return (Object.keys(words) as (keyof MessageWords)[]).every((name) => a[name] === b[name]);
}

/** What the CRM keeps of an operation of ours. */
export interface MessageOperation extends MessageWords {
  readonly reference: string;
}

export interface DeliveryRecord {
  readonly messageId: string;
  readonly status: DeliveryStatus;
}

export const opportunityOf = (item: unknown): OpportunityRecord | undefined => shaped(opportunity, item);
export const contactOf = (item: unknown): ContactRecord | undefined => shaped(contact, item);
export const templateOf = (item: unknown): TemplateRecord | undefined => shaped(template, item);

export function messageOf(item: unknown): SentMessage | undefined {
  const read = shaped({ id: 'text', createdAt: 'instant' }, item);
  const status = statusIn(fieldsOf(item)?.status);
  return read === undefined || status === undefined ? undefined : { ...read, status };
}

export function deliveryOf(body: Fields): DeliveryRecord | undefined {
  const read = shaped({ messageId: 'text' }, body);
  const status = statusIn(body.status);
  return read === undefined || status === undefined ? undefined : { ...read, status };
}

const statuses: readonly DeliveryStatus[] = ['queued', 'sent', 'delivered', 'bounced'];
const statusIn = (value: unknown) => statuses.find((status) => status === value);

export function targetOf({ opportunityId }: Fields) {
  return isText(opportunityId) ? { type: 'opportunity', id: opportunityId } : undefined;
}

export function operationOf(body: Fields): MessageOperation | undefined {
  return body.kind === 'message' ? shaped({ ...words, reference: 'text' }, body) : undefined;
}
