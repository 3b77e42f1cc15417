import type { RecordedEvent, Service } from '@countersign/contracts';
import type { Append, AppendAnswer, Claim, Cursor, EventStore, LookedUpType } from '@countersign/event-store';
import type { MemoryRecords } from '@countersign/messaging/simulation';
import type { ProcessCalls } from './process-ports.js';

/** The store as one process of one service reaches it, over a connection that can break at any moment. */
export class ProcessStore implements EventStore {
  constructor(
    private readonly records: MemoryRecords,
    private readonly service: Service,
    private readonly calls: ProcessCalls,
  ) {}

  append(request: Append): Promise<AppendAnswer> {
    const types = request.events.map(({ type }) => type).join('+');
    return this.calls.toStore(
      `append ${types}`,
      () => this.records.append({ service: this.service }, request),
      (answer) => `${request.stream} ${request.expectedVersion + 1}: ${answer.outcome}`,
    );
  }

  readStream(tenant: string, stream: string, fromVersion = 1): Promise<RecordedEvent[]> {
    return this.calls.toStore(
      'read stream',
      () => this.records.stream(tenant, stream).slice(fromVersion - 1),
      (events) => `${stream} from ${fromVersion}: ${events.length}`,
    );
  }

  readAfter(cursor: Cursor, limit: number): Promise<{ events: RecordedEvent[]; cursor: Cursor }> {
    return this.calls.toStore(
      'read events',
      () => this.records.after(cursor, limit),
      ({ events }) => `after ${cursor.position}: ${events.length}`,
    );
  }

  claimsUnder(tenant: string, prefix: string): Promise<Claim[]> {
    return this.calls.toStore(
      'read claims',
      () => this.records.claimsUnder(tenant, prefix),
      (claims) => `${prefix}: ${claims.length}`,
    );
  }

  streamsWith(tenant: string, type: LookedUpType, since: string): Promise<string[]> {
    return this.calls.toStore(
      'read streams with',
      () => this.records.streamsWith(tenant, type, since),
      (streams) => `${type} since ${since}: ${streams.length}`,
    );
  }

  tenantOf(stream: string): Promise<string | undefined> {
    return this.calls.toStore(
      'read tenant',
      () => this.records.tenantOf(stream),
      (tenant) => tenant ?? 'none',
    );
  }

  now(): Promise<string> {
    return this.calls.toStore(
      'read time',
      () => this.records.databaseTime(),
      (now) => now,
    );
  }
}
