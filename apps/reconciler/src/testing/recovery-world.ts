import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { authors, proposalStream, type RecordedEvent, type Service } from '@countersign/contracts';
import {
  evolveProposal,
  type JsonObject,
  noProposal,
  type Proposal,
  type ProposalEvent,
} from '@countersign/domain';
import { PostgresEventStore } from '@countersign/event-store';
import { reserved, type TestDatabase, testDatabase } from '@countersign/event-store/testing';
import { type Host, type ServiceDefinition, startHost } from '@countersign/messaging';
import { DEFAULT_KEYS, type Sandbox, startSandbox } from '@countersign/sandbox/sandbox';
import { createLogger } from '@countersign/telemetry';
import { definition } from '../reconciler.module.js';

/** Short enough for a test, long enough that a look at once surely falls into it. */
export const settleWindowMs = 1_200;
/** How long payments may be silent before a person is asked. */
export const outageMaxMs = 300;

/** The reconciler as it runs, the outside world as it is, and the hand that plays everybody else. */
export class RecoveryWorld {
  #stores = new Map<Service, PostgresEventStore>();

  private constructor(
    readonly database: TestDatabase,
    readonly sandbox: Sandbox,
    readonly dataFolder: string,
    private readonly settings: Settings,
    public host: Host,
  ) {}

  static async open(settings: Settings = {}): Promise<RecoveryWorld> {
    const dataFolder = await mkdtemp(join(tmpdir(), 'reconciler-spec-'));
    const database = await testDatabase();
    const sandbox = await startSandbox({ dataFolder, ports: {}, synchronous: 'normal' });
    const host = await hostOn(database, sandbox, settings);
    return new RecoveryWorld(database, sandbox, dataFolder, settings, host);
  }

  /** A proposal that was permitted and sent; what came of it is appended next. */
  async sent(chargeMinor = 20_000): Promise<{ id: string; charge: string }> {
    const charge = `ch_${randomUUID().replaceAll('-', '')}`;
    await this.admin('POST', '/payments/charges', { id: charge, amountMinor: chargeMinor, currency: 'EUR' });
    return { id: randomUUID(), charge };
  }

  /** Appends each event as the service that may, as one more event of the stream. */
  async append(id: string, ...events: readonly ProposalEvent[]): Promise<void> {
    for (const event of events) {
      const store = this.#storeOf(authors[event.type][0] ?? 'executor');
      const stream = proposalStream(id);
      for (;;) {
        const known = await store.readStream('fjordlight', stream);
        const made = {
          ...{ id: randomUUID(), type: event.type, schemaVersion: 1 },
          data: event.data as unknown as JsonObject,
          metadata: { causationId: randomUUID(), correlationId: randomUUID() },
        };
        const request = { tenant: 'fjordlight', stream, expectedVersion: known.length, events: [made] };
        const answer = await store.append(reserved(request));
        if (answer.outcome === 'appended') break;
        if (answer.outcome !== 'conflict') throw new Error(`${event.type}: ${answer.outcome}`);
      }
    }
  }

