import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentOfAll, services, type World } from '@countersign/cli/composition';
import { type Ports, proposalStream, type RecordedEvent } from '@countersign/contracts';
import { PostgresEventStore, SubjectKeys, sealingWith } from '@countersign/event-store';
import { type TestDatabase, testDatabase } from '@countersign/event-store/testing';
import { generateSigningKey } from '@countersign/identity';
import { type BusChoice, type Host, startHost } from '@countersign/messaging';
import type { Planner } from '@countersign/planning';
import { DEFAULT_KEYS, type Sandbox, startSandbox } from '@countersign/sandbox/sandbox';
import { createLogger, type Log } from '@countersign/telemetry';
import { waitFor } from '@countersign/testing';
import { type Bus, busOfRun, openBus } from './bus.js';
import { Person } from './person.js';
import { planningWith } from './planning-with.js';
import { type PolicyChange, policiesWith, shippedPolicies } from './policies.js';
import { type Effect, SandboxAdmin } from './sandbox-admin.js';
import { type Separate, startSeparately } from './separate-processes.js';

export interface SystemOptions {
  /** Each service as a process of its own, so that it can be killed. */
  readonly separateProcesses?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  /** What differs from the shipped policies. */
  readonly policies?: PolicyChange;
  readonly ports?: Ports;
  /** In the specialist's place of the planner that follows rules: one that does whatever a test wants. */
  readonly planner?: Planner;
  /** Of the services, where they share a process; errors to the terminal unless given. */
  readonly logger?: Log;
  /** How the services hear of each other; `E2E_BUS` where a test does not say. */
  readonly bus?: 'postgres' | 'kafka';
  /** A database and a bus of the test's own, which it may stop and start; the run's unless given. */
  readonly own?: { readonly database: TestDatabase; readonly bus: Bus };
}

/** Short waits, so that a test sees in a second what takes minutes in production. */
const fast = {
  RETRY_BASE_MS: '50',
  RETRY_CEILING_MS: '400',
  RETRY_ELAPSED_MAX_MS: '20000',
  CALL_TIMEOUT_MS: '1500',
  READ_TIMEOUT_MS: '1500',
  LOOK_FIRST_MS: '100',
  LOOK_DELAYS_MS: '100,200,400,800,1000',
  SETTLE_WINDOW_MS: '1600',
  LOOK_AGAIN_AFTER_MS: '100,200,400',
  RATE_PER_CUSTOMER: '1000',
  RATE_PER_TENANT: '5000',
};

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

  static async start(options: SystemOptions = {}): Promise<System> {
    const wrappingKey = randomBytes(32);
    const folder = await mkdtemp(join(tmpdir(), 'countersign-e2e-'));
    const [database, sandbox] = await Promise.all([
      options.own?.database ?? testDatabase(),
      startSandbox({ dataFolder: folder, ports: {}, synchronous: 'normal' }),
    ]);
    const policiesFolder =
      options.policies === undefined ? shippedPolicies : await policiesWith(options.policies, folder);
    const bus = options.own?.bus ?? (await openBus(options.bus ?? busOfRun(), database));
    const world = worldOf(sandbox, { ...options, policiesFolder }, wrappingKey);
    const host =
      options.separateProcesses === true
        ? await startSeparately(world, database, bus.environment)
        : await startTogether(world, database, { ...options, choice: bus.choice });
    const asAuditor = { url: database.urls.countersign_auditor, applicationName: 'countersign e2e' };
    const raw = new PostgresEventStore(asAuditor);
    const { events: codec } = sealingWith(raw, { wrappingKey, keptForMs: 0 });
    const record = { raw, store: new PostgresEventStore({ ...asAuditor, codec }), wrappingKey };
    return new System(database, sandbox, world, record, host, folder, bus);
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

  async threeRecords(proposalId: string): Promise<ThreeRecords> {
    const { effects } = await this.admin.ledger();
    return {
      stream: await this.types(proposalId),
      effects: effects.filter((effect) => effect.operationId === proposalId),
    };
  }

  async describe(proposalId: string): Promise<string> {
    const events = await this.events(proposalStream(proposalId));
    const parked = 'parked' in this.host ? await this.host.parked() : [];
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

function worldOf(
  { urls }: Sandbox,
  options: SystemOptions & { readonly policiesFolder: string },
  wrappingKey: Buffer,
): World {
  const key = generateSigningKey();
  return {
    outside: urls,
    keys: {
      orders: DEFAULT_KEYS.orders,
      paymentsRead: DEFAULT_KEYS.paymentsRead,
      paymentsWrite: DEFAULT_KEYS.payments,
      directory: DEFAULT_KEYS.directory,
    },
    approvalPrivateKey: key.privateKeyPem,
    approvalPublicKey: key.publicJwk,
    subjectKeysWrappingKey: wrappingKey.toString('base64'),
    policiesFolder: options.policiesFolder,
    ports: { gateway: 0, approvalService: 0, reconciler: 0 },
    settings: { ...fast, ...options.settings },
  };
}

function startTogether(
  world: World,
  database: TestDatabase,
  options: SystemOptions & { readonly choice: BusChoice },
): Promise<Host> {
  const { ports, logger, choice } = options;
  return startHost({
    services: services.map((definition) =>
      options.planner === undefined ? definition : planningWith(options.planner, definition),
    ),
    databaseUrlOf: (service) => database.urls[`countersign_${service}`],
    readerUrl: database.urls.countersign_reader,
    bus: choice,
    env: environmentOfAll(
      services.map(({ service }) => service),
      world,
    ),
    logger: logger ?? createLogger({ service: 'e2e', level: 'error', now: () => Date.now() }),
    ...(ports === undefined ? {} : { ports }),
  });
}
