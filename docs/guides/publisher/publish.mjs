#!/usr/bin/env node
// Publishes one customer request or one approval decision to Countersign, as any outside party may: a CloudEvent in
// binary mode, with the signed token of the person it speaks for inside. Copy it; it needs Node 20 and kafkajs.
//
//   TOKEN=… node publish.mjs request  --brokers 127.0.0.1:4892 --tenant fjordlight \
//     --conversation 0b8f5d0e-6a55-4a0e-9d0c-5a2f5d0c7b11 --text 'Please check order #4821 and draft a refund.'
//   TOKEN=… node publish.mjs decision --brokers 127.0.0.1:4892 --tenant fjordlight \
//     --proposal <id> --digest <digest of the card> --sight <sight of the card> --decide approve
//
// The token comes from the environment, because command lines are seen by others. What was published is printed;
// publishing again with the same --id is heard once.
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import kafkajs from 'kafkajs';

const text = { type: 'string' };
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ brokers: text, tenant: text, id: text, source: text, 'topic-prefix': text },
    ...{ conversation: text, text },
    ...{ proposal: text, digest: text, sight: text, decide: text, reason: text, note: text },
  },
});

const token = process.env.TOKEN ?? '';
const id = values.id ?? randomUUID();

/** What goes where. The key keeps what belongs together in order: a conversation, or a proposal. */
const messages = {
  request: () => ({
    topic: 'countersign.customer-requests',
    type: 'countersign.customer-request',
    key: needed('conversation'),
    value: { requestId: id, conversationId: needed('conversation'), text: needed('text'), token },
  }),
  decision: () => ({
    topic: 'countersign.approval-decisions',
    type: 'countersign.approval-decision',
    key: needed('proposal'),
    value: {
      proposalId: needed('proposal'),
      decision: needed('decide'),
      digest: needed('digest'),
      token,
      // Countersign’s own word that this person was shown this card; a decision without it is refused.
      sight: values.sight,
      reason: values.reason,
      noteToCustomer: values.note,
    },
  }),
};

const make = messages[positionals[0]];
if (make === undefined) fail('Say what to publish: request, or decision.');
const message = make();
const headers = {
  ce_specversion: '1.0',
  ce_id: id,
  ce_type: message.type,
  ce_source: values.source ?? '/outside/publisher',
  ce_time: new Date().toISOString(),
  ce_tenant: needed('tenant'),
  'content-type': 'application/json',
};

// kafkajs 2.2 sets a timer with a negative delay, which is harmless; Node would warn of it on your terminal.
const warn = process.emitWarning.bind(process);
process.emitWarning = (...words) => words[1] !== 'TimeoutNegativeWarning' && warn(...words);

const kafka = new kafkajs.Kafka({
  clientId: 'publisher',
  brokers: needed('brokers').split(','),
  logLevel: kafkajs.logLevel.ERROR,
});
// Idempotent: what the client has to send again is on the topic once. It implies acks from every replica in sync.
const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1, allowAutoTopicCreation: false });
await producer.connect();
try {
  const topic = `${values['topic-prefix'] ?? ''}${message.topic}`;
  const value = JSON.stringify(message.value);
  const [at] = await producer.send({ topic, acks: -1, messages: [{ key: message.key, value, headers }] });
  console.log(JSON.stringify({ topic, partition: at.partition, offset: at.baseOffset, id }));
} finally {
  await producer.disconnect();
}

function needed(name) {
  const value = values[name];
  return value === undefined || value === '' ? fail(`--${name} is missing.`) : value;
}

function fail(sentence) {
  console.error(sentence);
  process.exit(2);
}
