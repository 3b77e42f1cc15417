import { randomUUID } from 'node:crypto';
import { type IngressTopic, topics } from '@countersign/contracts';
import { PostgresEventStore } from '@countersign/event-store';
import type { System } from './system.js';

/** Puts a message on an ingress topic as outside parties do, under the one role that may; answers its id. */
export async function publishTo(
  system: System,
  topic: IngressTopic,
  message: { readonly value: object | string; readonly id?: string; readonly key: string },
): Promise<string> {
  const gateway = new PostgresEventStore({ url: system.database.urls.countersign_gateway });
  const { value, key, id = randomUUID() } = message;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  try {
    const bytes = new TextEncoder().encode(text);
    await gateway.publish({ topic, tenant: 'fjordlight', key, id, headers: {}, value: bytes });
    return id;
  } finally {
    await gateway.close();
  }
}

/** A decision put on the topic by hand. */
export function publishDecision(
  system: System,
  decision: { readonly proposalId: string; readonly [field: string]: unknown },
  id?: string,
): Promise<string> {
  const message = { value: decision, key: decision.proposalId, ...(id === undefined ? {} : { id }) };
  return publishTo(system, topics.approvalDecisions, message);
}
