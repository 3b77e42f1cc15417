import { randomUUID } from 'node:crypto';
import { type NewEvent, proposalStream, type RecordedEvent, systemPorts } from '@countersign/contracts';
import type { JsonObject, Person, ProposalEventData, Requirement } from '@countersign/domain';
import { PostgresEventStore } from '@countersign/event-store';
import { reserved, testDatabase } from '@countersign/event-store/testing';
import { generateSigningKey } from '@countersign/identity';
import { type Host, startHost } from '@countersign/messaging';
import { createLogger } from '@countersign/telemetry';
import { definition } from '../approval-service.module.js';
import { outside } from './outside.js';
import { type Draft, draftOf, tenant, verdictOf } from './samples.js';
import { until } from './until.js';

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: JsonObject;
}

export interface Sent {
  readonly method?: string;
  readonly token?: string;
  readonly body?: unknown;
}

/** The service on a real database, heard and asked as in production; the outside world is a fake network. */
export async function approvalWorld() {
  const database = await testDatabase();
  const world = outside();
  const signing = generateSigningKey();
  const storeOf = (role: 'gateway' | 'policy_gate' | 'executor') =>
    new PostgresEventStore({ url: database.urls[`countersign_${role}`] });
  const stores = {
    gateway: storeOf('gateway'),
    policy_gate: storeOf('policy_gate'),
    executor: storeOf('executor'),
  };
  const start = () =>
    startHost({
      services: [definition as Parameters<typeof startHost>[0]['services'][number]],
      databaseUrlOf: (service) => database.urls[`countersign_${service}`],
      readerUrl: database.urls.countersign_reader,
      env: {
        ...world.environment,
        APPROVAL_SERVICE_PORT: '0',
        APPROVAL_SIGNING_KEY: signing.privateKeyPem,
      },
      ports: { ...systemPorts(), network: { fetch: world.fetch } },
      logger: createLogger({ service: 'test', level: 'silent', now: () => Date.now() }),
    });
  let host: Host = await start();

  const ask = async (path: string, { method = 'GET', token, body }: Sent = {}): Promise<Answer> => {
    const response = await fetch(`${host.urlOf('approval_service')}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, body: text === '' ? {} : (JSON.parse(text) as JsonObject) };
  };
  const events = (id: string, of: string = tenant): Promise<RecordedEvent[]> =>
    stores.gateway.readStream(of, proposalStream(id));
  const append = async (
    role: keyof typeof stores,
    id: string,
    type: string,
    data: object,
    of: string = tenant,
  ) => {
    const expectedVersion = (await events(id, of)).length;
    const request = {
      tenant: of,
      stream: proposalStream(id),
      expectedVersion,
      events: [newEvent(type, data)],
    };
    const answer = await stores[role].append(reserved(request));
    if (answer.outcome !== 'appended') throw new Error(`${type}: ${JSON.stringify(answer)}`);
  };
  const typesOf = async (id: string, of: string = tenant) => (await events(id, of)).map(({ type }) => type);
  const has = (id: string, type: string, of: string = tenant) =>
    until(async () => (await typesOf(id, of)).includes(type));

  return {
    ...{ database, signing, ask, events, typesOf, has, append, publish: stores.gateway },
    outside: world.state,
    tokenOf: world.tokenOf,
    /** A new proposal, judged and asked for; answers its id. */
    async waiting(
      requirements: readonly Requirement[],
      over: Partial<Draft> = {},
      judged: Partial<ProposalEventData<'PolicyDecided'>> = {},
    ): Promise<string> {
      const id = randomUUID();
      const of = over.tenant ?? tenant;
      await append('gateway', id, 'ProposalDrafted', draftOf(id, over), of);
      await append('policy_gate', id, 'PolicyDecided', { ...verdictOf(...requirements), ...judged }, of);
      await has(id, 'ApprovalRequested', of);
      return id;
    },
    cardOf: async (id: string, person: Person): Promise<JsonObject> => {
      const { status, body } = await ask(`/v1/proposals/${id}/card`, { token: world.tokenOf(person) });
      if (status !== 200) throw new Error(`card: ${status} ${JSON.stringify(body)}`);
      return body;
    },
    /** Decides on what a card said; `over` replaces what is sent. */
    decide: (card: JsonObject, person: Person, over: JsonObject = {}): Promise<Answer> =>
      ask(`/v1/proposals/${String(card['proposalId'])}/decisions`, {
        method: 'POST',
        token: world.tokenOf(person),
        body: { decision: 'approve', digest: card['digest'], sight: card['sight'], ...over },
      }),
    refusals: async (id: string, of: string = tenant) =>
      (await events(id, of))
        .filter(({ type }) => type === 'DecisionRefused')
        .map(({ data }) => [data['who'], data['code']]),
    host: () => host,
    async restart(): Promise<void> {
      await host.stop();
      host = await start();
    },
    async close(): Promise<void> {
      await host.stop();
      await Promise.all(Object.values(stores).map((store) => store.close()));
      await database.dispose();
    },
  };
}

export type ApprovalWorld = Awaited<ReturnType<typeof approvalWorld>>;

function newEvent(type: string, data: object): NewEvent {
  const metadata = { causationId: randomUUID(), correlationId: randomUUID() };
  return { id: randomUUID(), type, schemaVersion: 1, data: data as JsonObject, metadata };
}
