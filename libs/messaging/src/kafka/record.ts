import { readCloudEvent, type Topic, utf8 } from '@countersign/contracts';
import type { IHeaders, KafkaMessage } from 'kafkajs';
import type { Delivery } from '../delivery/delivery.js';

/** A record as it lies on its topic. */
export interface KafkaRecord {
  readonly topic: Topic;
  readonly partition: number;
  /** Decimal. */
  readonly offset: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: Uint8Array;
  /** When the broker appended it, or its producer made it: as the topic is set. */
  readonly appendedAt: string;
  /** Set when key or headers are not text; it is parked for it. */
  readonly unreadable?: { readonly code: string; readonly reason: string };
}

/** A delivery that came from a topic: dead letters carry the record as it was. */
export interface FromRecord extends Delivery {
  readonly record: KafkaRecord;
}

export function recordOf(
  at: { readonly topic: Topic; readonly partition: number },
  { offset, key, headers, value, timestamp }: KafkaMessage,
): KafkaRecord {
  const read = headersOf(headers ?? {});
  const text = key === null ? '' : utf8(key);
  return {
    ...at,
    offset,
    key: text ?? '',
    headers: read.headers,
    value: value ?? new Uint8Array(),
    appendedAt: new Date(Number(timestamp)).toISOString(),
    ...(text === undefined && { unreadable: notText('key') }),
    ...(read.wrong !== undefined && { unreadable: notText(`header ${read.wrong}`) }),
  };
}

export const placeOf = ({ topic, partition, offset }: KafkaRecord): string =>
  `${topic}/${partition}/${offset}`;

/** Of a header given twice the first counts. */
function headersOf(given: IHeaders): { headers: Record<string, string>; wrong?: string } {
  const headers: Record<string, string> = {};
  let wrong: string | undefined;
  for (const [name, value] of Object.entries(given)) {
    const [first] = Array.isArray(value) ? value : [value];
    if (first === undefined) continue;
    const text = typeof first === 'string' ? first : utf8(first);
    if (text === undefined) wrong = name;
    else headers[name] = text;
  }
  return wrong === undefined ? { headers } : { headers, wrong };
}

const notText = (what: string) => ({ code: 'not_utf8', reason: `The ${what} is not UTF-8.` });

/** What an ingress message says of itself, or why it says nothing usable. */
export function ingressFacts({
  headers,
  key,
  unreadable,
}: KafkaRecord):
  | { readonly id: string; readonly tenant: string }
  | { readonly unreadable: { readonly code: string; readonly reason: string } } {
  if (unreadable !== undefined) return { unreadable };
  const read = readCloudEvent(headers);
  if (read.outcome === 'refused') {
    return { unreadable: { code: read.code, reason: `The header ${read.header} is missing or wrong.` } };
  }
  const { ce_tenant: tenant = '' } = headers;
  if (!/^[a-z0-9][a-z0-9_-]{0,62}$/.test(tenant)) {
    return { unreadable: { code: 'no_tenant', reason: 'The header ce_tenant names no tenant.' } };
  }
  const { id } = read.event;
  if (!/^[!-~]{1,200}$/.test(id)) {
    return { unreadable: { code: 'not_a_cloud_event', reason: 'The header ce_id is no usable id.' } };
  }
  if (key === '') return { unreadable: { code: 'no_key', reason: 'The message has no key.' } };
  return { id, tenant };
}
