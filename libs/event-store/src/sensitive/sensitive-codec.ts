import type { NewEvent, RecordedEvent, SensitiveField } from '@countersign/contracts';
import type { JsonObject, JsonValue } from '@countersign/domain';
import { canonicalText } from '../canonical-text.js';
import type { EventCodec } from '../codec.js';
import { StoreError } from '../store-error.js';
import { changedAt, textAt } from './json-paths.js';
import type { StreamSubjects } from './stream-subjects.js';
import { nameOf, type Subject, type SubjectKey, type SubjectKeys, seal, unseal } from './subject-keys.js';

/** What is sensitive, by event type; types that are not listed are stored as they are. */
export type SensitiveTypes = Readonly<Record<string, readonly SensitiveField[] | undefined>>;

/** What a reader gets in place of a text whose person was forgotten; other values become null. */
export const FORGOTTEN = '[forgotten]';
/** What a reader gets who was given no keys. */
export const SEALED_TEXT = '[sealed]';

/** The mark under which a sensitive value is stored. */
const SEALED = '$sealed';

type Sealed = { text: boolean; subject: string; content: string };

/**
 * Encrypts sensitive values before the append and decrypts them for readers. The hash chain covers what is
 * stored, so it verifies whether or not the person is still known.
 */
export function sensitiveCodec(
  types: SensitiveTypes,
  { keys, subjects }: { keys: SubjectKeys; subjects: StreamSubjects },
): EventCodec {
  return {
    encode: async (to, events) => {
      const fields = events.map((event) => fieldsOf(types, event));
      if (fields.every(({ length }) => length === 0)) return events;
      const named = events.map((event) => subjects.namedIn(event)).find((subject) => subject !== undefined);
      const subject = named ?? (await subjects.of(to.tenant, to.stream));
      if (subject === undefined) throw nameless(to.stream);
      const key = await keys.keyFor({ tenant: to.tenant, subject });
      return events.map((event, at) => sealedEvent(event, fields[at] ?? [], { subject, key }));
    },
    decode: async (events) => {
      for (const event of events) if (event.version === 1) subjects.notice(event);
      const sealed = events.flatMap((event) => sealedSubjects(event, types));
      if (sealed.length === 0) return [...events];
      const known = await keys.keysOf(sealed);
      return events.map((event) => openedEvent(event, types, known));
    },
  };
}

/** For whoever is given no keys: sensitive values are hidden. The types in which they occur are others' to write. */
export function withoutKeys(types: SensitiveTypes): EventCodec {
  const hide = (value: JsonValue) => {
    const sealed = sealedOf(value);
    if (sealed === undefined) return value;
    return sealed.text ? SEALED_TEXT : null;
  };
  return {
    encode: async (_to, events) => events,
    decode: async (events) => events.map((event) => withChanged(event, fieldsOf(types, event), hide)),
  };
}

/** The fields that are sensitive in this very event. */
function fieldsOf(
  types: SensitiveTypes,
  { type, data }: { type: string; data: JsonObject },
): readonly SensitiveField[] {
  const fields = types[type] ?? [];
  if (fields.every(({ only }) => only === undefined)) return fields;
  return fields.filter(({ only }) => only === undefined || textAt(data, only.at) === only.is);
}

function withChanged<Event extends { data: JsonObject }>(
  event: Event,
  fields: readonly SensitiveField[],
  change: (value: JsonValue, at: string) => JsonValue,
): Event {
  if (fields.length === 0) return event;
  return { ...event, data: fields.reduce((data, { path }) => changedAt(data, path, change), event.data) };
}

function sealedEvent(
  event: NewEvent,
  fields: readonly SensitiveField[],
  { subject, key }: { subject: string; key: SubjectKey },
): NewEvent {
  return withChanged(event, fields, (value, at) => {
    if (value === null) return null;
    // Nothing new about somebody who was forgotten is kept.
    if (key.state === 'erased') return typeof value === 'string' ? FORGOTTEN : null;
    const plain = Buffer.from(canonicalText(value, `data.${at}`));
    const content = seal(key.key, plain, `${event.id} ${at}`).toString('base64');
    return { [SEALED]: { text: typeof value === 'string', subject, content } };
  });
}

function sealedSubjects(event: RecordedEvent, types: SensitiveTypes): Subject[] {
  const subjects: Subject[] = [];
  withChanged(event, fieldsOf(types, event), (value) => {
    const sealed = sealedOf(value);
    if (sealed !== undefined) subjects.push({ tenant: event.tenant, subject: sealed.subject });
    return value;
  });
  return subjects;
}

function openedEvent(
  event: RecordedEvent,
  types: SensitiveTypes,
  known: Map<string, SubjectKey>,
): RecordedEvent {
  return withChanged(event, fieldsOf(types, event), (value, at) => {
    const sealed = sealedOf(value);
    if (sealed === undefined) return value;
    const key = known.get(nameOf({ tenant: event.tenant, subject: sealed.subject }));
    if (key?.state !== 'usable') return sealed.text ? FORGOTTEN : null;
    const plain = unseal(key.key, Buffer.from(sealed.content, 'base64'), `${event.id} ${at}`);
    return JSON.parse(plain.toString('utf8')) as JsonValue;
  });
}

function sealedOf(value: JsonValue): Sealed | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return (value as JsonObject)[SEALED] as Sealed | undefined;
}

function nameless(stream: string): StoreError {
  const message = `Something sensitive is to be written, but ${stream} does not say about whom`;
  return new StoreError('invalid_append', message, { path: 'stream' });
}
