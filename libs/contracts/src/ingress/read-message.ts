import { plainToInstance } from 'class-transformer';
import { textFault } from '../envelope/canonical-json.js';
import { type Fault, faultsOf, strict } from '../events/faults.js';

/** Why a published message cannot be read, in order of precedence. */
export type UnreadableCode =
  | 'too_large'
  | 'not_utf8'
  | 'not_json'
  | 'not_an_object'
  | 'unknown_version'
  | 'text_not_storable'
  | 'fields_wrong';

export interface Unreadable {
  readonly outcome: 'refused';
  readonly code: UnreadableCode;
  readonly errors: readonly Fault[];
  /** The same as sentences, for a log or a parked message; no value is ever in them. */
  readonly faults: readonly string[];
}

export type ReadMessage<Message> = { readonly outcome: 'read'; readonly message: Message } | Unreadable;

/** The largest message that is looked at, in bytes. */
export const messageBytesMax = 256 * 1024;

/**
 * Reads what an outside party published, byte for byte. Nothing is mended: no lossy decoding, no stripped
 * character, no field that nobody knows. A message without `schemaVersion` is of version 1.
 */
export function readMessage<Message extends object>(
  of: new () => Message,
  bytes: Uint8Array,
): ReadMessage<Message> {
  if (bytes.byteLength > messageBytesMax) return refusal('too_large', `is above ${messageBytesMax} bytes`);
  const text = utf8(bytes);
  if (text === undefined) return refusal('not_utf8', 'is not UTF-8');
  const json = parsed(text);
  if (json === undefined) return refusal('not_json', 'is not JSON');
  if (!isRecord(json)) return refusal('not_an_object', 'is not a JSON object');
  const { schemaVersion = 1, ...fields } = json;
  if (schemaVersion !== 1)
    return unreadable('unknown_version', [{ field: 'schemaVersion', reason: 'must be 1' }]);
  const stored = textFault(fields, '');
  if (stored !== undefined) {
    return unreadable('text_not_storable', [{ field: stored.path, reason: stored.reason }]);
  }
  const errors = faultsOf(of, fields, strict);
  if (errors.length > 0) return unreadable('fields_wrong', errors);
  return { outcome: 'read', message: plainToInstance(of, fields) };
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const refusal = (code: UnreadableCode, reason: string): Unreadable =>
  unreadable(code, [{ field: '', reason }]);

function unreadable(code: UnreadableCode, errors: readonly Fault[]): Unreadable {
  const faults = errors.map(({ field, reason }) => sentence(field, reason));
  return { outcome: 'refused', code, errors, faults };
}

function sentence(field: string, reason: string): string {
  if (field === '') return `the message ${reason}`;
  return reason.includes(field) ? reason : `${field}: ${reason}`;
}
