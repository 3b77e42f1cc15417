import { authors, type Service } from '../authors.js';
import { eventContracts } from '../events/event-contracts.js';
import { hearers } from '../hearers.js';
import { topics } from '../topics.js';
import {
  type AsyncApiDocument,
  type Channel,
  type ChannelName,
  channelOfIngress,
  kafkaBinding,
  messageRef,
  type Operation,
  type Party,
} from './asyncapi-document.js';
import { eventSchemas, eventTypes, ingressNames, ingressSchemas, type Schemas } from './contract-schemas.js';
import { headerSchemas } from './header-schemas.js';
import { contractMessages } from './messages.js';

/** The contracts as one AsyncAPI document. `released` gives the schemas of versions that have no class any more. */
export function contractDocument(version: string, released: Schemas): AsyncApiDocument {
  return {
    asyncapi: '3.0.0',
    info: { title: 'Countersign', version, description, license: { name: 'Apache-2.0' } },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(channelNames.map((name) => [name, channel(name)])),
    operations: operations(),
    components: {
      messages: contractMessages(),
      schemas: { ...headerSchemas, ...ingressSchemas(), ...eventSchemas(released) },
    },
  };
}

const description = [
  'What Countersign’s services say to each other and to outside parties over Kafka.',
  'Messages are CloudEvents 1.0 in binary mode: attributes are headers, the content is the value.',
  'The key of an event is its stream, and events of a stream are in order.',
  'Services append events to the store; the relay alone sends them to Kafka.',
  'The schemas are JSON Schema 2020-12, and read the same as draft 7.',
  'Readers pass over fields, words and types of event they do not know. Outside parties may send only fields listed here.',
  'JSON of whatever content is text that can be stored: no U+0000 and no half characters, which a schema cannot say.',
].join(' ');

const descriptions: Readonly<Record<ChannelName, string>> = {
  cases: 'What happened in each customer’s matter.',
  proposals: 'What happened to each proposed action.',
  stops: 'Which targets and tenants people stopped and released.',
  customerRequests: 'Outside parties ask here. A topic is not an identity: the signed token inside is.',
  approvalDecisions: 'Outside parties decide here. A topic is not an identity: the signed token inside is.',
  replies: 'What customers are told, for whoever brings it to them.',
  deadLetters: 'Messages that could not be handled, byte for byte, with the reason.',
};
const channelNames = Object.keys(descriptions) as readonly ChannelName[];

function messagesIn(name: ChannelName): readonly string[] {
  if (name === 'deadLetters') return ['DeadLetter'];
  if (name === 'replies') return ['ReplySent'];
  const ingress = ingressNames.filter((message) => channelOfIngress[message] === name);
  return ingress.length > 0
    ? ingress
    : eventTypes.filter((type) => `${eventContracts[type].category}s` === name);
}

function channel(name: ChannelName): Channel {
  return {
    address: topics[name],
    title: topics[name],
    description: descriptions[name],
    messages: Object.fromEntries(messagesIn(name).map((message) => [message, messageRef(message)])),
    bindings: { kafka: { topic: topics[name], bindingVersion: kafkaBinding } },
  };
}

type Who = Service | Party;

function operations(): Readonly<Record<string, Operation>> {
  return Object.fromEntries(
    channelNames.flatMap((name) =>
      (['send', 'receive'] as const).flatMap((action) =>
        everybody.flatMap((who) => {
          const messages = messagesIn(name).filter((message) => doing(action, name, message).includes(who));
          return messages.length === 0 ? [] : [operation(action, who, { name, messages })];
        }),
      ),
    ),
  );
}

const services = [...new Set(Object.values(authors).flat())];
const everybody: readonly Who[] = ['outside parties', ...services];
const shownAs = (who: Who): string => who.replaceAll('_', '-');

/** Who sends or receives a message on a topic. */
function doing(action: 'send' | 'receive', name: ChannelName, message: string): readonly Who[] {
  const isSent = action === 'send';
  if (name === 'deadLetters') return isSent ? [...new Set(Object.values(hearers).flat())] : [];
  if (name === 'customerRequests') return isSent ? ['outside parties', 'gateway'] : hearers[topics[name]];
  if (name === 'approvalDecisions') return isSent ? ['outside parties'] : hearers[topics[name]];
  if (name === 'replies') return isSent ? authors.ReplySent : ['outside parties'];
  const type = eventTypes.find((known) => known === message);
  if (type === undefined) return [];
  return isSent ? authors[type] : hearers[type];
}

function operation(
  action: 'send' | 'receive',
  who: Who,
  on: { readonly name: ChannelName; readonly messages: readonly string[] },
): [string, Operation] {
  const verb = action === 'send' ? 'send to' : 'receive from';
  const title = `${shownAs(who)} ${verb} ${topics[on.name]}`;
  const refs = on.messages.map((message) => ({ $ref: `#/channels/${on.name}/messages/${message}` }));
  const key = `${who.replace(' ', '_')}_${verb.replace(' ', '_')}_${on.name}`;
  return [
    key,
    {
      action,
      title,
      channel: { $ref: `#/channels/${on.name}` },
      messages: refs,
      tags: [{ name: shownAs(who) }],
    },
  ];
}
