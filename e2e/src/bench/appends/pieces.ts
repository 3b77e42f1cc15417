import pg from 'pg';
import type { Bench } from '../bench.js';
import { inTurns } from '../measure/rounds.js';
import { median } from '../measure/statistics.js';
import { decimals, type Table } from '../report.js';
import type { BenchDatabase } from '../server/bench-server.js';
import { batchText, type Extra } from './batch-text.js';
import { changedFunction, changes } from './without-piece.js';

const batch = 64;

interface Piece {
  readonly name: string;
  /** Microseconds of one append inside a call of 64. */
  readonly appendUs: number;
}

/**
 * What one append costs inside a call of 64, whole, with one piece switched off in a copy of the functions, and
 * with a claim or a timer added. Commits do not wait for the disk here: a piece would drown in that wait.
 */
export async function measurePieces({ server, quick, say }: Bench) {
  const contenders = new Map<string, () => Promise<number>>();
  const closing: (() => Promise<void>)[] = [];
  const open = async (name: string, prepare: (database: BenchDatabase) => Promise<void>, extra: Extra) => {
    const database = await server.database(`bench_piece_${contenders.size}`);
    await prepare(database);
    // Only the policy gate may claim, and with a permission alone.
    const { countersign_gateway: drafts, countersign_policy_gate: permits } = database.urls;
    const client = await connected(extra === 'claim' ? permits : drafts);
    contenders.set(name, () => calls(client, extra, quick ? 10 : 40));
    closing.push(async () => {
      await client.end();
      await database.drop();
    });
  };
  say('what each piece of an append costs');
  try {
    await open('whole', async () => undefined, 'none');
    for (const change of changes) {
      await open(`without ${change.name}`, (database) => changedFunction(database, change), 'none');
    }
    await open('with a claim each', async () => undefined, 'claim');
    await open('with a timer each', async () => undefined, 'timer');
    await inTurns(contenders, 1);
    return told(await inTurns(contenders, quick ? 2 : 5));
  } finally {
    for (const close of closing) await close();
  }
}

function told(results: ReadonlyMap<string, readonly number[]>) {
  const pieces = [...results].map(([name, times]): Piece => ({ name, appendUs: median(times) }));
  const client = canonicalTextUs();
  return {
    table: tableOf(pieces, client),
    figures: {
      canonicalTextUs: client,
      appendUs: Object.fromEntries(pieces.map((p) => [p.name, p.appendUs])),
    },
  };
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, options: '-c synchronous_commit=off' });
  // Whoever uses it meets the error; it must not end the benchmark besides.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function calls(client: pg.Client, extra: Extra, count: number): Promise<number> {
  const texts = Array.from({ length: count }, () => batchText(batch, extra));
  const times: number[] = [];
  for (const text of texts) {
    const from = performance.now();
    await client.query({ name: 'append', text: 'select countersign.append($1::jsonb)', values: [text] });
    times.push(((performance.now() - from) * 1_000) / batch);
  }
  return median(times);
}

/** What the process itself does before anything is sent: checks and RFC 8785 text. */
function canonicalTextUs(): number {
  const times: number[] = [];
  for (let n = 0; n < 50; n += 1) {
    const from = performance.now();
    batchText(batch, 'none');
    times.push(((performance.now() - from) * 1_000) / batch);
  }
  return median(times);
}

function tableOf(pieces: readonly Piece[], clientUs: number): Table {
  const whole = pieces[0]?.appendUs ?? Number.NaN;
  const rows = pieces.map(({ name, appendUs }, at) => [
    name,
    decimals(appendUs, 1),
    at === 0 ? '' : decimals(appendUs - whole, 1),
    at === 0 ? '' : `${Math.round(((appendUs - whole) / whole) * 100)}%`,
  ]);
  return {
    title: `(a) What a piece costs: microseconds an append, in calls of ${batch}, without the wait for the disk`,
    columns: ['append', 'µs', 'difference', ''],
    rows,
    notes: [`Making the text of an append in the process (checks, RFC 8785): ${decimals(clientUs, 1)} µs.`],
  };
}
