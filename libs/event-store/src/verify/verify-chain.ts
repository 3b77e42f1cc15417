import type { RecordedRow } from '../event-row.js';
import type { PostgresEventStore } from '../postgres-event-store.js';
import { contentHash, GENESIS } from './content-hash.js';
import { rowsByStream } from './replay.js';
import { type VerifySignature, verifySeals } from './verify-seals.js';

/**
 * `edited` content or hash of this event was changed; `gap` events before it are missing; `broken_link` it does
 * not follow its predecessor; `truncated` the stream had more events when it was sealed; `removed` the stream is
 * gone; `replaced` the sealed event is another one now; `unsealed_change` events appeared in a sealed part of the
 * record; `seal_broken` a seal was changed, removed or not signed by a known key.
 */
export type FindingCode =
  | 'edited'
  | 'gap'
  | 'broken_link'
  | 'truncated'
  | 'removed'
  | 'replaced'
  | 'unsealed_change'
  | 'seal_broken';

export interface Finding {
  code: FindingCode;
  tenant?: string;
  stream?: string;
  version?: number;
  message: string;
}

export interface Verification {
  events: number;
  streams: number;
  seals: number;
  findings: Finding[];
  /** True when there was more to find than `findings` holds. */
  truncated: boolean;
}

export interface VerifyOptions {
  tenant?: string;
  onProgress?: (events: number) => void;
  /** Checks the signature of a seal; without it seals are checked against each other and the events only. */
  verifySignature?: VerifySignature;
  findingsMax?: number;
}

/** Reads the whole record and finds any edit, gap or removal, naming the stream and version. Flat memory. */
export async function verifyChain(
  store: PostgresEventStore,
  options: VerifyOptions = {},
): Promise<Verification> {
  const findings: Finding[] = [];
  const max = options.findingsMax ?? 100;
  let found = 0;
  const report = (finding: Finding) => {
    found += 1;
    if (findings.length < max) findings.push(finding);
  };
  let events = 0;
  let streams = 0;
  let before: RecordedRow | undefined;
  const scope = options.tenant === undefined ? {} : { tenant: options.tenant };
  for await (const page of rowsByStream(store, scope)) {
    for (const row of page) {
      const follows = before !== undefined && before.tenant === row.tenant && before.stream === row.stream;
      if (!follows) streams += 1;
      checkEvent(row, follows ? before : undefined, report);
      before = row;
    }
    events += page.length;
    options.onProgress?.(events);
  }
  // Seals are about all tenants together; a check of one tenant leaves them out.
  const seals = options.tenant === undefined ? await verifySeals(store, options.verifySignature, report) : 0;
  return { events, streams, seals, findings, truncated: found > findings.length };
}

function checkEvent(
  row: RecordedRow,
  before: RecordedRow | undefined,
  report: (finding: Finding) => void,
): void {
  const { tenant, stream, version } = row;
  const at = { tenant, stream, version };
  const expected = (before?.version ?? 0) + 1;
  if (version !== expected) {
    report({ code: 'gap', ...at, message: `${stream} goes from version ${expected - 1} to ${version}` });
  } else if (row.previous_hash !== (before?.hash ?? GENESIS)) {
    report({
      code: 'broken_link',
      ...at,
      message: `${stream} version ${version} does not follow its predecessor`,
    });
  }
  if (contentHash(row.previous_hash, row) !== row.hash) {
    report({ code: 'edited', ...at, message: `${stream} version ${version} is not what was recorded` });
  }
}
