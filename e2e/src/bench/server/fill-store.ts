import { canonicalJson } from '@countersign/contracts';
import type { BenchDatabase } from './bench-server.js';
import { finishedProposal, placeholders } from './finished-proposal.js';

const chunk = 10_000;

/**
 * Adds finished proposals with what they hold, as one large copy: only what is read or looked up later is
 * realistic, the hashes are filler. Checks and indexes are away meanwhile and stand again afterwards.
 */
export async function fillStore(database: BenchDatabase, proposals: number): Promise<void> {
  await database.query(`create table if not exists public.patterns (version int, type text, data text,
    schema_version int)`);
  await database.query('truncate public.patterns');
  for (const [at, { type, data, schemaVersion }] of finishedProposal().entries()) {
    const row = [at + 1, type, canonicalJson(data), schemaVersion];
    await database.query('insert into public.patterns values ($1, $2, $3, $4)', row);
  }
  const restore = await withoutIndexes(database);
  for (let done = 0; done < proposals; done += chunk) {
    await database.query(copies, [
      Math.min(chunk, proposals - done),
      placeholders.proposalId,
      placeholders.orderId,
    ]);
  }
  await restore();
  await database.query('vacuum analyze countersign.events');
  await database.query('vacuum analyze countersign.claims');
  await database.query('checkpoint');
}

/** Claims as the policy gate leaves them: the intent, and the first share of the charge. */
const copies = `
  with made as materialized (select gen_random_uuid()::text as id from generate_series(1, $1)),
  events as (
    insert into countersign.events (tenant, stream, version, id, type, schema_version, data, metadata,
      recorded_at, recorded_by, previous_hash, hash)
    select 'fjordlight', 'proposal-' || made.id, version, gen_random_uuid(), type, schema_version,
      replace(replace(data, $2, made.id), $3, made.id),
      '{"causationId":"' || made.id || '","correlationId":"' || made.id || '"}',
      clock_timestamp(), 'countersign_gateway', sha256('before'), sha256('after')
    from made cross join public.patterns
  )
  insert into countersign.claims (tenant, key, stream, version, amount_minor, currency, claimed_at)
  select 'fjordlight', kind || made.id || number, 'proposal-' || made.id, 2, amount, currency, clock_timestamp()
  from made cross join (values ('intent:', '', null::bigint, null), ('refund:charge:ch_', '#1', 7900, 'EUR'))
    as held (kind, number, amount, currency)`;

/** Takes checks and indexes of the events away; the answer puts them back, checks for new rows alone. */
async function withoutIndexes(database: BenchDatabase): Promise<() => Promise<void>> {
  const constraints = await database.query<{ name: string; definition: string; kind: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition, contype as kind from pg_constraint
     where conrelid = 'countersign.events'::regclass and contype in ('c', 'p', 'u')`,
  );
  const indexes = await database.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'countersign.events'::regclass
       and indexrelid not in (select conindid from pg_constraint where conrelid = 'countersign.events'::regclass)`,
  );
  for (const { name } of constraints)
    await database.query(`alter table countersign.events drop constraint "${name}"`);
  for (const { name } of indexes) await database.query(`drop index ${name}`);
  return async () => {
    for (const { name, definition, kind } of constraints) {
      const later = kind === 'c' && !definition.endsWith('NOT VALID') ? ' not valid' : '';
      await database.query(`alter table countersign.events add constraint "${name}" ${definition}${later}`);
    }
    for (const { definition } of indexes) await database.query(definition);
  };
}
