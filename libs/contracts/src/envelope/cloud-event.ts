/** What a CloudEvents 1.0 message in binary mode says beside its content. */
export interface CloudEvent {
  readonly id: string;
  /** Event type or topic, `countersign.proposal-drafted`. */
  readonly type: string;
  /** A URI reference to who wrote it, `/countersign/policy-gate`. */
  readonly source: string;
  /** ISO 8601 in UTC. */
  readonly time: string;
}

export type ReadCloudEvent =
  | { readonly outcome: 'read'; readonly event: CloudEvent }
  | {
      readonly outcome: 'refused';
      readonly code: 'not_a_cloud_event' | 'unknown_specversion' | 'unknown_content_type';
      /** The header that is missing or wrong. */
      readonly header: string;
    };

const specversion = '1.0';
const contentType = 'application/json';

/** The headers of a message in binary mode; the content is the message's value, as it is. */
export function cloudEventHeaders({ id, type, source, time }: CloudEvent): Readonly<Record<string, string>> {
  return {
    ce_id: id,
    ce_type: type,
    ce_source: source,
    ce_specversion: specversion,
    ce_time: time,
    'content-type': contentType,
  };
}

/**
 * Reads the headers of a message in binary mode. Precedence: version of the envelope, the attributes the
 * standard requires, time (which we require too), content. Header names are compared as they were sent.
 */
export function readCloudEvent(headers: Readonly<Record<string, string>>): ReadCloudEvent {
  const version = headers.ce_specversion;
  if (version === undefined) return refusal('not_a_cloud_event', 'ce_specversion');
  if (version !== specversion) return refusal('unknown_specversion', 'ce_specversion');
  const { ce_id: id = '', ce_type: type = '', ce_source: source = '', ce_time: time = '' } = headers;
  const missing = Object.entries({ ce_id: id, ce_type: type, ce_source: source }).find(([, v]) => v === '');
  if (missing !== undefined) return refusal('not_a_cloud_event', missing[0]);
  if (Number.isNaN(Date.parse(time))) return refusal('not_a_cloud_event', 'ce_time');
  // Parameters such as a charset may follow the media type.
  const [mediaType = ''] = (headers['content-type'] ?? contentType).split(';');
  if (mediaType.trim().toLowerCase() !== contentType) return refusal('unknown_content_type', 'content-type');
  return { outcome: 'read', event: { id, type, source, time } };
}

type Code = Extract<ReadCloudEvent, { outcome: 'refused' }>['code'];
const refusal = (code: Code, header: string): ReadCloudEvent => ({ outcome: 'refused', code, header });
