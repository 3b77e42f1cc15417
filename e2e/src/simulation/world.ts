import { type IngressTopic, type Service, topics } from '@countersign/contracts';
import { type ServiceDefinition, type StreamCaches } from '@countersign/messaging';
import { MemoryRecords } from '@countersign/messaging/simulation';
import {
  type Fault,
  FaultBook,
  type KeptMessage,
  type Machine,
  MemoryParking,
  newSeat,
  Owner,
  Scheduler,
  type Seat,
  ServiceProcess,
  type SimulatedRequest,
  type Targets,
} from '@countersign/testing/simulation';
import { bornProcess } from './born-process.js';
import { Coverage } from './coverage.js';
import { DueTimers } from './due-timers.js';
import { chargedTwice } from './happening-accounts.js';
import type { Mutation } from './mutations/mutation.js';
import { Identity } from './outside/identity.js';
import { type Effect, Payments, type Said } from './outside/payments.js';
import { Shop } from './outside/shop.js';
import { StandIns, standInNames } from './outside/stand-ins.js';
import { PassagesInMemory } from './passages-in-memory.js';
import type { AnsweredStop, AskedAtTheDoor, SentDecision, WrittenMessage } from './people/acts.js';
import type { Script } from './script.js';
import { simulated } from './services.js';
import { Trace } from './trace.js';
import { UnplacedInMemory } from './unplaced-in-memory.js';

export interface Running {
  readonly process: ServiceProcess;
  readonly owner: Owner;
  readonly caches: StreamCaches;
  readonly definition: ServiceDefinition;
}

interface Published {
  readonly key: string;
  readonly id: string;
  readonly value: object | string;
  readonly headers?: Readonly<Record<string, string>>;
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
  readonly standIns: StandIns;
  readonly shop = new Shop();
  readonly identity = new Identity();
  readonly messages: KeptMessage[] = [];
  readonly decisions: SentDecision[] = [];
  readonly stops: AnsweredStop[] = [];
  readonly asked: AskedAtTheDoor[] = [];
  /** Messages that customers wrote, other words under one id apart; and the ids that the front door said it has taken. */
  readonly written: WrittenMessage[] = [];
  readonly accepted = new Set<string>();
  readonly coverage = new Coverage();
  readonly trace: Trace;
  readonly running = new Map<Service, Running>();
  /** Told of every effect, and of every request to make one as it leaves. */
  onEffect: (effect: Effect) => void = () => undefined;
  onSaid: (said: Said) => void = () => undefined;
  onSend: (operationId: string) => void = () => undefined;
  onDeath: (running: Running) => void = () => undefined;
  onAnswer: (asked: AskedAtTheDoor) => void = () => undefined;
  /** Whether nothing is under way and nobody is about to do anything. */
  isStill: () => boolean = () => false;
  readonly births = new Map<Service, number>();
  readonly passages = new PassagesInMemory();
  readonly unplaced = new UnplacedInMemory();
  readonly targets: Targets;
  readonly #seats = new Map<Service, Seat>();
  readonly #timers = new DueTimers(this);
  readonly #sleepers: { readonly owner: Owner; readonly afterMs: number }[] = [];
  #heard = 0;

  constructor(readonly options: WorldOptions) {
    const { script, replay } = options;
    const { seed, profile, faultsMax } = script;
    this.scheduler = new Scheduler(script.startMs);
    this.faults = new FaultBook({ seed, profile, faultsMax, replay });
    const now = () => this.scheduler.nowMs;
    this.trace = new Trace({ sinceStartMs: () => now() - script.startMs, keeps: options.keepsTrace });
    this.records = new MemoryRecords(() => new Date(now()).toISOString());
    this.parking = new MemoryParking(
      () => new Date(now()).toISOString(),
      ({ service, status, delivery, code }) =>
        this.line(`${service} sets aside ${delivery.pattern} ${delivery.id} (${status}): ${code}`),
    );
    const tell = {
      effect: (effect: Effect) => this.onEffect(effect),
      said: (said: Said) => this.onSaid(said),
    };
    this.payments = new Payments(now, script.manners, tell);
    this.standIns = new StandIns(now, tell);
    for (const order of script.orders) {
      this.shop.orders.set(order.id, { ...order });
      const { chargeId, totalMinor: capturedMinor, currency } = order;
      this.payments.charges.set(chargeId, { chargeId, capturedMinor, currency, disputed: false });
    }
    for (const chargeId of [chargedTwice.first, chargedTwice.second]) {
      const { amountMinor: capturedMinor, currency } = chargedTwice;
      this.payments.charges.set(chargeId, { chargeId, capturedMinor, currency, disputed: false });
    }
    this.targets = {
      payments: (request) => this.payments.answer(request),
      orders: (request) => this.shop.answer(request),
      documents: (request) => this.shop.answer(request),
      identity: (request) => this.identity.answer(request),
      ...Object.fromEntries(
        standInNames.map((name) => [
          name,
          (request: SimulatedRequest) => this.standIns.answer(name, request),
        ]),
      ),
    };
    this.records.onCommit(() => this.#committed());
  }

  /** Everything that was ever made outside, in every system. */
  get effects(): readonly Effect[] {
    return [...this.payments.effects, ...this.standIns.effects];
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
    this.trace.line(text);
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

  paused(owner: Owner, { kind, key, ms }: Fault): void {
    const { scheduler } = this;
    this.line(`${owner.name} stands still for ${ms} ms (${key})`);
    this.coverage.crash(key);
    scheduler.pause(owner, scheduler.nowMs + ms);
    if (kind === 'pause_past_successor') this.#sleepers.push({ owner, afterMs: ms % 20 });
    const running = this.running.get(owner.service as Service);
    if (ms <= takeoverMs || running?.owner !== owner) return;
    scheduler.after(scheduler.world, takeoverMs, `${owner.name} is given up`, () => {
      if (this.running.get(owner.service as Service)?.owner !== owner) return;
      this.running.delete(owner.service as Service);
      this.#birthIn(running.definition, 0);
    });
    // Once it wakes it finishes what it was at, and finds that it is no longer wanted.
    scheduler.at(owner, scheduler.nowMs, 'wakes late', () => running.process.stop());
  }

  publish(topic: IngressTopic, message: Published): void {
    const { key, id, headers = {} } = message;
    const { value: given } = message;
    const value = new TextEncoder().encode(typeof given === 'string' ? given : JSON.stringify(given));
    const recordedAt = this.records.databaseTime();
    const kept = { topic, tenant: 'fjordlight', key, id, headers, value, recordedAt };
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
    const seat = this.#seats.get(service) ?? newSeat(service);
    const running = await bornProcess(this, { definition, seat, birth: this.#nextBirth(service) });
    this.running.set(service, running);
    this.line(`${running.owner.name} starts`);
    await running.process.open();
    this.#timers.fireDue();
  }

  /** The worst moment to wake: when somebody else has just begun what one was at. */
  #wakeSleepers(): void {
    const { events } = this.records;
    for (; this.#heard < events.length; this.#heard += 1) {
      const event = events[this.#heard];
      if (event?.type !== 'ExecutionStarted' || event.data['attempt'] === 1) continue;
      for (const { owner, afterMs } of this.#sleepers.splice(0))
        this.scheduler.after(this.scheduler.world, afterMs, 'wakes', () => this.scheduler.wake(owner));
    }
  }

  #nextBirth(service: Service): number {
    const birth = (this.births.get(service) ?? 0) + 1;
    this.births.set(service, birth);
    return birth;
  }

  #committed(): void {
    this.wakeAll();
    this.#wakeSleepers();
    this.#timers.fireDue();
  }
}
