import { randomBytes, randomUUID } from 'node:crypto';
import { createOrdersReader, type OrdersReader } from '@countersign/connectors/orders/read';
import { proposalStream } from '@countersign/contracts';
import { PostgresEventStore } from '@countersign/event-store';
import { generateSigningKey } from '@countersign/identity';
import { DEFAULT_KEYS } from '@countersign/sandbox/sandbox';
import { waitFor } from '@countersign/testing';
import { draftedFor } from '../proposals/draft.js';
import type { OutsideUrls } from '../proposals/outside-world.js';
import { type Database, ServicesUnderTest } from '../proposals/services-under-test.js';
import type { Disturbance } from './disturbances.js';
import { DisturbedWay } from './disturbed-way.js';
import { Kill } from './kill.js';

export interface Run {
  readonly charge: string;
  readonly disturbance: Disturbance;
}

/** The sandbox, and the customer's token there. */
export interface Outside {
  readonly urls: OutsideUrls;
  readonly token: string;
}

interface World {
  readonly database: Database;
  readonly outside: Outside;
  readonly way: DisturbedWay;
  start(): Promise<ServicesUnderTest>;
}

/** Short waits, so that a run takes seconds; each in the proportion to the others that it has in production. */
const settings = {
  RETRY_BASE_MS: '50',
  RETRY_CEILING_MS: '400',
  RETRY_ELAPSED_MAX_MS: '120000',
  CALL_TIMEOUT_MS: '3000',
  READ_TIMEOUT_MS: '4000',
  LOOK_FIRST_MS: '100',
  LOOK_DELAYS_MS: '500,1000,2000,3000,5000,5000,5000',
  SETTLE_WINDOW_MS: '6500',
  LOOK_AGAIN_AFTER_MS: '200,500,1000,2000,5000,5000',
};

const PATIENCE_MS = 240_000;

/** The real services on a real store, killed with SIGKILL while a batch of refunds is at the places it is to die at. */
export class OurRuns {
  readonly #ids: string[] = [];
  readonly #gateway: PostgresEventStore;
  readonly #record: PostgresEventStore;
  readonly #orders: OrdersReader;
  /** How often everything was killed. */
  kills = 0;

  private constructor(
    private readonly world: World,
    private services: ServicesUnderTest,
  ) {
    const { database, outside } = world;
    const { urls } = database;
    this.#gateway = new PostgresEventStore({ url: urls.countersign_gateway });
    this.#record = new PostgresEventStore({ url: urls.countersign_auditor });
    this.#orders = createOrdersReader({
      ...{ baseUrl: outside.urls.orders, key: DEFAULT_KEYS.orders, fetch, timeoutMs: 30_000, now: Date.now },
    });
  }

  static async start(database: Database, outside: Outside): Promise<OurRuns> {
    const way = await DisturbedWay.open(outside.urls.payments);
    // The same for every start: what was approved before a kill is still approved after it, and can be read.
    const signingKey = generateSigningKey();
    const sealed = { urls: database.urls, wrappingKey: randomBytes(32).toString('base64') };
    const urls = { ...outside.urls, payments: way.url };
    const start = () => ServicesUnderTest.start(sealed, urls, { records: 'real', settings, signingKey });
    return new OurRuns({ database, outside, way, start }, await start());
  }

  /** Proposes and approves a batch, and kills the services when each is where it is to die. */
  async batch(runs: readonly Run[]): Promise<void> {
    const kill = new Kill(runs.filter(({ disturbance }) => disturbance.startsWith('killed')).length);
    await Promise.all(runs.map((run) => this.#begin(run, kill)));
    if (kill.expected === 0) return;
    await kill.everyoneHeld();
    await this.services.kill();
    this.kills += 1;
    this.services = await this.world.start();
  }

  /** Waits until every run is completed or waits for a person; answers how many wait, and what was set aside. */
  async settled(): Promise<{ readonly waiting: number; readonly parked: number }> {
    const without = (...types: readonly string[]) => this.#without(types);
    await waitFor(
      'every refund to be settled',
      async () => (await without('ProposalCompleted', 'ReviewRequested')).length === 0 || undefined,
      {
        withinMs: PATIENCE_MS,
        describe: async () => {
          const open = await without('ProposalCompleted', 'ReviewRequested');
          return (await Promise.all(open.map((stream) => this.#told(stream)))).join('\n');
        },
      },
    );
    const waiting = await without('ProposalCompleted');
    return { waiting: waiting.length, parked: (await this.services.standing()).parked };
  }

  async stop(): Promise<void> {
    await this.services.stop();
    await Promise.all([this.#gateway.close(), this.#record.close(), this.world.way.close()]);
  }

  async #begin({ charge, disturbance }: Run, kill: Kill): Promise<void> {
    const id = randomUUID();
    const append = {
      ...{ tenant: 'fjordlight', stream: proposalStream(id), expectedVersion: 0 },
      events: [await draftedFor(charge, id, this.#orders)],
    };
    const answer = await this.#gateway.append(append);
    if (answer.outcome !== 'appended') throw new Error(`The draft was answered ${answer.outcome}.`);
    this.#ids.push(id);
    await waitFor(`the card of ${id}`, async () => (await this.#has(id, 'ApprovalRequested')) || undefined, {
      withinMs: PATIENCE_MS,
    });
    this.world.way.plan(charge, { disturbance, held: () => kill.held() });
    await waitFor(`consent to ${id}`, () => this.#approve(id), { withinMs: PATIENCE_MS });
  }

  async #approve(id: string): Promise<true | undefined> {
    const proposal = `${this.services.approvalsUrl}/v1/proposals/${id}`;
    const authorization = `Bearer ${this.world.outside.token}`;
    const card = await fetch(`${proposal}/card`, { headers: { authorization } });
    const { digest, sight } = (await card.json()) as { digest?: string; sight?: string };
    if (card.status !== 200) return undefined;
    const decided = await fetch(`${proposal}/decisions`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ decision: 'approve', digest, sight }),
    });
    await decided.text();
    return decided.status === 200 || undefined;
  }

  async #told(stream: string): Promise<string> {
    const events = await this.#record.readStream('fjordlight', stream);
    return `${stream}: ${events.map(({ type }) => type).join(' ')}`;
  }

  async #has(id: string, type: string): Promise<boolean> {
    const events = await this.#record.readStream('fjordlight', proposalStream(id));
    return events.some((event) => event.type === type);
  }

  /** Proposals whose stream has none of these events. */
  async #without(types: readonly string[]): Promise<readonly string[]> {
    const rows = await this.#record.query<{ stream: string }>(
      'duplicates-without',
      `select stream from unnest($1::text[]) as sought(stream) where not exists (
         select from countersign.events had
         where had.tenant = 'fjordlight' and had.stream = sought.stream and had.type = any($2::text[]))`,
      [this.#ids.map((id) => proposalStream(id)), [...types]],
    );
    return rows.map(({ stream }) => stream);
  }
}
