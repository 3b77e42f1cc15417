import { randomUUID } from 'node:crypto';
import { proposalStream } from '@countersign/contracts';
import pg from 'pg';
import type { System } from './system.js';

export interface Forged {
  readonly proposalId: string;
  readonly type: string;
  readonly data: object;
  /** The role it claims to have been written by. */
  readonly as: string;
}

/**
 * Writes an event past the only door in, as nobody but the owner of the server can: next version, the role it
 * claims, and a hash that continues the chain.
 */
export async function forge(system: System, { proposalId, type, data, as }: Forged): Promise<void> {
  await asSuperuser(system, async (admin) => {
    await admin.query(
      `with previous as (
         select * from countersign.events where tenant = 'fjordlight' and stream = $1 order by version desc limit 1
       ), forged as (
         select jsonb_populate_record(null::countersign.events, to_jsonb(previous) || jsonb_build_object(
           'version', version + 1, 'id', $2::text, 'type', $3::text, 'data', $4::text, 'schema_version', 1,
           'recorded_by', $5::text, 'recorded_at', countersign.now())) as content, hash as before
         from previous
       )
       insert into countersign.events (tenant, stream, version, id, type, schema_version, data, metadata,
         recorded_at, recorded_by, previous_hash, hash)
       select (content).tenant, (content).stream, (content).version, (content).id, (content).type,
         (content).schema_version, (content).data, (content).metadata, (content).recorded_at,
         (content).recorded_by, before, countersign.event_hash(before, content)
       from forged`,
      [proposalStream(proposalId), randomUUID(), type, JSON.stringify(data), as],
    );
    await admin.query(`select pg_notify('countersign_events', '')`);
  });
}

export async function asSuperuser<Answer>(
  system: System,
  work: (admin: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const admin = new pg.Client({ connectionString: system.database.adminUrl });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
