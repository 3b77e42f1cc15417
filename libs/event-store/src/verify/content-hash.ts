import { createHash } from 'node:crypto';
import type { RecordedRow } from '../event-row.js';

export const GENESIS = '0'.repeat(64);

/** The hash an event must have; the same as `countersign.event_hash`, written a second time on purpose. */
export function contentHash(previousHash: string, row: RecordedRow): string {
  const content = [
    row.tenant,
    row.stream,
    row.version,
    row.id,
    row.type,
    row.schema_version,
    row.recorded_at,
    row.recorded_by,
    row.metadata,
    row.data,
  ].join('\n');
  return createHash('sha256').update(Buffer.from(previousHash, 'hex')).update(content, 'utf8').digest('hex');
}
