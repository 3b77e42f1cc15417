import type pg from 'pg';
import { type Cursor, START } from '../port.js';
import { asStoreError } from '../store-error.js';
import { type ConnectionOptions, storePool } from '../store-pool.js';

export interface Checkpoint {
  consumer: string;
  cursor: Cursor;
}

/**
 * How far each consumer of this database has come, durably. It only moves forward. A crash may lose the last
 * moves (they are not waited for), which costs hearing some events again, never missing one.
 * Needs the role `countersign_reader`.
 */
export class Checkpoints {
  readonly #pool: pg.Pool;

  constructor(options: ConnectionOptions) {
    this.#pool = storePool({ ...options, settings: { synchronous_commit: 'off' } }, 2);
  }

  /** `START` for a consumer that has none. */
  async load(consumer: string): Promise<Cursor> {
    const rows = await this.#query<Cursor>(
      'checkpoint-load',
      `select transaction_id::text as "transactionId", position::text from countersign.checkpoints
       where consumer = $1`,
      [consumer],
    );
    return rows[0] ?? START;
  }

  async advance(checkpoints: readonly Checkpoint[]): Promise<void> {
    const sorted = [...checkpoints].sort((a, b) => (a.consumer < b.consumer ? -1 : 1));
    await this.#query(
      'checkpoint-advance',
      `insert into countersign.checkpoints as kept (consumer, transaction_id, position)
       select * from unnest($1::text[], $2::text[]::xid8[], $3::bigint[])
       on conflict (consumer) do update
         set transaction_id = excluded.transaction_id, position = excluded.position, updated_at = countersign.now()
         where (excluded.transaction_id, excluded.position) > (kept.transaction_id, kept.position)`,
      [
        sorted.map(({ consumer }) => consumer),
        sorted.map(({ cursor }) => cursor.transactionId),
        sorted.map(({ cursor }) => cursor.position),
      ],
    );
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #query<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    try {
      return (await this.#pool.query<Row>({ name, text, values })).rows;
    } catch (error) {
      throw asStoreError(error);
    }
  }
}
