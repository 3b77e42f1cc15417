import type { Claim } from './port.js';

/** What runs a read; the store itself, and doubles of it. */
export interface Reads {
  query<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]>;
}

interface ClaimRow {
  key: string;
  stream: string;
  version: number;
  amount_minor: string | null;
  currency: string | null;
  claimed_at: string;
  released_at: string | null;
}

/** Every claim whose key starts with the prefix, released ones too, by key and then by time. */
export async function readClaimsUnder(reads: Reads, tenant: string, prefix: string): Promise<Claim[]> {
  const rows = await reads.query<ClaimRow>(
    'claims-under',
    // Keys are ASCII in byte order: `~` sorts last among them, U+007F after it.
    `select key, stream, version, amount_minor::text, currency, countersign.instant(claimed_at) as claimed_at,
       countersign.instant(released_at) as released_at
     from countersign.claims
     where tenant = $1 and key >= $2 and key < $2 || chr(127) order by claims.key, claims.claimed_at, version`,
    [tenant, prefix],
  );
  return rows.map((row) => ({
    key: row.key,
    stream: row.stream,
    version: row.version,
    ...(row.amount_minor !== null && { amountMinor: Number(row.amount_minor) }),
    ...(row.currency !== null && { currency: row.currency }),
    claimedAt: row.claimed_at,
    released: row.released_at !== null,
    ...(row.released_at !== null && { releasedAt: row.released_at }),
  }));
}
