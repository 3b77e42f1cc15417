import type { BenchDatabase } from '../server/bench-server.js';

/** How to switch one piece off: the text of a function, with one part replaced by less. */
export interface Change {
  readonly name: string;
  readonly function: string;
  readonly part: string;
  readonly by: string;
}

export const changes: readonly Change[] = [
  {
    name: 'hash chain',
    function: 'append_events',
    part: 'countersign.event_hash(stored.previous_hash, stored)',
    by: 'stored.previous_hash',
  },
  {
    name: 'authority',
    function: 'append_one',
    part: "if not (category || '/' || event_type) = any (allowed) then",
    by: 'if false then',
  },
  {
    name: 'checks of form',
    function: 'append_one',
    part: 'countersign.append_fault(item)',
    by: 'null::text',
  },
  {
    name: 'locks',
    function: 'append',
    part: 'perform countersign.append_locks(batch);',
    by: '',
  },
  {
    name: 'notification',
    function: 'append',
    part: "perform pg_notify('countersign_events', pg_current_xact_id()::text);",
    by: '',
  },
  { name: 'checks of the table', function: '', part: '', by: '' },
];

/**
 * Replaces the part in a copy of the function, in a database of the benchmark alone.
 * @throws when the part is no longer there: then this list is about another function.
 */
export async function changedFunction(database: BenchDatabase, change: Change): Promise<void> {
  if (change.function === '') return withoutChecks(database);
  const [found] = await database.query<{ definition: string }>(
    `select pg_get_functiondef(p.oid) as definition from pg_proc p
     where p.pronamespace = 'countersign'::regnamespace and p.proname = $1`,
    [change.function],
  );
  const changed = found?.definition.replace(change.part, change.by);
  if (found === undefined || changed === found.definition || changed === undefined) {
    throw new Error(`countersign.${change.function} has no "${change.part}" any more.`);
  }
  await database.query(changed);
}

async function withoutChecks(database: BenchDatabase): Promise<void> {
  const checks = await database.query<{ name: string }>(
    `select conname as name from pg_constraint
     where conrelid = 'countersign.events'::regclass and contype = 'c'`,
  );
  for (const { name } of checks)
    await database.query(`alter table countersign.events drop constraint "${name}"`);
}
