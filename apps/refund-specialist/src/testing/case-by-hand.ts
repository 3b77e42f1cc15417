import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deterministicId, type RecordedEvent, systemPorts } from '@countersign/contracts';
import { type CaseCommand, defaultBounds, type OpenedCase, subjectId, tenantId } from '@countersign/domain';
import { PostgresEventStore } from '@countersign/event-store';
import { everythingRecorded, type TestDatabase, testDatabase } from '@countersign/event-store/testing';
import {
  type CaseStreams,
  caseStreams,
  type Host,
  type ServiceDefinition,
  startHost,
  streamCaches,
} from '@countersign/messaging';
import type { Planner } from '@countersign/planning';
import { plannerToken } from '@countersign/planning/view';
import { type Sandbox, startSandbox } from '@countersign/sandbox/sandbox';
import { createLogger } from '@countersign/telemetry';
import pg from 'pg';
import { definition } from '../refund-specialist.module.js';

const tenant = tenantId('fjordlight');
const ada = subjectId('ada');

/** The specialist on a real database and the sandbox; the coordinator's part is written by hand. */
export class CaseByHand {
  readonly caseId = deterministicId('case', 'by-hand');
  #said = 0;

  private constructor(
    readonly database: TestDatabase,
    readonly sandbox: Sandbox,
    private readonly store: PostgresEventStore,
    private readonly cases: CaseStreams,
    private readonly folder: string,
    private readonly start: () => Promise<Host>,
    private host: Host,
  ) {}

  /** With a planner of the test's own in place of the one by rules, where it is given one. */
  static async open(planner?: Planner): Promise<CaseByHand> {
    const database = await testDatabase();
    const folder = mkdtempSync(join(tmpdir(), 'specialist-spec-'));
    const sandbox = await startSandbox({ dataFolder: folder, ports: {}, synchronous: 'normal' });
    const store = new PostgresEventStore({ url: database.urls.countersign_coordinator });
    const cases = caseStreams({ store, ports: systemPorts(), caches: streamCaches() });
    const start = () => started(database, sandbox, planner);
    return new CaseByHand(database, sandbox, store, cases, folder, start, await start());
  }

  /** The customer writes and the coordinator routes it; resolves when the specialist has come to rest on it. */
  async says(
    text: string,
    rests: (events: readonly RecordedEvent[]) => boolean,
  ): Promise<readonly RecordedEvent[]> {
    this.#said += 1;
    const messageId = `m${this.#said}`;
    const at = new Date().toISOString();
    const commands: CaseCommand[] = [
      { type: 'receive_message', fact: { messageId, text, from: ada, receivedAt: at } },
      { type: 'route', fact: { capability: 'refunds', reason: 'refund_request', messageId, at } },
    ];
    await this.append(messageId, (state) =>
      state === 'absent' ? [opening(messageId, at), ...commands] : commands,
    );
    const before = (await this.caseEvents()).findLast((e) => e.type === 'CaseRouted')?.version ?? 0;
    return this.until((events) =>
      rests(events.filter((e) => e.stream === this.stream && e.version > before)),
    );
  }

  /** Attaches what was drafted, as the coordinator would. */
  async attachAll(): Promise<void> {
    for (const { id, data } of await this.drafts()) {
      const { proposalId, digest, action } = data as unknown as Parameters<typeof attachment>[0];
      await this.append(id, () => [attachment({ proposalId, digest, action })]);
    }
  }

  /** Everything recorded, once it satisfies the condition. */
  async until(holds: (events: readonly RecordedEvent[]) => boolean): Promise<readonly RecordedEvent[]> {
    for (const end = Date.now() + 120_000; Date.now() < end; await systemPorts().clock.wait(20)) {
      const events = await this.all();
      if (holds(events)) return events;
    }
    throw new Error(`Not within 120 s: ${(await this.all()).map((e) => e.type).join(' ')}`);
  }

  async all(): Promise<readonly RecordedEvent[]> {
    return everythingRecorded(this.store);
  }

