import { eventHeaderShapes } from '../envelope/event-message.js';
import type { Schemas } from './contract-schemas.js';
import type { JsonSchema } from './json-schema.js';

const text: JsonSchema = { type: 'string', minLength: 1 };
const shaped = (pattern: string): JsonSchema => ({ type: 'string', pattern });
const described = (schema: JsonSchema | undefined, description: string): JsonSchema => ({
  description,
  ...(schema ?? text),
});

/** CloudEvents 1.0 in binary mode: attributes are headers, the content is the value. */
const cloudEvent: Readonly<Record<string, JsonSchema>> = {
  ce_specversion: { type: 'string', const: '1.0' },
  ce_id: text,
  ce_type: text,
  ce_source: described(text, 'Who wrote it: `/countersign/policy-gate`. Not an identity.'),
  ce_time: described(text, 'ISO 8601, UTC.'),
};
/** What outside parties may write of it: a media type in any case, with parameters. */
const jsonMediaType = '^\\s*[aA][pP][pP][lL][iI][cC][aA][tT][iI][oO][nN]/[jJ][sS][oO][nN]\\s*(;.*)?$';
const required = ['ce_specversion', 'ce_id', 'ce_type', 'ce_source', 'ce_time'];
const traceparent = described(text, 'W3C trace context.');

/** What each attribute of ours says. A shape without a word here does not get by the test. */
const meanings: Readonly<Record<string, string>> = {
  ce_id: 'UUID, the same each time the event is sent.',
  ce_subject: 'The stream; also the key of the message.',
  ce_tenant: 'Whose event it is.',
  ce_streamversion: 'Place in its stream, from 1 without gaps.',
  ce_schemaversion: 'Version of the content’s schema.',
  ce_position: 'Place in the whole record, decimal, beyond 2^53.',
  ce_transactionid: 'Transaction it was written in, decimal, beyond 2^53.',
  ce_recordedby: 'Database role that appended it.',
  ce_causationid: 'Id of what this event answers.',
  ce_correlationid: 'Id of the request it all began with.',
  ce_previoushash: 'SHA-256 of the event before it in the stream; 64 zeros for the first.',
  ce_hash: 'SHA-256 of the event as it is stored.',
};

const ours = Object.fromEntries(
  Object.entries(eventHeaderShapes).map(([name, { source }]) => [
    name,
    described(shaped(source), meanings[name] ?? ''),
  ]),
);

/** The headers of events, of what outside parties publish, and of messages that were set aside. */
export const headerSchemas: Schemas = {
  EventHeaders: {
    type: 'object',
    properties: {
      ...cloudEvent,
      'content-type': { type: 'string', const: 'application/json' },
      ...ours,
      traceparent,
    },
    required: [...new Set([...required, 'content-type', ...Object.keys(ours)])],
  },
  IngressHeaders: {
    type: 'object',
    properties: {
      ...cloudEvent,
      ce_id: described(shaped('^[!-~]{1,200}$'), 'Chosen by the sender; the same id is taken once.'),
      'content-type': described(shaped(jsonMediaType), '`application/json`, also with parameters.'),
      ce_tenant: { ...ours['ce_tenant'], description: 'Whose customer or proposal it is about.' },
      traceparent,
    },
    required: [...required, 'ce_tenant'],
  },
  DeadLetterHeaders: {
    type: 'object',
    description: 'The message’s own headers, and these.',
    properties: {
      deadletter_service: described(text, 'Which service could not handle it.'),
      deadletter_status: { type: 'string', enum: ['parked', 'halted'] },
      deadletter_kind: described(text, 'Kind of failure.'),
      deadletter_code: described(text, 'Why, as a code.'),
      deadletter_reason: described({ type: 'string' }, 'Why, as a sentence.'),
      deadletter_attempts: shaped('^[0-9]+$'),
      deadletter_from: described(text, 'Where it came from: topic/partition/offset.'),
      deadletter_at: described(text, 'ISO 8601, UTC.'),
      deadletter_content: described(
        { type: 'string', const: 'left out' },
        'Said when the content was too large for this topic.',
      ),
    },
    required: ['service', 'status', 'kind', 'code', 'reason', 'attempts', 'from', 'at'].map(
      (name) => `deadletter_${name}`,
    ),
  },
};
