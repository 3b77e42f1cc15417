import type { PostgresEventStore } from '@countersign/event-store';
import type { Fault, Victim } from './schedule.js';

/** A fault as it was: what, and from when the way back is counted, in milliseconds since the epoch. */
export interface Suffered {
  readonly fault: Fault;
  readonly since: number;
  /** Until everything that was struck had done work again; undefined where none came any more. */
  readonly recoveredMs: number | undefined;
}

/** What a process had already sent when it was killed may still be committed; nothing starts faster than this. */
const leftoverMs = 300;

const servers: readonly string[] = ['relay', 'kafka', 'postgres'] satisfies Victim[];

/**
 * How long it took from this instant until a victim had done work, read from the record. A service: until it
 * recorded something. Relay, broker and database: until a proposal was completed because of something that was
 * recorded after the kill, which takes all three. Undefined while that has not happened.
 */
export async function recoveredAfter(
  store: PostgresEventStore,
  of: readonly string[],
  since: number,
): Promise<number | undefined> {
  const after = new Date(since + leftoverMs).toISOString();
  const took: number[] = [];
  for (const one of of) {
    const ms = servers.includes(one)
      ? await firstCompletion(store, after)
      : await firstRecorded(store, one, after);
    if (ms === undefined) return undefined;
    took.push(ms - since);
  }
  return Math.max(...took);
}

async function firstRecorded(
  store: PostgresEventStore,
  service: string,
  after: string,
): Promise<number | undefined> {
  const [row] = await store.query<{ at: string | null }>(
    'chaos recorded',
    `select extract(epoch from min(recorded_at))::text as at from countersign.events
     where recorded_at > $1::timestamptz and recorded_by = $2`,
    [after, `countersign_${service}`],
  );
  return inMs(row?.at);
}

async function firstCompletion(store: PostgresEventStore, after: string): Promise<number | undefined> {
  const [row] = await store.query<{ at: string | null }>(
    'chaos completed',
    `select extract(epoch from min(ended.recorded_at))::text as at
     from countersign.events ended
     join countersign.events cause on cause.id::text = ended.metadata::jsonb ->> 'causationId'
     where ended.recorded_at > $1::timestamptz and ended.type = 'ProposalCompleted'
       and cause.recorded_at > $1::timestamptz`,
    [after],
  );
  return inMs(row?.at);
}

const inMs = (at: string | null | undefined): number | undefined =>
  at === null || at === undefined ? undefined : Math.round(Number(at) * 1_000);
