import type { Connection } from '../network/connection.js';
import { readJson } from '../network/json-read.js';
import type { Fields } from '../network/shape.js';
import type { ReadResult } from '../result/read-result.js';

export interface RecordQuestion<T> {
  /** Segments after `/v1`, not yet encoded. */
  readonly path: readonly string[];
  /** What the target calls it when it has none: `invoice` answers `invoice_not_found`. */
  readonly kind: string;
  /** The code that says so, where it is another one. */
  readonly absentCode?: string;
  readonly read: (body: Fields) => T | undefined;
}

/** Asks one system for its records, each with the version that the record itself says. */
export function recordsOf(
  connection: Connection,
  system: string,
): <T>(question: RecordQuestion<T>) => Promise<ReadResult<T>> {
  return ({ path, kind, absentCode = `${kind}_not_found`, read }) =>
    readJson(connection, {
      ...{ system, absentCode, path: `/v1/${path.map(encodeURIComponent).join('/')}` },
      read: (body) => {
        const value = read(body);
        return value === undefined ? undefined : { value, version: String(body['version']) };
      },
    });
}

/** What belongs to another tenant is not found, as if it did not exist: one key reads every tenant there. */
export function withinTenant<T extends { readonly tenant: string }>(
  read: ReadResult<T>,
  tenant: string,
): ReadResult<T> {
  return read.outcome === 'found' && read.value.tenant !== tenant ? { outcome: 'not_found' } : read;
}
