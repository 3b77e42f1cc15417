import type { EventType } from '../authors.js';
import { authors } from '../authors.js';
import { cloudEventHeaders } from '../envelope/cloud-event.js';
import type { RecordedEvent } from '../envelope/event.js';
import { eventMessage, publishedType } from '../envelope/event-message.js';
import { eventContracts } from '../events/event-contracts.js';
import { kafkaBinding, type Message, type MessageExample, schemaRef } from './asyncapi-document.js';
import { eventTypes, type IngressName, ingressNames, schemaName } from './contract-schemas.js';
import { eventSummaries } from './event-summaries.js';
import type { JsonSchema } from './json-schema.js';
import { eventSamples, ingressSamples } from './samples.js';

const keyOf = (key: JsonSchema) => ({ kafka: { key, bindingVersion: kafkaBinding } });
const correlation = { location: '$message.header#/ce_correlationid' };

/** Every message there is, by name: events in their current version, what comes from outside, and dead letters. */
export function contractMessages(): Readonly<Record<string, Message>> {
  return {
    ...Object.fromEntries(ingressNames.map((name) => [name, ingressMessage(name)])),
    ...Object.fromEntries(eventTypes.map((type) => [type, messageOfEvent(type)])),
    DeadLetter: deadLetter,
  };
}

function messageOfEvent(type: EventType): Message {
  const { current, category } = eventContracts[type];
  const name = publishedType(type);
  return {
    name,
    title: `${type}, version ${current}`,
    summary: eventSummaries[type],
    contentType: 'application/json',
    headers: headersWith('EventHeaders', { ce_type: name, ce_schemaversion: String(current) }),
    payload: schemaRef(schemaName(type, current)),
    correlationId: correlation,
    bindings: keyOf({ type: 'string', pattern: `^${category}-`, description: 'The stream.' }),
    examples: [exampleOfEvent(type, current)],
  };
}

const ingressSummaries: Readonly<Record<IngressName, string>> = {
  CustomerRequest: 'A customer’s message. Who asks is whoever the signed token names.',
  ApprovalDecision: 'A person’s yes or no to one digest. Who decides is whoever the signed token names.',
};
const ingressTypes: Readonly<Record<IngressName, string>> = {
  CustomerRequest: 'countersign.customer-request',
  ApprovalDecision: 'countersign.approval-decision',
};
const ingressKeys: Readonly<Record<IngressName, string>> = {
  CustomerRequest: 'conversationId',
  ApprovalDecision: 'proposalId',
};

function ingressMessage(name: IngressName): Message {
  const payload = ingressSamples.find(([file]) => file === `${schemaName(name, 1)}.json`)?.[1] ?? {};
  const about = {
    id: 'msg-2026-11-29-0001',
    type: ingressTypes[name],
    source: '/helpdesk',
    time: exampleTime,
  };
  return {
    name: ingressTypes[name],
    title: `${name}, version 1`,
    summary: ingressSummaries[name],
    contentType: 'application/json',
    headers: schemaRef('IngressHeaders'),
    payload: schemaRef(schemaName(name, 1)),
    bindings: keyOf({
      type: 'string',
      minLength: 1,
      description: `\`${ingressKeys[name]}\`: one is handled after another.`,
    }),
    examples: [{ name, headers: { ...cloudEventHeaders(about), ce_tenant: 'fjordlight' }, payload }],
  };
}

const deadLetter: Message = {
  name: 'countersign.dead-letter',
  title: 'DeadLetter',
  summary: 'A message that could not be handled: its bytes as they were, and the reason in the headers.',
  contentType: 'application/octet-stream',
  headers: schemaRef('DeadLetterHeaders'),
  payload: { description: 'The bytes of the message, whatever they are.' },
  bindings: keyOf({ type: 'string', description: 'The key the message had.' }),
};

function headersWith(name: string, values: Readonly<Record<string, string>>): JsonSchema {
  const properties = Object.entries(values).map(([header, value]) => [
    header,
    { type: 'string', const: value },
  ]);
  return { allOf: [schemaRef(name), { type: 'object', properties: Object.fromEntries(properties) }] };
}

const exampleTime = '2026-11-29T10:00:00.000Z';
const exampleId = '6f1c7d0a-52b3-5c4e-9b1a-0d2e3f4a5b6c';

/** The sample as the relay would send it. Sensitive values are shown in clear; on a topic they are sealed. */
function exampleOfEvent(type: EventType, version: number): MessageExample {
  const sample = eventSamples.find(([file]) => file === `${schemaName(type, version)}.json`)?.[1];
  const payload = sample?.data ?? {};
  const recorded: RecordedEvent = {
    id: exampleId,
    type,
    schemaVersion: version,
    data: payload,
    metadata: { causationId: exampleId.replace(/^6/, '7'), correlationId: 'msg-2026-11-29-0001' },
    tenant: 'fjordlight',
    stream: `${eventContracts[type].category}-5d0d7c0e-2a51-5b6e-9d0d-1c7a3c1f4821`,
    version: 2,
    position: '4821',
    transactionId: '90210',
    recordedAt: exampleTime,
    recordedBy: `countersign_${authors[type][0]}`,
    previousHash: 'ab'.repeat(32),
    hash: 'cd'.repeat(32),
  };
  return { name: type, headers: eventMessage(recorded).headers, payload };
}
