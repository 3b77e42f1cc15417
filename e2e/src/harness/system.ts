import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { World } from '@countersign/cli/composition';
import {
  caseStream,
  type Ports,
  proposalStream,
  type RecordedEvent,
  type Service,
} from '@countersign/contracts';
import { PostgresEventStore, SubjectKeys, sealingWith } from '@countersign/event-store';
import { type TestDatabase, testDatabase } from '@countersign/event-store/testing';
import type { Host } from '@countersign/messaging';
import type { Planner } from '@countersign/planning';
import { type Sandbox, startSandbox } from '@countersign/sandbox/sandbox';
import { waitFor } from '@countersign/testing';
import { type Bus, openBus } from './bus.js';
import type { Logs } from './logs.js';
import { parkedOf } from './parked.js';
import { Person } from './person.js';
import { type PolicyChange, policiesWith, shippedPolicies } from './policies.js';
import { busOfRun, separateInRun, sharesOneSystem } from './run.js';
import { type Effect, SandboxAdmin } from './sandbox-admin.js';
import type { Separate } from './separate-processes.js';
import { startApart, startTogether } from './start-services.js';
import { paymentsWebhookSecret, worldAround } from './world.js';

export interface SystemOptions {
  /** Each service as a process of its own, so that it can be killed; `E2E_PROCESSES` where a test does not say. */
  readonly separateProcesses?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  /** What differs from the shipped policies. */
  readonly policies?: PolicyChange;
  readonly ports?: Ports;
  /** In the specialist's place of the planner that follows rules: one that does whatever a test wants. */
  readonly planner?: Planner;
  /** Where the services' lines go and from which level; errors to the terminal unless given. */
  readonly logs?: Logs;
  /** How the services hear of each other; `E2E_BUS` where a test does not say. */
  readonly bus?: 'postgres' | 'kafka';
  /** A database and a bus of the test's own, which it may stop and start; the run's unless given. */
  readonly own?: (sandbox: Sandbox) => Promise<OwnServers>;
}

export interface OwnServers {
  readonly database: TestDatabase;
  readonly bus: Bus;
  /** How each process reaches them, where it is not straight. */
  environmentOf?(service: Service, world: World): Readonly<Record<string, string>>;
}

export interface ThreeRecords {
  /** Event types of the proposal's stream, in order. */
  readonly stream: readonly string[];
  /** What the target's own ledger holds for this operation. */
  readonly effects: readonly Effect[];
}

interface OpenRecord {
  readonly store: PostgresEventStore;
  readonly raw: PostgresEventStore;
  readonly wrappingKey: Uint8Array;
}

/** The whole product on a database of its own, beside a sandbox of its own. */
export class System {
  readonly #people = new Map<string, Person>();

  private constructor(
    readonly database: TestDatabase,
    readonly sandbox: Sandbox,
    readonly world: World,
    private readonly record: OpenRecord,
    readonly host: Host | Separate,
    private readonly folder: string,
    readonly bus: Bus,
  ) {
    this.admin = new SandboxAdmin(sandbox.urls.admin);
  }

  readonly admin: SandboxAdmin;

  /** As the auditor, who holds the key to people's words. */
  get store(): PostgresEventStore {
    return this.record.store;
  }

  /** What the tables hold, as it is. */
  get raw(): PostgresEventStore {
    return this.record.raw;
  }

  /** Destroys the person's key, as an operator would: what is sealed with it can never be read again. */
  async forget(subject: string, tenant = 'fjordlight'): Promise<void> {
    const operators = new PostgresEventStore({ url: this.database.urls.countersign_reconciler });
    await new SubjectKeys(operators, this.record).erase({ tenant, subject });
    await operators.close();
  }

  static #shared: Promise<System> | undefined;

  /** Where a file shares one system: people of its own, and that one's services. It is stopped at the end. */
  static async start(options: SystemOptions = {}): Promise<System> {
    if (!sharesOneSystem() || Object.keys(options).length > 0) return System.#startOne(options);
    System.#shared ??= System.#startOne(options);
    const { database, sandbox, world, record, host, folder, bus, admin } = await System.#shared;
    const sharing = new System(database, sandbox, world, record, host, folder, bus);
    // Its hand, too: the orders it makes are counted, so that none is made twice.
    return Object.assign(sharing, { admin, stop: async () => undefined });
  }

