import { randomUUID } from 'node:crypto';
import type { Executed } from '@countersign/capabilities';
import {
  authors,
  type Heard,
  proposalStream,
  type RecordedEvent,
  type Service,
  stopStream,
  systemPorts,
} from '@countersign/contracts';
import type { JsonObject, Proposal, ProposalEvent, StopEvent } from '@countersign/domain';
import { type EventStore, PostgresEventStore } from '@countersign/event-store';
import { reserved, type TestDatabase, testDatabase } from '@countersign/event-store/testing';
import { createApprovalVerifier } from '@countersign/identity';
import { proposalStreams, streamCaches } from '@countersign/messaging';
import type { RetryLimits } from '../config.js';
import { Execution } from '../execution/execution.js';
import type { ExecutionPorts } from '../execution/execution-ports.js';
import type { OwnEffect } from '../execution/own-effect.js';
import { resumeHeld } from '../execution/resume-held.js';
import { Targets, type TargetsOptions } from '../targets/targets.js';
import { approvedRefund, fold, key, type RefundUnderTest, tenant } from './approved-refund.js';
import { noLimits } from './no-limits.js';

export const retries: RetryLimits = {
  attemptsMax: 4,
  elapsedMaxMs: 60_000,
  baseMs: 1_000,
  ceilingMs: 8_000,
};

export interface WorkerOptions {
  readonly name?: string;
  /** What the target does with a call. */
  call(operationId: string): Promise<Executed>;
  /** What a look for the effect of earlier calls comes to. */
  readonly own?: OwnEffect;
  readonly circuit?: TargetsOptions['circuit'];
  /** Milliseconds by which this worker's clock differs. */
  aheadMs?(): number;
  /** Right after its intent was committed. */
  afterIntent?(): Promise<void>;
  /** After it has decided to hold something back, and before that is on record. */
  beforeHold?(): Promise<void>;
}

/** Workers of the executor on one database, each a process of its own as far as the record can tell. */
export class Workers {
  readonly settleWindowMs = 90_000;
  readonly #stores = new Map<Service, PostgresEventStore>();

  private constructor(readonly database: TestDatabase) {}

  static async open(): Promise<Workers> {
    return new Workers(await testDatabase());
  }

  /** A worker with nothing in memory: every one is the same as the last one restarted. */
  worker(options: WorkerOptions): Execution {
    const { name = randomUUID(), call, circuit, aheadMs = () => 0, afterIntent, beforeHold } = options;
    const { own = { outcome: 'never_sent' } } = options;
    const system = systemPorts();
    const nowMs = () => Date.now() + aheadMs();
    const clock = { ...system.clock, nowMs, now: () => new Date(nowMs()).toISOString() };
    const ports = { ...system, clock };
    const store = this.storeOf('executor');
    const watched: EventStore = {
      append: async (request) => {
        if (request.events.some(({ type }) => type === 'ExecutionHeld')) await beforeHold?.();
        const answer = await store.append(request);
        if (request.events.some(({ type }) => type === 'ExecutionStarted')) await afterIntent?.();
        return answer;
      },
      readStream: (...args) => store.readStream(...args),
      readAfter: (...args) => store.readAfter(...args),
      claimsUnder: (...args) => store.claimsUnder(...args),
      streamsWith: (...args) => store.streamsWith(...args),
      tenantOf: (stream) => store.tenantOf(stream),
      now: () => store.now(),
    };
    return new Execution({
      store,
      proposals: proposalStreams({ store: watched, ports, caches: streamCaches() }),
      effects: { byKind: () => ({ execute: call }) } as unknown as ExecutionPorts['effects'],
      revalidate: async () => ({ outcome: 'stands' }),
      ownEffect: async () => own,
      verifier: createApprovalVerifier([key.publicJwk]),
      directory: { currentRoles: async () => ({ outcome: 'known', roles: ['customer'] }) },
      targets: new Targets({ ...noLimits, ports, ...(circuit === undefined ? {} : { circuit }) }),
      targetOf: () => 'payments',
      ...{ ports, retries, worker: name, sendWithinMs: 10_000, silenceMs: 25_000 },
      settleWindowMs: this.settleWindowMs,
    });
  }

  /** An approved refund; answers its id and the event that a worker hears. */
  async approved(refund: Omit<RefundUnderTest, 'id'> = {}): Promise<{ id: string; heard: RecordedEvent }> {
    const id = randomUUID();
    for (const event of approvedRefund({ ...refund, id })) await this.append(id, event);
    const heard = (await this.events(id)).at(-1);
    if (heard === undefined) throw new Error('Nothing was recorded.');
    return { id, heard };
  }

  append(id: string, event: ProposalEvent): Promise<void> {
    return this.#append(proposalStream(id), event, authors[event.type][0]);
  }

  async stop(scope: string, event: StopEvent): Promise<RecordedEvent> {
    await this.#append(stopStream(scope), event, 'reconciler');
    const recorded = (await this.storeOf('executor').readStream(tenant, stopStream(scope))).at(-1);
    if (recorded === undefined) throw new Error('Nothing was recorded.');
    return recorded;
  }

  async released(heard: RecordedEvent): Promise<void> {
    const store = this.storeOf('executor');
    const ports = systemPorts();
    const proposals = proposalStreams({ store, ports, caches: streamCaches() });
    await resumeHeld({ store, ports, proposals }, heard as unknown as Heard<'Released'>);
  }

  events(id: string): Promise<RecordedEvent[]> {
    return this.storeOf('executor').readStream(tenant, proposalStream(id));
  }

  async types(id: string): Promise<string[]> {
    return (await this.events(id)).slice(4).map(({ type }) => type);
  }

  async state(id: string): Promise<Proposal> {
    return fold((await this.events(id)) as unknown as ProposalEvent[]);
  }

  async last(id: string): Promise<RecordedEvent> {
    const last = (await this.events(id)).at(-1);
    if (last === undefined) throw new Error('Nothing was recorded.');
    return last;
  }

  storeOf(service: Service): PostgresEventStore {
    const known = this.#stores.get(service);
    if (known !== undefined) return known;
    const store = new PostgresEventStore({ url: this.database.urls[`countersign_${service}`] });
    this.#stores.set(service, store);
    return store;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#stores.values()].map((store) => store.close()));
    await this.database.dispose();
  }

  async #append(stream: string, event: ProposalEvent | StopEvent, by: Service | undefined): Promise<void> {
    const store = this.storeOf(by ?? 'executor');
    const known = await store.readStream(tenant, stream);
    const made = {
      ...{ id: randomUUID(), type: event.type, schemaVersion: 1 },
      data: event.data as unknown as JsonObject,
      metadata: { causationId: randomUUID(), correlationId: randomUUID() },
    };
    const request = { tenant, stream, expectedVersion: known.length, events: [made] };
    const answer = await store.append(reserved(request));
    if (answer.outcome !== 'appended') throw new Error(`${event.type}: ${answer.outcome}`);
  }
}
