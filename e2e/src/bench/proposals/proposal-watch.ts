import {
  type Cursor,
  type FeedSource,
  Listener,
  PostgresEventStore,
  SharedReader,
} from '@countersign/event-store';

import { observersMark } from '../server/statement-counts.js';

interface Seen extends Cursor {
  readonly stream: string;
  readonly type: string;
}

interface Waiting {
  readonly types: Set<string>;
  readonly waits: Map<string, PromiseWithResolvers<void>>;
}

/** After one of these a proposal of the benchmark is not going where it should. */
const wrong = new Set([
  ...[
    'ProposalMarkedDuplicate',
    'ApprovalVoided',
    'ProposalInvalidated',
    'ApprovalExpired',
    'DecisionRefused',
  ],
  ...['ExecutionFailed', 'ExecutionRetryScheduled', 'OutcomeUnknown', 'ReviewRequested'],
]);

const patienceMs = 60_000;

/** An observer outside the services: hears what became of proposals, by reading the record and nothing else. */
export class ProposalWatch {
  readonly #proposals = new Map<string, Waiting>();
  readonly #store: PostgresEventStore;
  readonly #reader: SharedReader<Seen>;
  readonly #listener: Listener;
  readonly #stopping = new AbortController();
  #following: Promise<void> | undefined;

  constructor(readerUrl: string) {
    this.#store = new PostgresEventStore({ url: readerUrl, applicationName: 'bench watch' });
    this.#reader = new SharedReader<Seen>(typesAlone(this.#store));
    this.#listener = new Listener(readerUrl, { countersign_events: () => this.#reader.ring() });
  }

  /** From now on; resolves when it stands at the end of the record. */
  async start(): Promise<void> {
    const from = (await this.#store.head()).readable;
    this.#reader.start();
    this.#listener.start();
    this.#following = this.#follow(from);
  }

  /** @throws when the proposal takes a wrong turn, or nothing comes within a minute. */
  async heard(id: string, type: string): Promise<void> {
    const { types, waits } = this.#of(id);
    if (types.has(type)) return;
    const wait = Promise.withResolvers<void>();
    waits.set(type, wait);
    const timer = setTimeout(
      () => wait.reject(new Error(`${id}: no ${type} in ${patienceMs} ms, only ${[...types].join(', ')}`)),
      patienceMs,
    );
    try {
      await wait.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  forget(id: string): void {
    this.#proposals.delete(id);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.#reader.stop(), this.#listener.stop(), this.#following]);
    await this.#store.close();
  }

  async #follow(from: Cursor): Promise<void> {
    for await (const { items } of this.#reader.follow(from, { limit: 500, signal: this.#stopping.signal })) {
      for (const { stream, type } of items) this.#note(stream.slice('proposal-'.length), type);
    }
  }

  #note(id: string, type: string): void {
    const known = this.#proposals.get(id);
    if (known === undefined) return;
    known.types.add(type);
    known.waits.get(type)?.resolve();
    if (!wrong.has(type)) return;
    for (const wait of known.waits.values()) wait.reject(new Error(`${id}: ${type}`));
  }

  #of(id: string): Waiting {
    const known = this.#proposals.get(id) ?? { types: new Set(), waits: new Map() };
    this.#proposals.set(id, known);
    return known;
  }
}

/** No data: an observer must not cost what it observes. */
function typesAlone(store: PostgresEventStore): FeedSource<Seen> {
  return {
    channel: 'countersign_events',
    async readAfter(from, limit) {
      const rows = await store.query<Seen & { readable: boolean }>(
        'bench-types-after',
        `select ${observersMark} stream, type, transaction_id::text as "transactionId", position::text,
           transaction_id < (select pg_snapshot_xmin(pg_current_snapshot())) as readable
         from countersign.events where (transaction_id, position) > ($1::xid8, $2::bigint)
         order by events.transaction_id, events.position limit $3`,
        [from.transactionId, from.position, limit],
      );
      const items = rows.filter(({ readable }) => readable);
      const { transactionId, position } = items.at(-1) ?? from;
      return { items, cursor: { transactionId, position }, held: items.length < rows.length };
    },
    readable: async () => (await store.head()).readable,
  };
}
