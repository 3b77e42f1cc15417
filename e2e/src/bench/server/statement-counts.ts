import type { BenchDatabase } from './bench-server.js';

/** Stands inside statements of the benchmark's own observers, which are not the system's. */
export const observersMark = '/* observer */';

/** What the system has asked a database to do, all in all. A busy machine makes it no more. */
export interface StatementCounts {
  readonly statements: number;
  /** Of 8 kB, read from memory or from the disk. */
  readonly pages: number;
  /** Of the write-ahead log. Not its bytes: those grow with whole pages after each checkpoint, whoever wrote first. */
  readonly walRecords: number;
}

/** Counts from now on, in sessions that are opened from now on; nothing where the server cannot count. */
export async function countStatements(database: BenchDatabase): Promise<void> {
  if (!(await isCounting(database))) return;
  await database.query('create extension if not exists pg_stat_statements');
  await database.query(`alter database ${database.name} set pg_stat_statements.track = 'top'`);
}

/** Undefined where the server cannot count. The superuser's own statements are the benchmark's. */
export async function statementsOf(database: BenchDatabase): Promise<StatementCounts | undefined> {
  if (!(await isCounting(database))) return undefined;
  const [row] = await database.query<{ statements: string; pages: string; records: string }>(
    `select coalesce(sum(calls), 0)::text as statements, coalesce(sum(wal_records), 0)::text as records,
       coalesce(sum(shared_blks_hit + shared_blks_read), 0)::text as pages ${ofTheSystem}`,
    [`%${observersMark}%`],
  );
  if (row === undefined) return undefined;
  const { statements, pages, records } = row;
  return { statements: Number(statements), pages: Number(pages), walRecords: Number(records) };
}

export interface StatementCount {
  /** How it begins, on one line. */
  readonly begins: string;
  readonly calls: number;
  readonly pages: number;
  /** While it ran, also when it waited for a processor: only the order says something on a busy machine. */
  readonly ms: number;
}

/** What was asked so far, the longest first. */
export async function statementsByText(database: BenchDatabase): Promise<readonly StatementCount[]> {
  if (!(await isCounting(database))) return [];
  const rows = await database.query<{ begins: string; calls: string; pages: string; ms: number }>(
    `select left(regexp_replace(query, '\\s+', ' ', 'g'), 72) as begins, sum(calls)::text as calls,
       sum(shared_blks_hit + shared_blks_read)::text as pages, sum(total_exec_time)::float8 as ms ${ofTheSystem}
     group by begins order by ms desc`,
    [`%${observersMark}%`],
  );
  return rows.map(({ begins, calls, pages, ms }) => ({
    ...{ begins, calls: Number(calls), pages: Number(pages), ms },
  }));
}

const ofTheSystem = `from pg_stat_statements
  where dbid = (select oid from pg_database where datname = current_database())
    and userid <> (select oid from pg_roles where rolname = current_user)
    and query not like $1`;

async function isCounting(database: BenchDatabase): Promise<boolean> {
  const [row] = await database.query<{ loaded: string }>(
    "select current_setting('shared_preload_libraries') as loaded",
  );
  return row?.loaded.includes('pg_stat_statements') ?? false;
}
