import { authors, canonicalJson, type RecordedEvent, type Service, sha256Hex } from '@countersign/contracts';
import type { JsonObject } from '@countersign/domain';
import type { Append, AppendAnswer, Claim, Cursor } from '@countersign/event-store';
import { unreserved } from './unreserved.js';

const genesis = '0'.repeat(64);

/** A job set in the same commit as an event; it stays until it is done, cancelled or set anew. */
export interface MemoryTimer {
  /** Names this one setting of it. */
  readonly id: number;
  readonly service: Service;
  readonly tenant: string;
  readonly task: string;
  readonly key: string;
  readonly payload: JsonObject;
  readonly dueAtMs: number;
}

/** Who appends, and whether that role may. */
export interface Author {
  readonly service: Service;
  mayAppend?: ((type: string) => boolean) | undefined;
}

interface HeldClaim extends Claim {
  readonly tenant: string;
}

/**
 * What a database holds, in memory: events with their chain, claims and timers, one commit an append. All roles of a
 * database share one of these. Every call is done when it returns: nothing here waits for anything.
 */
export class MemoryRecords {
  readonly events: RecordedEvent[] = [];
  readonly timers = new Map<string, MemoryTimer>();
  readonly #streams = new Map<string, RecordedEvent[]>();
  readonly #tenants = new Map<string, string>();
  readonly #versions = new Map<string, number>();
  readonly #claims: HeldClaim[] = [];
  readonly #listeners = new Set<() => void>();
  #timersSet = 0;

  constructor(private readonly now: () => string = () => new Date().toISOString()) {}

  /** Called after every commit. */
  onCommit(listener: () => void): void {
    this.#listeners.add(listener);
  }

  databaseTime(): string {
    return this.now();
  }

  append(by: Author, request: Append): AppendAnswer {
    const answer = this.#refusalOf(by, request) ?? this.#record(by, request);
    if (answer.outcome === 'appended') for (const listener of this.#listeners) listener();
    return answer;
  }

  stream(tenant: string, stream: string): readonly RecordedEvent[] {
    return this.#streams.get(`${tenant}\n${stream}`) ?? [];
  }

  after(cursor: Cursor, limit: number): { events: RecordedEvent[]; cursor: Cursor } {
    const events = this.events.slice(Number(cursor.position), Number(cursor.position) + limit);
    const last = events.at(-1);
    return {
      events,
      cursor: last === undefined ? cursor : { transactionId: last.transactionId, position: last.position },
    };
  }

  claimsUnder(tenant: string, prefix: string): Claim[] {
    return this.#claims
      .filter((claim) => claim.tenant === tenant && claim.key.startsWith(prefix))
      .map(({ tenant: _, ...claim }) => claim);
  }

  streamsWith(tenant: string, type: string, since: string): string[] {
    const found = this.events.filter(
      (event) =>
        event.tenant === tenant && event.type === type && Date.parse(event.recordedAt) >= Date.parse(since),
    );
    return [...new Set(found.map(({ stream }) => stream))].sort();
  }

  tenantOf(stream: string): string | undefined {
    return this.#tenants.get(stream);
  }

  #refusalOf(by: Author, request: Append) {
    const { tenant, stream, expectedVersion, events, claims = [], notAfter } = request;
    const may = by.mayAppend ?? ((type: string) => isAuthor(by.service, type));
    const forbidden = events.find(({ type }) => !may(type));
    if (forbidden !== undefined) return { outcome: 'forbidden', type: forbidden.type } as const;
    const before = events.map(({ id }) => this.#versions.get(`${tenant}\n${stream}\n${id}`) ?? 0);
    if (before.every((version) => version > 0))
      return { outcome: 'duplicate', version: Math.max(...before) } as const;
    const version = this.stream(tenant, stream).length;
    if (version !== expectedVersion) return { outcome: 'conflict', version } as const;
    const now = this.now();
    if (notAfter !== undefined && Date.parse(notAfter) < Date.parse(now))
      return { outcome: 'too_late', now } as const;
    const refused = unreserved({ request, held: this.#heldBy(request) });
    if (refused !== undefined) return refused;
    const held = this.#claims
      .filter((claim) => claim.tenant === tenant && claim.stream !== stream)
      .filter((claim) => !claim.released || claim.key.includes('#'))
      .filter(({ key }) => claims.some((wanted) => wanted.key === key))
      .sort((a, b) => (a.key < b.key ? -1 : 1))[0];
    return held && ({ outcome: 'claimed', key: held.key, holder: held.stream } as const);
  }

  #heldBy({ tenant, stream }: Append): string[] {
    return this.#claims
      .filter((claim) => claim.tenant === tenant && claim.stream === stream && !claim.released)
      .map(({ key }) => key);
  }

  #record(by: Author, request: Append): AppendAnswer {
    const { tenant, stream, expectedVersion, events } = request;
    const recordedAt = this.now();
    const name = `${tenant}\n${stream}`;
    const recorded = this.#streams.get(name) ?? [];
    this.#streams.set(name, recorded);
    this.#tenants.set(stream, tenant);
    let previousHash = recorded.at(-1)?.hash ?? genesis;
    for (const [at, event] of events.entries()) {
      const position = String(this.events.length + 1);
      const recordedBy = `countersign_${by.service}`;
      const place = { tenant, stream, version: expectedVersion + at + 1, position, transactionId: position };
      const text = canonicalJson({ ...event });
      const hash = sha256Hex(`${previousHash}${JSON.stringify([place, recordedAt, recordedBy])}${text}`);
      // Through text, so that nobody shares an object with the store.
      const stored = JSON.parse(text) as typeof event;
      const kept = { ...stored, ...place, recordedAt, recordedBy, previousHash, hash };
      this.events.push(kept);
      recorded.push(kept);
      this.#versions.set(`${name}\n${event.id}`, place.version);
      previousHash = hash;
    }
    const version = expectedVersion + events.length;
    this.#claimAndRelease(request, version, recordedAt);
    this.#setTimers(by.service, request, recordedAt);
    return { outcome: 'appended', version, recordedAt };
  }

  #claimAndRelease({ tenant, stream, claims = [], releases = [] }: Append, version: number, at: string) {
    for (const claim of this.#claims) {
      if (claim.tenant !== tenant || claim.stream !== stream || claim.released) continue;
      if (releases.includes('*') || releases.includes(claim.key))
        Object.assign(claim, { released: true, releasedAt: at });
    }
    for (const claim of claims) {
      const holds = this.#claims.some((o) => o.tenant === tenant && o.key === claim.key && !o.released);
      if (!holds) this.#claims.push({ ...claim, tenant, stream, version, claimedAt: at, released: false });
    }
  }

  #setTimers(service: Service, { tenant, timers = [], timersCancelled = [] }: Append, at: string): void {
    const nameOf = (key: string) => `${service}\n${tenant}\n${key}`;
    for (const key of timersCancelled) this.timers.delete(nameOf(key));
    for (const { task, key, payload, dueAt } of timers) {
      this.#timersSet += 1;
      const dueAtMs = typeof dueAt === 'string' ? Date.parse(dueAt) : Date.parse(at) + dueAt.inMs;
      const kept = JSON.parse(JSON.stringify(payload)) as JsonObject;
      const timer = { id: this.#timersSet, service, tenant, task, key, payload: kept, dueAtMs };
      this.timers.set(nameOf(key), timer);
    }
  }
}

function isAuthor(service: Service, type: string): boolean {
  const known: Readonly<Record<string, readonly Service[]>> = authors;
  return Object.hasOwn(known, type) && known[type]?.includes(service) === true;
}