  /** Makes a refund at the provider as the executor would have; answers the provider's reference. */
  async refund(id: string, charge: string, { amountMinor = 7_900, key = id } = {}): Promise<string> {
    const form = {
      charge,
      amount: String(amountMinor),
      'metadata[operation_id]': id,
      'metadata[currency]': 'EUR',
    };
    const answer = await fetch(`${this.sandbox.urls.payments}/v1/refunds`, {
      method: 'POST',
      headers: { authorization: `Bearer ${DEFAULT_KEYS.payments}`, 'idempotency-key': key },
      body: new URLSearchParams(form),
    });
    if (!answer.ok) throw new Error(`The refund was answered with ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { id: string }).id;
  }

  async admin(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const answer = await fetch(this.sandbox.urls.admin + path, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  }

  /** How many requests payments has seen in all. */
  async paymentsCalls(): Promise<number> {
    const answer = await fetch(`${this.sandbox.urls.admin}/payments/ledger`);
    return ((await answer.json()) as { calls: unknown[] }).calls.length;
  }

  async events(id: string): Promise<readonly RecordedEvent[]> {
    return this.#storeOf('executor').readStream('fjordlight', proposalStream(id));
  }

  async stream(stream: string): Promise<readonly RecordedEvent[]> {
    return this.#storeOf('executor').readStream('fjordlight', stream);
  }

  /** Every refund of a charge in the provider's own books. */
  async refundsOf(charge: string): Promise<readonly string[]> {
    const answer = await fetch(`${this.sandbox.urls.admin}/payments/ledger`);
    const { effects } = (await answer.json()) as { effects: { charge: string; effect: string }[] };
    return effects.filter((effect) => effect.charge === charge).map(({ effect }) => effect);
  }

  async state(id: string): Promise<Proposal> {
    const events = (await this.events(id)) as unknown as readonly ProposalEvent[];
    return events.reduce<Proposal>(evolveProposal, noProposal);
  }

  async reaches(id: string, status: Proposal['status']): Promise<readonly RecordedEvent[]> {
    await until(async () => (await this.state(id)).status === status);
    return this.events(id);
  }

  async token(person: string): Promise<string> {
    const answer = await fetch(`${this.sandbox.urls.identity}/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:countersign:sandbox:person', person }),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  async call(person: string | undefined, method: string, path: string, body?: object) {
    const answer = await fetch(`${this.host.urlOf('reconciler')}/v1${path}`, {
      method,
      headers: {
        ...(person === undefined ? {} : { authorization: `Bearer ${await this.token(person)}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }

  /** Starts the service anew, hearing everything from the very beginning. */
  async hearAllAgain(): Promise<void> {
    await this.host.stop();
    const owner = new PostgresEventStore({ url: this.database.ownerUrl });
    await owner.query('rewind', `delete from countersign.checkpoints where consumer = 'reconciler'`, []);
    await owner.close();
    await this.startAgain();
    await until(async () => {
      const { services } = await this.host.ready();
      return services.every(({ lag, status }) => status === 'hearing' && lag === 0);
    });
  }

  /** As after a restart: what is under way is what the database says. */
  async startAgain(): Promise<void> {
    this.host = await hostOn(this.database, this.sandbox, this.settings);
  }

  async close(): Promise<void> {
    await this.host.stop();
    await Promise.all([...this.#stores.values()].map((store) => store.close()));
    await this.sandbox.stop();
    await this.database.dispose();
    await rm(this.dataFolder, { recursive: true, force: true });
  }

  #storeOf(service: Service): PostgresEventStore {
    const known = this.#stores.get(service);
    if (known !== undefined) return known;
    const store = new PostgresEventStore({ url: this.database.urls[`countersign_${service}`] });
    this.#stores.set(service, store);
    return store;
  }
}

/** Settings of the service beside those of every test. */
export type Settings = Readonly<Record<string, string>>;

function hostOn(database: TestDatabase, { urls }: Sandbox, settings: Settings): Promise<Host> {
  return startHost({
    services: [definition as ServiceDefinition],
    databaseUrlOf: (service) => database.urls[`countersign_${service}`],
    readerUrl: database.urls.countersign_reader,
    logger: createLogger({ service: 'test', level: 'silent', now: () => Date.now() }),
    env: {
      RECONCILER_PORT: '0',
      READER_DATABASE_URL: database.urls.countersign_reader,
      IDENTITY_ISSUER: urls.identity,
      IDENTITY_AUDIENCE: 'countersign',
      IDENTITY_JWKS_URL: `${urls.identity}/jwks`,
      CAPABILITIES: 'refunds',
      ORDERS_URL: urls.orders,
      ORDERS_KEY: DEFAULT_KEYS.orders,
      PAYMENTS_URL: urls.payments,
      PAYMENTS_READ_KEY: DEFAULT_KEYS.paymentsRead,
      SETTLE_WINDOW_MS: String(settleWindowMs),
      READ_TIMEOUT_MS: '10000',
      LOOK_FIRST_MS: '50',
      LOOK_DELAYS_MS: '50,100',
      LOOK_MAX: '3',
      LOOK_OUTAGE_MAX_MS: String(outageMaxMs),
      LATE_LOOK_DELAYS_MS: '100,200',
      CALL_TIMEOUT_MS: '500',
      ...settings,
    },
  });
}

export async function until(holds: () => boolean | Promise<boolean>, withinMs = 120_000): Promise<void> {
  for (const end = Date.now() + withinMs; Date.now() < end; await wait(10)) {
    if (await holds()) return;
  }
  throw new Error(`The condition did not hold within ${withinMs} ms: ${holds}`);
}
