import { PostgresEventStore } from '@countersign/event-store';
import pg from 'pg';
import { GroupCommits } from '../measure/group-commits.js';
import { type Load, underLoad } from '../measure/rounds.js';
import { type BareRow, bareTable, countOf, multiRowInsert, singleRowInserts } from '../server/bare-table.js';
import type { BenchDatabase } from '../server/bench-server.js';
import { bareRowOf, sampleAppend } from './sample-event.js';

export type ContenderName = 'append' | 'single-row inserts' | 'multi-row unnest';

export interface Contender {
  readonly name: ContenderName;
  /** Rows acknowledged since the start. */
  acknowledged: number;
  round(limits: RoundLimits): Promise<Load>;
  /** Rows that are really there. */
  counted(): Promise<number>;
  close(): Promise<void>;
}

export interface RoundLimits {
  readonly inFlight: number;
  readonly durationMs: number;
}

/** Made before the clock runs: making the samples is nobody's cost. */
const countMax = 12_000;

/** The store as services use it: canonical text, one call for whatever waits, hash chain, authority, notification. */
export async function appendContender(database: BenchDatabase): Promise<Contender> {
  const store = new PostgresEventStore({ url: database.urls.countersign_gateway, applicationName: 'bench' });
  const contender: Contender = {
    name: 'append',
    acknowledged: 0,
    async round(limits) {
      const appends = Array.from({ length: countMax }, () => sampleAppend('bench'));
      return underLoad({ ...limits, countMax }, async (n) => {
        const append = appends[n];
        if (append === undefined) return;
        const answer = await store.append(append);
        if (answer.outcome !== 'appended') throw new Error(`An append was answered ${answer.outcome}.`);
        contender.acknowledged += 1;
      });
    },
    counted: () => countOf(database, 'countersign.events'),
    close: () => store.close(),
  };
  return contender;
}

/** One connection, the same batches of the same bytes, without anything of ours. */
export async function floorContender(
  database: BenchDatabase,
  name: Exclude<ContenderName, 'append'>,
): Promise<Contender> {
  const table = name === 'multi-row unnest' ? 'bare_many' : 'bare_single';
  await bareTable(database, table);
  const client = new pg.Client({ connectionString: database.adminUrl });
  client.on('error', () => undefined);
  await client.connect();
  const commits = new GroupCommits<BareRow>(
    name === 'multi-row unnest' ? multiRowInsert(client, table) : singleRowInserts(client, table),
  );
  const contender: Contender = {
    name,
    acknowledged: 0,
    async round(limits) {
      const rows = Array.from({ length: countMax }, () => bareRowOf(sampleAppend('bench')));
      return underLoad({ ...limits, countMax }, async (n) => {
        const row = rows[n];
        if (row === undefined) return;
        await commits.add(row);
        contender.acknowledged += 1;
      });
    },
    counted: () => countOf(database, `public.${table}`),
    close: () => client.end(),
  };
  return contender;
}
