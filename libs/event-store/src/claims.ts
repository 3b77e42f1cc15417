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

/** Claims of one tenant whose keys begin alike. */
export interface ClaimQuestion {
  readonly tenant: string;
  readonly prefix: string;
}

/** For each question every claim whose key starts with the prefix, released ones too, by key and then by time. */
export async function readClaimsUnder(reads: Reads, questions: readonly ClaimQuestion[]): Promise<Claim[][]> {
  const rows = await reads.query<ClaimRow & { asked: number }>(
    'claims-under',
    // Keys are ASCII in byte order: `~` sorts last among them, U+007F after it. Without the fence of `offset 0` two
    // questions at a time are joined by their tenant with every claim there is: 4,500 pages a proposal among 400,000
    // claims, where a look into the index for each takes 20. Behind `select` nobody knows how many are asked, or a plan
    // for just so many would be made anew for each call: 230 of its 290 µs.
    `select asked::integer, key, stream, version, amount_minor::text, currency,
       countersign.instant(claimed_at) as claimed_at, countersign.instant(released_at) as released_at
     from unnest((select $1::text[]), (select $2::text[])) with ordinality as question (whose, prefix, asked)
     cross join lateral (
       select * from countersign.claims
       where tenant = whose collate "C" and key >= prefix collate "C" and key < prefix || chr(127) collate "C"
       offset 0
     ) as claims
     order by asked, claims.key, claims.claimed_at, version`,
    [questions.map(({ tenant }) => tenant), questions.map(({ prefix }) => prefix)],
  );
  const answers: Claim[][] = questions.map(() => []);
  for (const row of rows) answers[row.asked - 1]?.push(toClaim(row));
  return answers;
}

function toClaim(row: ClaimRow): Claim {
  return {
    key: row.key,
    stream: row.stream,
    version: row.version,
    ...(row.amount_minor !== null && { amountMinor: Number(row.amount_minor) }),
    ...(row.currency !== null && { currency: row.currency }),
    claimedAt: row.claimed_at,
    released: row.released_at !== null,
    ...(row.released_at !== null && { releasedAt: row.released_at }),
  };
}
