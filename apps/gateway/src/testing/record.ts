import { randomUUID } from 'node:crypto';
import {
  caseStream,
  type NewEvent,
  proposalStream,
  type RecordedEvent,
  type Service,
} from '@countersign/contracts';
import type { CaseEvent, JsonObject, ProposalEvent } from '@countersign/domain';
import { PostgresEventStore } from '@countersign/event-store';
import { reserved, type TestDatabase } from '@countersign/event-store/testing';

const tenant = 'fjordlight';
type Writer = Service;

// Straight from the tables: readers of the global order wait for every open transaction of the server.
const allEvents = 'select stream, version, type, hash::text from countersign.events order by position';
const allMessages = `select topic, tenant, id, key, headers::json as headers, value, published_by as "publishedBy"
  from countersign.messages order by position`;

export interface Message {
  readonly topic: string;
  readonly tenant: string;
  readonly id: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: Uint8Array;
  readonly publishedBy: string;
}

/** What is on record, and the other services' part of it: each appends under its own role. */
export function recordOf(database: TestDatabase) {
  const stores = new Map<Writer, PostgresEventStore>();
  const storeOf = (role: Writer): PostgresEventStore => {
    const store = stores.get(role) ?? new PostgresEventStore({ url: database.urls[`countersign_${role}`] });
    stores.set(role, store);
    return store;
  };
  const append = async (role: Writer, stream: string, fact: CaseEvent | ProposalEvent) => {
    const store = storeOf(role);
    const expectedVersion = (await store.readStream(tenant, stream)).length;
    const request = reserved({ tenant, stream, expectedVersion, events: [newEvent(fact)] });
    const answer = await store.append(request);
    if (answer.outcome !== 'appended') throw new Error(`${fact.type}: ${JSON.stringify(answer)}`);
  };
  return {
    proposal: (id: string): Promise<RecordedEvent[]> =>
      storeOf('gateway').readStream(tenant, proposalStream(id)),
    ofProposal: (role: Writer, id: string, fact: ProposalEvent) => append(role, proposalStream(id), fact),
    ofCase: (id: string, fact: CaseEvent) => append('coordinator', caseStream(id), fact),
    ofSpecialist: (id: string, fact: CaseEvent) => append('refund_specialist', caseStream(id), fact),
    events: () => storeOf('gateway').query<{ type: string }>('all-events', allEvents, []),
    messages: () => storeOf('gateway').query<Message>('all-messages', allMessages, []),
    close: () => Promise.all([...stores.values()].map((store) => store.close())),
  };
}

function newEvent({ type, data }: CaseEvent | ProposalEvent): NewEvent {
  const metadata = { causationId: randomUUID(), correlationId: randomUUID() };
  return { id: randomUUID(), type, schemaVersion: 1, data: data as unknown as JsonObject, metadata };
}
