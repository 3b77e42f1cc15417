import pg from 'pg';
import type { System } from './system.js';

const consumersOf = new WeakMap<System, readonly string[]>();

/** Sets every consumer back to the beginning of the record; answers their names. Only while none of them runs. */
export async function forgetCheckpoints(system: System): Promise<readonly string[]> {
  const owner = new pg.Client({ connectionString: system.database.ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ consumer: string }>(
      'delete from countersign.checkpoints returning consumer',
    );
    const names = rows.map((row) => row.consumer);
    consumersOf.set(system, names);
    return names;
  } finally {
    await owner.end();
  }
}

/** Consumers that have not heard everything there is, among them those that were set back and not seen since. */
export async function consumersBehind(system: System): Promise<readonly string[]> {
  const rows = await system.raw.query<{ consumer: string; behind: boolean }>(
    'consumers',
    `select consumer, (kept.transaction_id, kept.position) < (head.transaction_id, head.position) as behind
     from countersign.checkpoints kept
     cross join lateral (
       (select transaction_id, position from countersign.events where consumer not like '%:messages'
        order by transaction_id desc, position desc limit 1)
       union all
       (select transaction_id, position from countersign.messages where consumer like '%:messages'
        order by transaction_id desc, position desc limit 1)
     ) head`,
    [],
  );
  const seen = rows.map((row) => row.consumer);
  const missing = (consumersOf.get(system) ?? []).filter((name) => !seen.includes(name));
  return [...rows.filter((row) => row.behind).map((row) => row.consumer), ...missing];
}
