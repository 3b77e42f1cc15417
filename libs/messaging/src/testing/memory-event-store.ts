import { canonicalJson, type RecordedEvent, type Service } from '@countersign/contracts';
import {
  type Append,
  type AppendAnswer,
  type Claim,
  type Cursor,
  codeOf,
  type EventStore,
  type LookedUpType,
  StoreError,
  type TimerRequest,
} from '@countersign/event-store';
import { MemoryRecords } from './memory-records.js';

export interface MemoryEventStoreOptions {
  readonly service: Service;
  /** Whether the service may append the type; without it, whether the table of authors says so. */
  mayAppend?(type: string): boolean;
  now?(): string;
  /** Shared by the stores of several roles; its own time is then the database's. */
  readonly records?: MemoryRecords;
}

/**
 * A store in memory with the answers of the real one, in their order of precedence, as one role sees it.
 * Held against the real store by `event-store-contract.ts`.
 */
export class MemoryEventStore implements EventStore {
  readonly #records: MemoryRecords;
  /** As they were asked for, one after another. */
  readonly timers: TimerRequest[] = [];
  /** While it has something to throw, every call throws it. */
  away: StoreError | undefined;

  constructor(private readonly options: MemoryEventStoreOptions) {
    this.#records = options.records ?? new MemoryRecords(options.now);
  }

  async append(request: Append): Promise<AppendAnswer> {
    this.#reached();
    refuseUnstorable(request);
    const answer = this.#records.append(this.options, request);
    if (answer.outcome === 'appended') this.timers.push(...(request.timers ?? []));
    return answer;
  }

  async readStream(tenant: string, stream: string, fromVersion = 1): Promise<RecordedEvent[]> {
    this.#reached();
    return this.#records.stream(tenant, stream).slice(fromVersion - 1);
  }

  async readAfter(cursor: Cursor, limit: number): Promise<{ events: RecordedEvent[]; cursor: Cursor }> {
    this.#reached();
    return this.#records.after(cursor, limit);
  }

  async claimsUnder(tenant: string, prefix: string): Promise<Claim[]> {
    this.#reached();
    return this.#records.claimsUnder(tenant, prefix);
  }

  async streamsWith(tenant: string, type: LookedUpType, since: string): Promise<string[]> {
    this.#reached();
    return this.#records.streamsWith(tenant, type, since);
  }

  async tenantOf(stream: string): Promise<string | undefined> {
    this.#reached();
    return this.#records.tenantOf(stream);
  }

  async now(): Promise<string> {
    this.#reached();
    return this.#records.databaseTime();
  }

  #reached(): void {
    if (this.away !== undefined) throw this.away;
  }
}

function refuseUnstorable(request: Append): void {
  try {
    canonicalJson(request.events);
  } catch (error) {
    const { path } = error as { path?: string };
    const code = codeOf(error) === 'not_canonical' ? 'unstorable_text' : 'invalid_append';
    throw new StoreError(code, 'The store cannot keep this text.', { cause: error, path: path ?? '' });
  }
}
