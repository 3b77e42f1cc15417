import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  deterministicId,
  intentPrefix,
  type RecordedEvent,
  type Service,
  systemPorts,
  topics,
} from '@countersign/contracts';
import type { CaseCommand, CaseEventData, ProposalCommand, ProposalEventData } from '@countersign/domain';
import { PostgresEventStore } from '@countersign/event-store';
import { everythingRecorded, type TestDatabase, testDatabase } from '@countersign/event-store/testing';
import { caseStreams, type Host, proposalStreams, startHost, streamCaches } from '@countersign/messaging';
import { type Sandbox, startSandbox } from '@countersign/sandbox/sandbox';
import { createLogger } from '@countersign/telemetry';
import pg from 'pg';
import { definition } from '../coordinator.module.js';
import { tenant } from './proposal-by-hand.js';

/** The coordinator on a real database, with signed tokens; what other services do is written by hand, in their roles. */
export class ConversationByHand {
  readonly conversationId = 'conversation-1';
  readonly caseId = deterministicId('case', tenant, this.conversationId);
  readonly #stores = new Map<Service, PostgresEventStore>();
  #published = 0;
  #acted = 0;

  private constructor(
    private readonly database: TestDatabase,
    private readonly sandbox: Sandbox,
    private readonly folder: string,
    private host: Host,
  ) {}

  static async open(): Promise<ConversationByHand> {
    const database = await testDatabase();
    const folder = mkdtempSync(join(tmpdir(), 'coordinator-spec-'));
    const sandbox = await startSandbox({ dataFolder: folder, ports: {}, synchronous: 'normal' });
    return new ConversationByHand(database, sandbox, folder, await started(database, sandbox));
  }

  async tokenOf(person: string): Promise<string> {
    const body = new URLSearchParams({ grant_type: 'urn:countersign:sandbox:person', person });
    const answer = await fetch(`${this.sandbox.urls.identity}/token`, { method: 'POST', body });
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  /** Publishes what a customer writes, or any bytes, as the gateway does. Returns the message's id. */
  async publish(value: object | Uint8Array): Promise<string> {
    this.#published += 1;
    const id = `message-${this.#published}`;
    const bytes = value instanceof Uint8Array ? value : Buffer.from(JSON.stringify(value));
    await this.storeOf('gateway').publish({
      topic: topics.customerRequests,
      tenant,
      id,
      key: 'k',
      headers: {},
      value: bytes,
    });
    return id;
  }

  async says(text: string, { as = 'ada', requestId = `r${this.#published + 1}` } = {}): Promise<void> {
    const token = await this.tokenOf(as);
    await this.publish({ requestId, conversationId: this.conversationId, text, token });
  }

  /** A command on a proposal, by the service whose it is. */
  async act(service: Service, proposalId: string, command: ProposalCommand): Promise<void> {
    this.#acted += 1;
    const id = deterministicId('by-hand', this.#acted);
    const proposals = proposalStreams(this.partsOf(service));
    const to = { tenant, id: proposalId, rule: 'by-hand' };
    const answer = await proposals.answer({ id, correlationId: 'by-hand' }, to, () => ({
      commands: [command],
      claims: permits(command) ? [{ key: `${intentPrefix}${proposalId}` }] : [],
    }));
    if (answer.outcome !== 'appended') throw new Error(JSON.stringify(answer));
  }

  async draft(fact: ProposalEventData<'ProposalDrafted'>): Promise<void> {
    await this.act('refund_specialist', fact.proposalId, { type: 'draft', fact });
  }

  /** What the specialist writes to the case. */
  async specialist(...commands: CaseCommand[]): Promise<void> {
    this.#acted += 1;
    const id = deterministicId('by-hand', this.#acted);
    const to = { tenant, id: this.caseId, rule: 'by-hand' };
    const cases = caseStreams(this.partsOf('refund_specialist'));
    const answer = await cases.answer({ id, correlationId: 'by-hand' }, to, () => ({ commands }));
    if (answer.outcome !== 'appended') throw new Error(JSON.stringify(answer));
  }

  async events(): Promise<readonly RecordedEvent[]> {
    return everythingRecorded(this.storeOf('gateway'));
  }

  async replies(): Promise<readonly CaseEventData<'ReplySent'>[]> {
    const sent = (await this.events()).filter((event) => event.type === 'ReplySent');
    return sent.map((event) => event.data as unknown as CaseEventData<'ReplySent'>);
  }

  /** The newest reply of a code, as soon as there is one. */
  async replied(code: string): Promise<CaseEventData<'ReplySent'>> {
    await this.until(async () => (await this.replies()).some((reply) => reply.code === code));
    const found = (await this.replies()).findLast((reply) => reply.code === code);
    if (found === undefined) throw new Error(`No reply ${code}`);
    return found;
  }

  async recorded(type: string): Promise<void> {
    await this.until(async () => (await this.events()).some((event) => event.type === type));
  }

  parked() {
    return this.host.parked();
  }

  /** Everything is heard again from the beginning, by a process that knows nothing; resolves when it is through. */
  async hearAllAgain(): Promise<void> {
    await this.host.stop();
    const admin = new pg.Client({ connectionString: this.database.adminUrl });
    await admin.connect();
    await admin.query('delete from countersign.checkpoints');
    await admin.end();
    this.host = await started(this.database, this.sandbox);
    await this.until(async () => {
      const [own] = (await this.host.ready()).services;
      return own !== undefined && own.counts.handled > 0 && own.lag === 0;
    });
  }

  async until(holds: () => Promise<boolean>): Promise<void> {
    for (const end = Date.now() + 120_000; Date.now() < end; await systemPorts().clock.wait(20)) {
      if (await holds()) return;
    }
    throw new Error(`Not within 120 s: ${(await this.events()).map((event) => event.type).join(' ')}`);
  }

  async close(): Promise<void> {
    await this.host.stop();
    await Promise.all([...this.#stores.values()].map((store) => store.close()));
    await this.sandbox.stop();
    await this.database.dispose();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private storeOf(service: Service): PostgresEventStore {
    const known = this.#stores.get(service);
    const store = known ?? new PostgresEventStore({ url: this.database.urls[`countersign_${service}`] });
    this.#stores.set(service, store);
    return store;
  }

  private partsOf(service: Service) {
    return { store: this.storeOf(service), ports: systemPorts(), caches: streamCaches() };
  }
}

function started(database: TestDatabase, sandbox: Sandbox): Promise<Host> {
  return startHost({
    services: [definition],
    databaseUrlOf: (service) => database.urls[`countersign_${service}`],
    readerUrl: database.urls.countersign_reader,
    env: {
      IDENTITY_ISSUER: sandbox.urls.identity,
      IDENTITY_AUDIENCE: 'countersign',
      IDENTITY_JWKS_URL: `${sandbox.urls.identity}/jwks`,
    },
    logger: createLogger({ service: 'test', level: 'silent', now: () => Date.now() }),
  });
}

/** What the database takes with its claim alone. */
function permits(command: ProposalCommand): boolean {
  return command.type === 'decide_policy' && command.fact.verdict !== 'deny';
}
