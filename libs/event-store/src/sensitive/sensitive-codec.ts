import type { NewEvent, RecordedEvent } from '@countersign/contracts';
import type { JsonObject, JsonValue } from '@countersign/domain';
import type { EventCodec } from '../codec.js';
import { StoreError } from '../store-error.js';
import { changedAt, textAt } from './json-paths.js';
import { nameOf, type Subject, type SubjectKey, type SubjectKeys, seal, unseal } from './subject-keys.js';

/** What is sensitive in an event type: whom it is about, and where. Paths as in `changedAt`. */
export interface SensitiveFields {
  /** Where in the data the person's id stands; itself not sensitive. */
  subject: string;
  paths: readonly string[];
}

/** By event type; types that are not listed are stored as they are. */
export type SensitiveTypes = Readonly<Record<string, SensitiveFields>>;

/** What a reader gets in place of a text whose person was forgotten; other values become null. */
export const FORGOTTEN = '[forgotten]';

/** The mark under which a sensitive value is stored. */
const SEALED = '$sealed';

type Sealed = { text: boolean; subject: string; content: string };

/**
 * Encrypts sensitive values before the append and decrypts them for readers. The hash chain covers what is
 * stored, so it verifies whether or not the person is still known.
 */
export function sensitiveCodec(types: SensitiveTypes, keys: SubjectKeys): EventCodec {
  return {
    encode: (tenant, events) =>
      Promise.all(events.map((event) => encodeEvent(tenant, event, { types, keys }))),
    decode: async (events) => {
      const subjects = events.flatMap((event) => sealedSubjects(event, types));
      if (subjects.length === 0) return [...events];
      const known = await keys.keysOf(subjects);
      return events.map((event) => decodeEvent(event, types, known));
    },
  };
}

async function encodeEvent(
  tenant: string,
  event: NewEvent,
  { types, keys }: { types: SensitiveTypes; keys: SubjectKeys },
): Promise<NewEvent> {
  const fields = types[event.type];
  if (fields === undefined) return event;
  const subject = textAt(event.data, fields.subject);
  if (subject === undefined) {
    const message = `${event.type} has sensitive values but no ${fields.subject} to say about whom`;
    throw new StoreError('invalid_append', message, { path: `data.${fields.subject}` });
  }
  const key = await keys.keyFor({ tenant, subject });
  return { ...event, data: sealedData(event, fields, { subject, key }) };
}

function sealedData(
  { id, data }: NewEvent,
  { paths }: SensitiveFields,
  { subject, key }: { subject: string; key: SubjectKey },
): JsonObject {
  const sealValue = (value: JsonValue, at: string): JsonValue => {
    if (value === null) return null;
    // Nothing new about somebody who was forgotten is kept.
    if (key.state === 'erased') return typeof value === 'string' ? FORGOTTEN : null;
    const content = seal(key.key, Buffer.from(JSON.stringify(value)), `${id} ${at}`).toString('base64');
    return { [SEALED]: { text: typeof value === 'string', subject, content } };
  };
  return paths.reduce((sofar, path) => changedAt(sofar, path, sealValue), data);
}

function sealedSubjects(event: RecordedEvent, types: SensitiveTypes): Subject[] {
  const subjects: Subject[] = [];
  for (const path of types[event.type]?.paths ?? []) {
    changedAt(event.data, path, (value) => {
      const sealed = sealedOf(value);
      if (sealed !== undefined) subjects.push({ tenant: event.tenant, subject: sealed.subject });
      return value;
    });
  }
  return subjects;
}

function decodeEvent(
  event: RecordedEvent,
  types: SensitiveTypes,
  known: Map<string, SubjectKey>,
): RecordedEvent {
  const open = (value: JsonValue, at: string): JsonValue => {
    const sealed = sealedOf(value);
    if (sealed === undefined) return value;
    const key = known.get(nameOf({ tenant: event.tenant, subject: sealed.subject }));
    if (key?.state !== 'usable') return sealed.text ? FORGOTTEN : null;
    const plain = unseal(key.key, Buffer.from(sealed.content, 'base64'), `${event.id} ${at}`);
    return JSON.parse(plain.toString('utf8')) as JsonValue;
  };
  const paths = types[event.type]?.paths ?? [];
  if (paths.length === 0) return event;
  return { ...event, data: paths.reduce((sofar, path) => changedAt(sofar, path, open), event.data) };
}

function sealedOf(value: JsonValue): Sealed | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return (value as JsonObject)[SEALED] as Sealed | undefined;
}
