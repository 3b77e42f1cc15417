import { randomUUID } from 'node:crypto';
import { type IngressTopic, topics } from '@countersign/contracts';
import type { System } from './system.js';

/** Puts a message on an ingress topic as outside parties do; answers its id. */
export async function publishTo(
  system: System,
  topic: IngressTopic,
  message: { readonly value: object | string; readonly id?: string; readonly key: string },
): Promise<string> {
  const { value, key, id = randomUUID() } = message;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  await system.bus.put(topic, { tenant: 'fjordlight', key, id, headers: {}, value: text });
  return id;
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
