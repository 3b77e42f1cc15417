import type { JsonObject } from '@countersign/domain';
import { type Topic, topics } from '../topics.js';
import { canonicalJson } from './canonical-json.js';
import { cloudEventHeaders, readCloudEvent } from './cloud-event.js';
import { parseStream, type RecordedEvent, type StreamCategory } from './event.js';

/** A recorded event on a topic: the value is its data as stored, the headers say all the rest. */
export interface EventMessage {
  /** The stream: events of one stream stay in order. */
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  /** RFC 8785 canonical JSON. What is sensitive in it is sealed, as in the store. */
  readonly value: string;
}

export type ReadEventMessage =
  | { readonly outcome: 'read'; readonly event: RecordedEvent }
  | { readonly outcome: 'refused'; readonly code: EventMessageFault; readonly reason: string };

export type EventMessageFault =
  | 'not_a_cloud_event'
  | 'unknown_specversion'
  | 'unknown_content_type'
  | 'not_an_event'
  | 'not_utf8'
  | 'not_json';

const typePrefix = 'countersign.';
const sourcePrefix = '/countersign/';
const rolePrefix = 'countersign_';

const topicOfCategory: Readonly<Partial<Record<StreamCategory, Topic>>> = {
  case: topics.cases,
  proposal: topics.proposals,
  stop: topics.stops,
};

/** The topic of a stream's category; undefined for administration that nobody hears. */
export function topicOfStream(stream: string): Topic | undefined {
  const { category } = parseStream(stream);
  return Object.hasOwn(topicOfCategory, category) ? topicOfCategory[category as StreamCategory] : undefined;
}

/** `ProposalDrafted` is published as `countersign.proposal-drafted`. */
export const publishedType = (type: string): string =>
  typePrefix +
  type.replace(/[A-Z]/g, (letter, at: number) => `${at === 0 ? '' : '-'}${letter.toLowerCase()}`);

/** The event type of a published one; undefined for a type that is not ours. */
export function eventTypeOf(published: string): string | undefined {
  if (!/^countersign\.[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/.test(published)) return undefined;
  return published
    .slice(typePrefix.length)
    .replace(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase());
}

export function eventMessage(event: RecordedEvent): EventMessage {
  const { tenant, stream, version, position, transactionId, metadata } = event;
  return {
    key: stream,
    headers: {
      ...cloudEventHeaders({
        id: event.id,
        type: publishedType(event.type),
        source: sourcePrefix + event.recordedBy.replace(rolePrefix, '').replaceAll('_', '-'),
        time: event.recordedAt,
      }),
      ce_subject: stream,
      ce_tenant: tenant,
      ce_streamversion: String(version),
      ce_schemaversion: String(event.schemaVersion),
      ce_position: position,
      ce_transactionid: transactionId,
      ce_recordedby: event.recordedBy,
      ce_causationid: metadata.causationId,
      ce_correlationid: metadata.correlationId,
      ce_previoushash: event.previousHash,
      ce_hash: event.hash,
      ...(metadata.traceparent === undefined ? {} : { traceparent: metadata.traceparent }),
    },
    value: canonicalJson(event.data),
  };
}

/**
 * The event a message carries. Precedence: envelope, the attributes of ours, text, content. That the store has
 * recorded it is for whoever hears it to check: a topic is not an identity.
 */
export function readEventMessage(
  headers: Readonly<Record<string, string>>,
  value: Uint8Array | null,
): ReadEventMessage {
  const read = readCloudEvent(headers);
  if (read.outcome === 'refused') return refusal(read.code, `The header ${read.header} is missing or wrong.`);
  const { id, time, type: published } = read.event;
  const type = eventTypeOf(published);
  if (type === undefined) return refusal('not_an_event', `${published} is no event type.`);
  const wrong = Object.entries(eventHeaderShapes).find(([name, shape]) => !shape.test(headers[name] ?? ''));
  if (wrong !== undefined) return refusal('not_an_event', `The header ${wrong[0]} is missing or wrong.`);
  const text = utf8(value ?? new Uint8Array());
  if (text === undefined) return refusal('not_utf8', 'The content is not UTF-8.');
  const data = jsonObject(text);
  if (data === undefined) return refusal('not_json', 'The content is not a JSON object.');
  return { outcome: 'read', event: { id, type, data, recordedAt: time, ...attributes(headers) } };
}

const hash = /^[0-9a-f]{64}$/;
const counted = /^[1-9][0-9]{0,8}$/;
/** The attributes of ours that every message of an event has, and what each looks like. */
export const eventHeaderShapes: Readonly<Record<string, RegExp>> = {
  ce_id: /^[0-9a-f-]{36}$/,
  ce_subject: /^[!-~]{1,200}$/,
  ce_tenant: /^[a-z0-9][a-z0-9_-]{0,62}$/,
  ce_streamversion: counted,
  ce_schemaversion: counted,
  ce_position: /^[0-9]{1,20}$/,
  ce_transactionid: /^[0-9]{1,20}$/,
  ce_recordedby: /^[a-z_]{1,63}$/,
  ce_causationid: /./,
  ce_correlationid: /./,
  ce_previoushash: hash,
  ce_hash: hash,
};

function attributes(headers: Readonly<Record<string, string>>) {
  const of = (name: string): string => headers[name] ?? '';
  const { traceparent } = headers;
  return {
    tenant: of('ce_tenant'),
    stream: of('ce_subject'),
    version: Number(of('ce_streamversion')),
    schemaVersion: Number(of('ce_schemaversion')),
    position: of('ce_position'),
    transactionId: of('ce_transactionid'),
    recordedBy: of('ce_recordedby'),
    previousHash: of('ce_previoushash'),
    hash: of('ce_hash'),
    metadata: {
      causationId: of('ce_causationid'),
      correlationId: of('ce_correlationid'),
      ...(traceparent === undefined ? {} : { traceparent }),
    },
  };
}

const strict = new TextDecoder('utf-8', { fatal: true });

/** The text of bytes; undefined when they are not UTF-8. */
export function utf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

function jsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}

const refusal = (code: EventMessageFault, reason: string): ReadEventMessage => ({
  outcome: 'refused',
  code,
  reason,
});
