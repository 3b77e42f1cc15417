import type { UnreadableRecord } from '@countersign/domain';
import { type Fields, fieldsOf, isInstant, isText } from './shape.js';

/** One record of a listing: read whole, or the first field that could not be, and why. */
export type RecordRead<T> =
  | { readonly outcome: 'read'; readonly value: T }
  | { readonly outcome: 'unreadable'; readonly field: string; readonly reason: string };

export interface RecordReader<T> {
  readonly read: (item: Fields) => RecordRead<T>;
  /** What can be said of a record even where it cannot be read whole. */
  readonly known: (item: Fields) => {
    readonly id: unknown;
    readonly operationId: unknown;
    readonly at: unknown;
  };
}

export interface RecordsRead<T> {
  readonly read: readonly T[];
  readonly unreadable: readonly UnreadableRecord[];
}

export const unreadable = (field: string, reason: string): RecordRead<never> => ({
  outcome: 'unreadable',
  field,
  reason,
});

/**
 * Every record of a page, newest first. One that cannot be read is told as such and spoils no other; where it does
 * not even say when it came to be, it is taken for as old as its neighbour.
 *
 * @param within where a record is put that has no neighbour either: into the middle, so that it is in no other window
 */
export function readRecords<T>(
  items: readonly unknown[],
  reader: RecordReader<T>,
  within: { readonly from: string; readonly to: string },
): RecordsRead<T> {
  const shown = items.map((item) => shownOf(fieldsOf(item) ?? {}, reader));
  const read: T[] = [];
  const spoilt: UnreadableRecord[] = [];
  for (const [at, { record, id, operationId, createdAt }] of shown.entries()) {
    if (record.outcome === 'read') {
      read.push(record.value);
      continue;
    }
    const { field, reason } = record;
    spoilt.push({
      ...{ reference: id ?? 'none', field, reason },
      ...(operationId === undefined ? {} : { operationId }),
      createdAt: createdAt ?? neighbourOf(shown, at) ?? middleOf(within),
    });
  }
  return { read, unreadable: spoilt };
}

const middleOf = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  new Date((Date.parse(from) + Date.parse(to)) / 2).toISOString();

/** What the next page begins after: the last record of this one that says its id. */
export function lastIdOf<T>(items: readonly unknown[], { known }: RecordReader<T>): string | undefined {
  const ids = items.map((item) => known(fieldsOf(item) ?? {}).id);
  return ids.findLast(isText);
}

function shownOf<T>(item: Fields, { read, known }: RecordReader<T>) {
  const { id, operationId, at } = known(item);
  return {
    record: read(item),
    id: isText(id) ? id : undefined,
    operationId: isText(operationId) ? operationId : undefined,
    createdAt: isInstant(at) ? at : undefined,
  };
}

/** The nearest newer record that says when it came to be, or the nearest older one. */
function neighbourOf(shown: readonly { readonly createdAt: string | undefined }[], at: number) {
  const says = ({ createdAt }: { readonly createdAt: string | undefined }) => createdAt !== undefined;
  return (shown.slice(0, at).findLast(says) ?? shown.slice(at + 1).find(says))?.createdAt;
}
