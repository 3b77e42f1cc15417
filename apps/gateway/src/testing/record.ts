import { randomUUID } from 'node:crypto';
import {
  caseStream,
  type NewEvent,
  proposalStream,
  type RecordedEvent,
  type Service,
} from '@countersign/contracts';
import type { CaseEvent, JsonObject, ProposalEvent } from '@countersign/domain';
import { PostgresEventStore, START } from '@countersign/event-store';
import type { TestDatabase } from '@countersign/event-store/testing';

export const tenant = 'fjordlight';
type Writer = Service;

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
    const answer = await store.append({ tenant, stream, expectedVersion, events: [newEvent(fact)] });
    if (answer.outcome !== 'appended') throw new Error(`${fact.type}: ${JSON.stringify(answer)}`);
  };
  return {
    proposal: (id: string): Promise<RecordedEvent[]> =>
      storeOf('gateway').readStream(tenant, proposalStream(id)),
    ofProposal: (role: Writer, id: string, fact: ProposalEvent) => append(role, proposalStream(id), fact),
    ofCase: (id: string, fact: CaseEvent) => append('coordinator', caseStream(id), fact),
    ofSpecialist: (id: string, fact: CaseEvent) => append('refund_specialist', caseStream(id), fact),
    events: async (): Promise<RecordedEvent[]> => (await storeOf('gateway').readAfter(START, 10_000)).events,
    messages: async () => (await storeOf('gateway').readMessagesAfter(START, 10_000)).messages,
    close: () => Promise.all([...stores.values()].map((store) => store.close())),
  };
}

function newEvent({ type, data }: CaseEvent | ProposalEvent): NewEvent {
  const metadata = { causationId: randomUUID(), correlationId: randomUUID() };
  return { id: randomUUID(), type, schemaVersion: 1, data: data as unknown as JsonObject, metadata };
}