  caseEvents(): Promise<readonly RecordedEvent[]> {
    return this.store.readStream(tenant, this.stream);
  }

  async drafts(): Promise<readonly RecordedEvent[]> {
    return (await this.all()).filter((event) => event.type === 'ProposalDrafted');
  }

  /** The process ends, and another begins where it left off. */
  async restart(): Promise<void> {
    await this.host.stop();
    this.host = await this.start();
  }

  /** Everything is heard again from the first event on, by a process that knows nothing. */
  async hearAllAgain(): Promise<void> {
    await this.host.stop();
    const admin = new pg.Client({ connectionString: this.database.adminUrl });
    await admin.connect();
    await admin.query(`delete from countersign.checkpoints`);
    await admin.end();
    this.host = await this.start();
  }

  parked() {
    return this.host.parked();
  }

  /** The specialist's own count of what it heard since it started, and what it has yet to hear. */
  async standing(): Promise<{ readonly handled: number; readonly lag: number }> {
    const { services } = await this.host.ready();
    const own = services.find(({ service }) => service === 'refund_specialist');
    return { handled: own?.counts.handled ?? 0, lag: own?.lag ?? 1 };
  }

  admin(path: string, body: object): Promise<Response> {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    };
    return fetch(`${this.sandbox.urls.admin}${path}`, init);
  }

  async close(): Promise<void> {
    await this.host.stop();
    await this.store.close();
    await this.sandbox.stop();
    await this.database.dispose();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get stream(): string {
    return `case-${this.caseId}`;
  }

  private async append(
    cause: string,
    work: (state: OpenedCase['status'] | 'absent') => CaseCommand[],
  ): Promise<void> {
    const by = { id: deterministicId('by-hand', cause), correlationId: cause };
    const to = { tenant, id: this.caseId, rule: 'by-hand' };
    const answer = await this.cases.answer(by, to, ({ status }) => ({ commands: work(status) }));
    if (answer.outcome === 'refused') throw new Error(`${answer.code}: ${answer.message}`);
  }
}

function started(database: TestDatabase, sandbox: Sandbox, planner: Planner | undefined): Promise<Host> {
  return startHost({
    services: [planner === undefined ? definition : planningWith(planner)],
    databaseUrlOf: (service) => database.urls[`countersign_${service}`],
    readerUrl: database.urls.countersign_reader,
    env: {
      CAPABILITIES: 'refunds',
      ORDERS_URL: sandbox.urls.orders,
      ORDERS_KEY: 'sandbox-orders-key',
      DOCUMENTS_URL: sandbox.urls.documents,
      LOOK_AGAIN_AFTER_MS: '50,50,50',
    },
    logger: createLogger({ service: 'test', level: 'silent', now: () => Date.now() }),
  });
}

/** The same service with another planner behind its port. */
function planningWith(planner: Planner): ServiceDefinition {
  const plain = definition as ServiceDefinition;
  return {
    ...plain,
    module: async (wiring) => {
      const made = await plain.module(wiring);
      const others = (made.providers ?? []).filter(
        (one) => !('provide' in one) || one.provide !== plannerToken,
      );
      return { ...made, providers: [...others, { provide: plannerToken, useValue: planner }] };
    },
  };
}

function opening(requestId: string, openedAt: string): CaseCommand {
  const who = { customer: { subject: ada, name: 'Ada Nilsson' }, startedBy: ada };
  return { type: 'open', fact: { requestId, tenant, ...who, bounds: defaultBounds, openedAt } };
}

type Attachment = Extract<CaseCommand, { type: 'attach_proposal' }>['fact'];

function attachment({
  proposalId,
  digest,
  action,
}: Pick<Attachment, 'proposalId' | 'digest'> & { action: { kind: string } }): CaseCommand {
  const fact = { proposalId, digest, kind: action.kind, summary: 'a refund', at: new Date().toISOString() };
  return { type: 'attach_proposal', fact };
}
