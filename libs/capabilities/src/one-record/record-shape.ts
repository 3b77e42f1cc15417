import { type Fields, fieldsOf, isCount, isInstant, isText } from '@countersign/connectors/json/read';
import type { Action, JsonObject } from '@countersign/domain';

/** What a field of a record is: a text, a whole number from 0 on, an instant in UTC, or true and false. */
export type FieldKind = 'text' | 'count' | 'instant' | 'flag';
export type Shape = Readonly<Record<string, FieldKind>>;

type Read<Kind extends FieldKind> = Kind extends 'count' ? number : Kind extends 'flag' ? boolean : string;
type FieldsOf<S extends Shape> = { readonly [Name in keyof S]: Read<S[Name]> };

/** A record as a person is shown it: whose it is goes without saying. */
export type SeenRecord<S extends Shape> = FieldsOf<S> & {
  readonly id: string;
  /** `open`, or anything else the system says. */
  readonly status: string;
  readonly version: number;
};

export type OwnedRecord<S extends Shape> = SeenRecord<S> & {
  readonly tenant: string;
  readonly customerId: string;
};

const fits: Readonly<Record<FieldKind, (value: unknown) => boolean>> = {
  text: isText,
  count: isCount,
  instant: isInstant,
  flag: (value) => typeof value === 'boolean',
};

/** Undefined where anything is missing or of another kind: half a record is a wrong record. */
export function recordIn<S extends Shape>(shape: S, item: unknown): OwnedRecord<S> | undefined {
  const seen = seenIn(shape, item);
  const { tenant, customerId } = fieldsOf(item) ?? {};
  return seen !== undefined && isText(tenant) && isText(customerId)
    ? { ...seen, tenant, customerId }
    : undefined;
}

export function seenIn<S extends Shape>(shape: S, item: unknown): SeenRecord<S> | undefined {
  const fields: Fields = fieldsOf(item) ?? {};
  const { id, status, version } = fields;
  if (!isText(id) || !isText(status) || !isCount(version)) return undefined;
  const named = Object.entries(shape).map(([name, kind]) => [name, fields[name], kind] as const);
  if (!named.every(([, value, kind]) => fits[kind](value))) return undefined;
  const read = Object.fromEntries(named.map(([name, value]) => [name, value])) as FieldsOf<S>;
  return { ...read, id, status, version };
}

/** The fields of a record that an action is about, by name; what a proposal keeps of it as evidence. */
export function shownOf<S extends Shape>(shape: S, record: SeenRecord<S>): JsonObject {
  const names = ['status', ...Object.keys(shape)];
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name))) as JsonObject;
}

/** The record as it was when the action was drafted; undefined where a release drafted it that knew other fields. */
export function draftedRecord<S extends Shape>(shape: S, action: Action): SeenRecord<S> | undefined {
  const ofRecord = action.evidence.filter(({ basis }) => basis === 'record');
  const [version] = action.resourceVersions;
  return seenIn(shape, {
    ...Object.fromEntries(ofRecord.map(({ fact, value }) => [fact, value])),
    ...{ id: action.target.id, version: Number(version?.version) },
  });
}
