import { createHash } from 'node:crypto';
import { type IngressTopic, type RecordedEvent, type Service, topics } from '@countersign/contracts';
import { decideProposal, evolveProposal } from '@countersign/domain';
import {
  caseStreams,
  LiveEvents,
  type ReadModelQueries,
  type ServiceDefinition,
  type StreamCaches,
  Streams,
  streamCaches,
  type Wiring,
} from '@countersign/messaging';
import { MemoryReadModels, MemoryRecords } from '@countersign/messaging/simulation';
import {
  Chance,
  Container,
  type Fault,
  FaultBook,
  type KeptMessage,
  type Machine,
  MemoryParking,
  newSeat,
  Owner,
  ProcessCalls,
  ProcessStore,
  processPorts,
  Scheduler,
  type Seat,
  ServiceProcess,
  simulatedFetch,
  type Targets,
} from '@countersign/testing/simulation';
import { Coverage } from './coverage.js';
import type { Mutation } from './mutations/mutation.js';
import { Identity } from './outside/identity.js';
import { type Effect, Payments } from './outside/payments.js';
import { Shop } from './outside/shop.js';
import { PassagesInMemory } from './passages-in-memory.js';
import type { Script } from './script.js';
import { configurationOf, simulated } from './services.js';

export interface Running {
  readonly process: ServiceProcess;
  readonly owner: Owner;
  readonly caches: StreamCaches;
  readonly definition: ServiceDefinition;
}

/** A person's decision as they sent it: what every permission must rest on. */
export interface SentDecision {
  readonly person: string;
  readonly proposalId: string;
  readonly digest: string;
  readonly decision: 'approve' | 'reject';
}

export interface WorldOptions {
  readonly script: Script;
  readonly mutation?: Mutation | undefined;
  readonly replay?: readonly Fault[] | undefined;
  /** Keep every line of the trace, not only its hash. */
  readonly keepsTrace: boolean;
}

/** How long a process may be silent before another one takes over what it heard. */
const takeoverMs = 10_000;

/** Everything that exists in one run, and the only place where processes are born and die. */
export class World implements Machine {
  readonly scheduler: Scheduler;
  readonly faults: FaultBook;
  readonly records: MemoryRecords;
  readonly parking: MemoryParking;
  readonly payments: Payments;
  readonly shop = new Shop();
  readonly identity = new Identity();
  readonly messages: KeptMessage[] = [];
  readonly decisions: SentDecision[] = [];
  readonly coverage = new Coverage();
  readonly trace: string[] = [];
  readonly running = new Map<Service, Running>();
  /** Told of every effect, and of every request to make one as it leaves. */
  onEffect: (effect: Effect) => void = () => undefined;
  onSend: (operationId: string) => void = () => undefined;
  onDeath: (running: Running) => void = () => undefined;
  readonly #seats = new Map<Service, Seat>();
  readonly #births = new Map<Service, number>();
  readonly #passages = new PassagesInMemory();
  readonly #targets: Targets;
  readonly #hash = createHash('sha256');

  constructor(readonly options: WorldOptions) {
    const { script, replay } = options;
    const { seed, profile, faultsMax } = script;
    this.scheduler = new Scheduler(script.startMs);
    this.faults = new FaultBook({ seed, profile, faultsMax, replay });
    const now = () => this.scheduler.nowMs;
    this.records = new MemoryRecords(() => new Date(now()).toISOString());
    this.parking = new MemoryParking(() => new Date(now()).toISOString());
    this.payments = new Payments(now, script.manners, (effect) => this.onEffect(effect));
    for (const order of script.orders) {
      this.shop.orders.set(order.id, { ...order });
      const { chargeId, totalMinor: capturedMinor, currency } = order;
      this.payments.charges.set(chargeId, { chargeId, capturedMinor, currency, disputed: false });
    }
    this.#targets = {
      payments: (request) => this.payments.answer(request),
      orders: (request) => this.shop.answer(request),
      documents: (request) => this.shop.answer(request),
      identity: (request) => this.identity.answer(request),
    };
    this.records.onCommit(() => this.#committed());
  }

  get hash(): string {
    return this.#hash.copy().digest('hex');
  }

  async open(): Promise<void> {
    for (const definition of simulated) {
      this.#seats.set(definition.service, newSeat(definition.service));
      await this.#born(definition);
    }
  }

  noted(owner: Owner, label: string, outcome: string): void {
    this.coverage.point(owner.service ?? 'world', label);
    this.line(`${owner.name}: ${label}: ${outcome}`);
  }

  line(text: string): void {
    const at = ((this.scheduler.nowMs - this.options.script.startMs) / 1_000).toFixed(3);
    const line = `${at.padStart(10)}  ${text}`;
    this.#hash.update(line);
    if (this.options.keepsTrace) this.trace.push(line);
  }

  crashed(owner: Owner, { kind, key, ms }: Fault): void {
    this.line(`${owner.name} dies (${kind}, ${key}), another is started in ${ms} ms`);
    this.coverage.crash(key);
    this.kill(owner, ms);
  }

  /** Ends a process where it stands. Its successor begins from what is durable. */
  kill(owner: Owner, restartsInMs: number): void {
    if (owner.status === 'dead') return;
    owner.status = 'dead';
    const service = owner.service as Service;
    const running = this.running.get(service);
    if (running?.owner !== owner) return;
    this.onDeath(running);
    this.running.delete(service);
    this.#birthIn(running.definition, restartsInMs);
  }

