import { canonicalJson, type RecordedEvent, type Service, sha256Hex } from '@countersign/contracts';
import {
  type Append,
  type AppendAnswer,
  type Claim,
  type Cursor,
  codeOf,
  type EventStore,
  StoreError,
} from '@countersign/event-store';

export interface MemoryEventStoreOptions {
  readonly service: Service;
  /** Whether the service may append the type. */
  mayAppend?(type: string): boolean;
  now?(): string;
}

const genesis = '0'.repeat(64);

/**
 * A store in memory with the answers of the real one, in their order of precedence. Timers are only noted.
 * Held against the real store by `event-store-contract.ts`.
 */
export class MemoryEventStore implements EventStore {
  readonly #events: RecordedEvent[] = [];
  readonly #claims: (Claim & { tenant: string })[] = [];
  readonly timers: NonNullable<Append['timers']>[number][] = [];
  /** While it has something to throw, every call throws it. */
  away: StoreError | undefined;

  constructor(private readonly options: MemoryEventStoreOptions) {}

  async append(request: Append): Promise<AppendAnswer> {
    this.#reached();
    refuseUnstorable(request);
    return this.#refusalOf(request) ?? this.#record(request);
  }

  async readStream(tenant: string, stream: string, fromVersion = 1): Promise<RecordedEvent[]> {
    this.#reached();
    return this.#stream(tenant, stream).filter(({ version }) => version >= fromVersion);
  }

  async readAfter(cursor: Cursor, limit: number): Promise<{ events: RecordedEvent[]; cursor: Cursor }> {
    this.#reached();
    const events = this.#events.slice(Number(cursor.position), Number(cursor.position) + limit);
    const last = events.at(-1);
    return {
      events,
      cursor: last === undefined ? cursor : { transactionId: last.transactionId, position: last.position },
    };
  }

  async claimsUnder(tenant: string, prefix: string): Promise<Claim[]> {
    this.#reached();
    return this.#claims
      .filter((claim) => claim.tenant === tenant && claim.key.startsWith(prefix))
      .map(({ tenant: _, ...claim }) => claim);
  }

  async tenantOf(stream: string): Promise<string | undefined> {
    this.#reached();
    return this.#events.find((event) => event.stream === stream)?.tenant;
  }

  async now(): Promise<string> {
    this.#reached();
    return this.#now();
  }

  #reached(): void {
    if (this.away !== undefined) throw this.away;
  }

  #refusalOf({
    tenant,
    stream,
    expectedVersion,
    events,
    claims = [],
    notAfter,
  }: Append): AppendAnswer | undefined {
    const forbidden = events.find(({ type }) => this.options.mayAppend?.(type) === false);
    if (forbidden !== undefined) return { outcome: 'forbidden', type: forbidden.type };
    const known = this.#stream(tenant, stream);
    const before = events.map(({ id }) => known.find((event) => event.id === id)?.version ?? 0);
    if (before.every((version) => version > 0)) return { outcome: 'duplicate', version: Math.max(...before) };
    if (known.length !== expectedVersion) return { outcome: 'conflict', version: known.length };
    const now = this.#now();
    if (notAfter !== undefined && Date.parse(notAfter) < Date.parse(now)) return { outcome: 'too_late', now };
    const held = this.#claims
      .filter((claim) => claim.tenant === tenant && claim.stream !== stream)
      .filter((claim) => !claim.released || claim.key.includes('#'))
      .filter(({ key }) => claims.some((wanted) => wanted.key === key))
      .sort((a, b) => (a.key < b.key ? -1 : 1))[0];
    return held && { outcome: 'claimed', key: held.key, holder: held.stream };
  }

  #record(request: Append): AppendAnswer {
    const { tenant, stream, expectedVersion, events, claims = [], releases = [], timers = [] } = request;
    const recordedAt = this.#now();
    let previousHash = this.#stream(tenant, stream).at(-1)?.hash ?? genesis;
    for (const [at, event] of events.entries()) {
      const position = String(this.#events.length + 1);
      const recordedBy = `countersign_${this.options.service}`;
      const place = { tenant, stream, version: expectedVersion + at + 1, position, transactionId: position };
      const hash = sha256Hex(previousHash + canonicalJson({ ...event, ...place, recordedAt, recordedBy }));
      // Through text, so that nobody shares an object with the store.
      const stored = JSON.parse(JSON.stringify(event)) as typeof event;
      this.#events.push({ ...stored, ...place, recordedAt, recordedBy, previousHash, hash });
      previousHash = hash;
    }
    const version = expectedVersion + events.length;
    for (const claim of this.#claims) {
      if (claim.tenant !== tenant || claim.stream !== stream || claim.released) continue;
      if (releases.includes('*') || releases.includes(claim.key))
        Object.assign(claim, { released: true, releasedAt: recordedAt });
    }
    for (const claim of claims) {
      const holds = this.#claims.some(
        (own) => own.tenant === tenant && own.key === claim.key && !own.released,
      );
      if (!holds)
        this.#claims.push({ ...claim, tenant, stream, version, claimedAt: recordedAt, released: false });
    }
    this.timers.push(...timers);
    return { outcome: 'appended', version, recordedAt };
  }

  #stream(tenant: string, stream: string): RecordedEvent[] {
    return this.#events.filter((event) => event.tenant === tenant && event.stream === stream);
  }

  #now(): string {
    return this.options.now?.() ?? new Date().toISOString();
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