  /** The one that was shared, if anybody asked for it. */
  static async stopShared(): Promise<void> {
    await (await System.#shared)?.stop();
  }

  static async #startOne(options: SystemOptions): Promise<System> {
    const wrappingKey = randomBytes(32);
    const folder = await mkdtemp(join(tmpdir(), 'countersign-e2e-'));
    const sandboxed = startSandbox({ dataFolder: folder, ports: {}, synchronous: 'normal' });
    const own = options.own === undefined ? undefined : await options.own(await sandboxed);
    const [database, sandbox] = await Promise.all([own?.database ?? testDatabase(), sandboxed]);
    const policiesFolder =
      options.policies === undefined ? shippedPolicies : await policiesWith(options.policies, folder);
    const separate = options.separateProcesses ?? separateInRun();
    const kind = options.bus ?? busOfRun();
    const bus = own?.bus ?? (await openBus(kind, database, { relayApart: separate }));
    const { settings } = options;
    const world = worldAround({ sandbox, policiesFolder, wrappingKey, settings });
    const beside = { world, database, bus, own };
    const host = separate ? await startApart(beside, options) : await startTogether(beside, options);
    const asAuditor = { url: database.urls.countersign_auditor, applicationName: 'countersign e2e' };
    const raw = new PostgresEventStore(asAuditor);
    const { events: codec } = sealingWith(raw, { wrappingKey, keptForMs: 0 });
    const record = { raw, store: new PostgresEventStore({ ...asAuditor, codec }), wrappingKey };
    return new System(database, sandbox, world, record, host, folder, bus);
  }

  /** Lets payments say by themselves what happened later, to the reconciler as it runs now. */
  async hearPayments({ hold = false } = {}): Promise<void> {
    const url = `${this.host.urlOf('reconciler')}/v1/webhooks/payments/fjordlight`;
    await this.admin.hearPayments(url, { secret: paymentsWebhookSecret, hold });
  }

  as(name: string): Person {
    const known = this.#people.get(name);
    if (known !== undefined) return known;
    const made = this.newPerson(name);
    this.#people.set(name, made);
    return made;
  }

  /** The same person in a conversation of its own, or on a second device. */
  newPerson(name: string): Person {
    const url = (service: Parameters<Host['urlOf']>[0]) => this.host.urlOf(service) ?? '';
    return new Person(name, {
      gateway: url('gateway'),
      approvals: url('approval_service'),
      recovery: url('reconciler'),
      identity: this.sandbox.urls.identity,
    });
  }

  events(stream: string, tenant = 'fjordlight'): Promise<RecordedEvent[]> {
    return this.store.readStream(tenant, stream);
  }

  async types(proposalId: string): Promise<string[]> {
    return (await this.events(proposalStream(proposalId))).map((event) => event.type);
  }

  /** The nth event of a type on a proposal's stream, as soon as it is there. */
  waitForEvent(
    proposalId: string,
    type: string,
    options: { nth?: number; withinMs?: number } = {},
  ): Promise<RecordedEvent> {
    const nth = options.nth ?? 1;
    return waitFor(
      `${type} of ${proposalId}`,
      async () =>
        (await this.events(proposalStream(proposalId))).filter((event) => event.type === type)[nth - 1],
      {
        ...(options.withinMs === undefined ? {} : { withinMs: options.withinMs }),
        describe: () => this.describe(proposalId),
      },
    );
  }

  /** The nth proposal of a case, as soon as it is attached to it. */
  async proposalOf(caseId: string, nth = 1): Promise<string> {
    return waitFor(
      `proposal ${nth} of case ${caseId}`,
      async () => {
        const attached = (await this.events(caseStream(caseId))).filter(
          ({ type }) => type === 'ProposalAttached',
        );
        const id = attached[nth - 1]?.data['proposalId'];
        return id === undefined ? undefined : String(id);
      },
      {
        describe: async () =>
          (await this.events(caseStream(caseId)))
            .map(({ type, data }) => `${type} ${JSON.stringify(data).slice(0, 300)}`)
            .join('\n'),
      },
    );
  }

  async threeRecords(proposalId: string): Promise<ThreeRecords> {
    const { effects } = await this.admin.ledger();
    return {
      stream: await this.types(proposalId),
      effects: effects.filter((effect) => effect.operationId === proposalId),
    };
  }

  async describe(proposalId: string): Promise<string> {
    const events = await this.events(proposalStream(proposalId));
    const parked = await parkedOf(this.raw);
    const lines = events.map(
      (event) => `${event.version} ${event.type} ${JSON.stringify(event.data).slice(0, 400)}`,
    );
    return [...lines, ...parked.map((one) => `parked: ${JSON.stringify(one).slice(0, 600)}`)].join('\n');
  }

  async stop(): Promise<void> {
    await this.host.stop();
    await this.bus.stop();
    await Promise.all([this.store.close(), this.raw.close()]);
    await this.sandbox.stop();
    await this.database.dispose();
    await rm(this.folder, { recursive: true, force: true });
  }
}