  paused(owner: Owner, { key, ms }: Fault): void {
    const { scheduler } = this;
    this.line(`${owner.name} stands still for ${ms} ms (${key})`);
    this.coverage.crash(key);
    owner.pausedUntilMs = scheduler.nowMs + ms;
    const running = this.running.get(owner.service as Service);
    if (ms <= takeoverMs || running?.owner !== owner) return;
    scheduler.after(scheduler.world, takeoverMs, `${owner.name} is given up`, () => {
      if (this.running.get(owner.service as Service)?.owner !== owner) return;
      this.running.delete(owner.service as Service);
      this.#birthIn(running.definition, 0);
    });
    // Once it wakes it finishes what it was at, and finds that it is no longer wanted.
    scheduler.at(owner, owner.pausedUntilMs, 'wakes late', () => running.process.stop());
  }

  publish(topic: IngressTopic, message: { key: string; id: string; value: object }): void {
    const { key, id } = message;
    const value = new TextEncoder().encode(JSON.stringify(message.value));
    const recordedAt = this.records.databaseTime();
    const kept = { topic, tenant: 'fjordlight', key, id, headers: {}, value, recordedAt };
    this.messages.push({ message: kept, position: this.messages.length + 1 });
    this.line(`somebody publishes to ${topic === topics.customerRequests ? 'requests' : 'decisions'}: ${id}`);
    this.wakeAll();
  }

  wakeAll(): void {
    for (const { process, owner } of this.running.values()) if (owner.status === 'alive') process.wake();
  }

  #birthIn(definition: ServiceDefinition, ms: number): void {
    const { scheduler } = this;
    scheduler.after(scheduler.world, ms, `start ${definition.service}`, () => {
      void scheduler.elsewhere(this.#born(definition));
    });
  }

  async #born(definition: ServiceDefinition): Promise<void> {
    const { service } = definition;
    const { script, mutation } = this.options;
    const birth = (this.#births.get(service) ?? 0) + 1;
    this.#births.set(service, birth);
    const owner = new Owner(`${service} ${birth}`, service);
    const chance = new Chance(script.seed, owner.name);
    const calls = new ProcessCalls(owner, this, new Chance(script.seed, `${owner.name} latency`));
    const fetch = this.#watchedFetch(simulatedFetch(this, calls, this.#targets));
    const own = processPorts(this, owner, { chance, skewMs: script.skewsMs[service] ?? 0, fetch });
    const ports = mutation?.ports?.(own, service) ?? own;
    const plain = new ProcessStore(this.records, service, calls);
    const store = mutation?.store?.(plain, service) ?? plain;
    const caches = streamCaches();
    const decide = mutation?.decide?.(decideProposal, service) ?? decideProposal;
    const rules = { category: 'proposal', decide, evolve: evolveProposal };
    const wiring: Wiring = {
      config: configurationOf(definition, mutation?.settings ?? {}),
      ...{ ports, store, databaseUrl: 'postgres://nobody@nowhere/none', logger: quiet, worker: owner.name },
      proposals: new Streams({ rules, cache: caches.proposals, store, ports }),
      cases: caseStreams({ store, ports, caches }),
      readModels: new MemoryReadModels(
        this.records,
        definition.readModels ?? [],
      ) as unknown as ReadModelQueries,
      shutdown: new AbortController().signal,
      live: new LiveEvents(store),
      ingress: { publish: async () => undefined },
    };
    const module = await definition.module(wiring);
    const container = new Container(module, new Map([['refund-specialist:passages', this.#passages]]));
    const seat = this.#seats.get(service) ?? newSeat(service);
    const process = new ServiceProcess({
      ...{ owner, machine: this, container, ports, parking: this.parking, seat, logger: quiet },
      commitsFirst: mutation?.commitsFirst?.includes(service) === true,
      eventsAfter: (cursor) => this.#heard(this.records.after(cursor, 200), caches),
      messagesAfter: (position) => this.messages.slice(position),
    });
    this.running.set(service, { process, owner, caches, definition });
    this.line(`${owner.name} starts`);
    await process.open();
    this.#fireDue();
  }

  /** The reader of a process feeds the folded streams before the rules hear, as the host does. */
  #heard<Page extends { events: readonly RecordedEvent[] }>(page: Page, caches: StreamCaches): Page {
    for (const event of page.events) caches.observe(event);
    return page;
  }

  #watchedFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
    return (input, init) => {
      if (init?.method === 'POST' && String(input).includes('/v1/refunds'))
        this.onSend(new URLSearchParams(String(init.body)).get('metadata[operation_id]') ?? 'none');
      return fetch(input, init);
    };
  }

  #committed(): void {
    this.wakeAll();
    this.#fireDue();
  }

  #scheduled = new Set<number>();

  #fireDue(): void {
    const { scheduler } = this;
    for (const [name, timer] of this.records.timers) {
      const running = this.running.get(timer.service);
      if (running === undefined || !running.process.hasTimer(timer.task)) continue;
      const key = timer.id * 1_000 + (this.#births.get(timer.service) ?? 0);
      if (this.#scheduled.has(key)) continue;
      this.#scheduled.add(key);
      scheduler.at(running.owner, timer.dueAtMs + 20, `timer ${timer.task}`, () => {
        if (this.records.timers.get(name)?.id !== timer.id) return;
        this.line(`${running.owner.name}: timer ${timer.task} is due`);
        running.process.fire(timer, () => {
          if (this.records.timers.get(name)?.id === timer.id) this.records.timers.delete(name);
        });
      });
    }
  }
}

const nothing = () => undefined;
const quiet: Wiring['logger'] = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  with: () => quiet,
};
