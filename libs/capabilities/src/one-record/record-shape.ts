import { type Shape, type Shaped, shaped, texts } from '@countersign/connectors/json/read';
import type { Action, JsonObject } from '@countersign/domain';

export type { Shape } from '@countersign/connectors/json/read';

/** A record as a person is shown it: whose it is goes without saying. */
export type SeenRecord<S extends Shape> = Shaped<S> & {
  readonly id: string;
  /** `open`, or anything else the system says. */
  readonly status: string;
  readonly version: number;
};

export type OwnedRecord<S extends Shape> = SeenRecord<S> & {
  readonly tenant: string;
  readonly customerId: string;
};

const seen = { ...texts('id', 'status'), version: 'count' } as const;

/** Undefined where anything is missing or of another kind. */
export function recordIn<S extends Shape>(shape: S, item: unknown): OwnedRecord<S> | undefined {
  const record = seenIn(shape, item);
  const owner = shaped(texts('tenant', 'customerId'), item);
  return record === undefined || owner === undefined ? undefined : { ...record, ...owner };
}

export function seenIn<S extends Shape>(shape: S, item: unknown): SeenRecord<S> | undefined {
  const fields = shaped(shape, item);
  const always = shaped(seen, item);
  return fields === undefined || always === undefined ? undefined : { ...fields, ...always };
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
