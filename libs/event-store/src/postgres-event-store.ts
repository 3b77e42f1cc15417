import type { RecordedEvent } from '@countersign/contracts';
import type pg from 'pg';
import { AppendLane } from './append-lane.js';
import { appendRequestText } from './append-request.js';
import { type ClaimQuestion, readClaimsUnder } from './claims.js';
import type { EventCodec } from './codec.js';
import { cursorAfter, EVENT_COLUMNS, type RecordedRow, toRecordedEvent } from './event-row.js';
import { Gathered } from './gathered.js';
import { type Head, type HoldingBack, readHead, readHoldingBack } from './horizon.js';
import { type NewMessage, publishMessage, type RecordedMessage, readMessagesAfter } from './messages.js';
import type { Append, AppendAnswer, Claim, Cursor, EventStore, LookedUpType } from './port.js';
import { SharedQuestion } from './shared-question.js';
import { asStoreError } from './store-error.js';
import { type ConnectionOptions, storePool } from './store-pool.js';
import { readStreams, type StreamQuestion, streamKeyOf } from './stream-reads.js';

export interface PostgresEventStoreOptions extends ConnectionOptions {
  /** Connections for reads. */
  readConnections?: number;
  /** Calls of `append` in flight at a time. Two make smaller batches: measured 2,200 a second where one did 4,100. */
  appendConnections?: number;
  appendsMax?: number;
  appendBytesMax?: number;
  /** Told the transaction of each recorded call of appends, so that the reader need not wait for its announcement. */
  onAppended?: (transactionId: string) => void;
  codec?: EventCodec;
}

/** What waits together is read together: under load a read of its own for each was a third of a proposal's cost. */
const gathering = { questionsMax: 64, calls: 2 };

/**
 * The store of one role in one process, on PostgreSQL. Appends that wait together are committed together, each
 * with its own answer. A lost connection rejects with `store_unavailable`: append again, event ids make it safe.
 */
export class PostgresEventStore implements EventStore {
  readonly #reads: pg.Pool;
  readonly #appends: pg.Pool;
  readonly #lane: AppendLane;
  readonly #clock = new SharedQuestion(() => this.#databaseTime());
  readonly #streams = new Gathered<StreamQuestion, RecordedRow[]>(
    (asked) => readStreams(this, asked),
    gathering,
    streamKeyOf,
  );
  readonly #claims = new Gathered<ClaimQuestion, Claim[]>((asked) => readClaimsUnder(this, asked), gathering);

  constructor(private readonly options: PostgresEventStoreOptions) {
    const { appendConnections = 1, readConnections = 4 } = options;
    this.#reads = storePool(options, readConnections);
    this.#appends = storePool(options, appendConnections);
    this.#lane = new AppendLane(this.#appends, {
      appendsMax: options.appendsMax ?? 256,
      bytesMax: options.appendBytesMax ?? 4_194_304,
      connections: appendConnections,
      onCommitted: options.onAppended,
    });
  }

  async append(request: Append): Promise<AppendAnswer> {
    const { codec } = this.options;
    const text = appendRequestText(codec === undefined ? request : await encoded(request, codec));
    return this.#lane.append(text);
  }

  async readStream(tenant: string, stream: string, fromVersion = 1): Promise<RecordedEvent[]> {
    return this.decoded(await this.#streams.answer({ tenant, stream, fromVersion }));
  }

  /** Only what no open transaction can still come before; `holdingBack` names the one that is waited for. */
  async readAfter(cursor: Cursor, limit: number): Promise<{ events: RecordedEvent[]; cursor: Cursor }> {
    const rows = await this.query<RecordedRow>(
      'read-after',
      `select ${EVENT_COLUMNS} from countersign.events
       where (transaction_id, position) > ($1::xid8, $2::bigint)
         and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
       order by events.transaction_id, events.position limit $3`,
      [cursor.transactionId, cursor.position, limit],
    );
    return { events: await this.decoded(rows), cursor: cursorAfter(rows, cursor) };
  }

  claimsUnder(tenant: string, prefix: string): Promise<Claim[]> {
    return this.#claims.answer({ tenant, prefix });
  }

  async streamsWith(tenant: string, type: LookedUpType, since: string): Promise<string[]> {
    // The type stands in the text, not among the values: only so may a prepared plan use the partial index.
    const text = `select distinct stream from countersign.events
      where tenant = $1 and type = '${type}' and recorded_at >= $2 order by stream`;
    const rows = await this.query<{ stream: string }>(`streams-with-${type}`, text, [tenant, since]);
    return rows.map(({ stream }) => stream);
  }

  /** The primary key leads with the tenant, of which there are few: PostgreSQL skips from one to the next. */
  async tenantOf(stream: string): Promise<string | undefined> {
    const text = 'select tenant from countersign.events where stream = $1 and version = 1 limit 1';
    const [row] = await this.query<{ tenant: string }>('tenant-of', text, [stream]);
    return row?.tenant;
  }

  /** Asked for five times a proposal: those who ask at the same time share the question. */
  now(): Promise<string> {
    return this.#clock.answer();
  }

  async #databaseTime(): Promise<string> {
    const text = 'select countersign.instant(countersign.now()) as now';
    const [row] = await this.query<{ now: string }>('database-time', text, []);
    return row?.now ?? '';
  }

  /** True when new. A role without authority for the topic gets `forbidden_topic`. */
  publish(message: NewMessage): Promise<boolean> {
    const run = async (name: string, text: string, values: unknown[]) =>
      (await this.#reads.query<{ fresh: boolean }>({ name, text, values })).rows;
    return publishMessage(run, message);
  }

  readMessagesAfter(cursor: Cursor, limit: number): Promise<{ messages: RecordedMessage[]; cursor: Cursor }> {
    return readMessagesAfter(this, cursor, limit);
  }

  messagesHead(): Promise<Head> {
    return readHead(this, 'messages');
  }

  /** How far the record goes and how far readers may go; their distance in position is the lag. */
  head(): Promise<Head> {
    return readHead(this, 'events');
  }

  /** What readers wait for at this moment, if anything. */
  holdingBack(): Promise<HoldingBack | undefined> {
    return readHoldingBack(this);
  }

  /** A named, prepared read; errors come as `StoreError`. */
  async query<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    try {
      return (await this.#reads.query<Row>({ name, text, values })).rows;
    } catch (error) {
      throw asStoreError(error);
    }
  }

  async decoded(rows: readonly RecordedRow[]): Promise<RecordedEvent[]> {
    const { codec } = this.options;
    const events = rows.map(toRecordedEvent);
    return codec === undefined ? events : codec.decode(events);
  }

  /** Lets appends in flight finish, then closes every connection. */
  async close(): Promise<void> {
    await Promise.all([this.#appends.end(), this.#reads.end()]);
  }
}

async function encoded(request: Append, codec: EventCodec): Promise<Append> {
  return { ...request, events: [...(await codec.encode(request, request.events))] };
}
