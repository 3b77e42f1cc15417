import type { Pool } from 'pg';
import type { AppendAnswer } from './port.js';
import { asStoreError, isContentFault, lostARace, StoreError } from './store-error.js';

/** What one call may carry. */
export interface LaneLimits {
  appendsMax: number;
  bytesMax: number;
  /** Calls in flight at a time, one connection each. */
  connections: number;
  /** Told the transaction of a call that wrote, before its appends are answered. */
  onCommitted?: ((transactionId: string) => void) | undefined;
}

interface Waiting {
  text: string;
  resolve(answer: AppendAnswer): void;
  reject(error: StoreError): void;
}

interface CallRow {
  answers: SqlAnswer[];
  transaction_id: string | null;
}

type SqlAnswer = AppendAnswer | { outcome: 'invalid'; reason: string };

// In this order: the transaction has a number once something was written.
const APPEND = {
  name: 'append',
  text: `select countersign.append($1::jsonb) as answers, pg_current_xact_id_if_assigned()::text as transaction_id`,
};
const RACES_MAX = 5;

/**
 * Group commit: whatever waits when a connection frees goes to the database in one call and one commit. There is
 * no timer; alone, an append leaves at once. One caller's refusal or bug never reaches its neighbours.
 */
export class AppendLane {
  readonly #waiting: Waiting[] = [];
  #flying = 0;

  constructor(
    private readonly pool: Pool,
    private readonly limits: LaneLimits,
  ) {}

  /** `text` is one append in wire form. */
  append(text: string): Promise<AppendAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ text, resolve, reject });
      // Deferred by one turn, so that appends made in the same turn leave together.
      if (this.#waiting.length === 1) setImmediate(() => this.#depart());
    });
  }

  #depart(): void {
    while (this.#flying < this.limits.connections && this.#waiting.length > 0) {
      this.#flying += 1;
      void this.#fly(this.#next()).finally(() => {
        this.#flying -= 1;
        this.#depart();
      });
    }
  }

  #next(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { text } of this.#waiting) {
      bytes += text.length;
      if (count > 0 && (count >= this.limits.appendsMax || bytes > this.limits.bytesMax)) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #fly(batch: Waiting[]): Promise<void> {
    try {
      const answers = await this.#call(batch);
      batch.forEach((waiting, index) => {
        settle(waiting, answers[index]);
      });
    } catch (error) {
      // The function took the whole call back because of something in one append: find it by sending each alone.
      if (batch.length > 1 && isContentFault(error)) {
        for (const waiting of batch) await this.#fly([waiting]);
        return;
      }
      const reason = asStoreError(error);
      for (const waiting of batch) waiting.reject(reason);
    }
  }

  async #call(batch: readonly Waiting[], races = 0): Promise<SqlAnswer[]> {
    try {
      const values = [`[${batch.map(({ text }) => text).join(',')}]`];
      const { rows } = await this.pool.query<CallRow>({ ...APPEND, values });
      const { answers = [], transaction_id: transactionId = null } = rows[0] ?? {};
      if (transactionId !== null) this.limits.onCommitted?.(transactionId);
      return answers;
    } catch (error) {
      if (lostARace(error) && races < RACES_MAX) return this.#call(batch, races + 1);
      throw error;
    }
  }
}

function settle(waiting: Waiting, answer: SqlAnswer | undefined): void {
  if (answer === undefined) {
    waiting.reject(new StoreError('store_fault', 'The event store gave no answer for this append'));
  } else if (answer.outcome === 'invalid') {
    waiting.reject(new StoreError('invalid_append', `The event store refused: ${answer.reason}`));
  } else {
    waiting.resolve(answer);
  }
}
