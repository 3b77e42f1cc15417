import { randomUUID } from 'node:crypto';
import { caseStream } from '@countersign/contracts';
import { waitFor } from '@countersign/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { HttpAnswer } from '../harness/person.js';
import { refundBody } from '../harness/refund-story.js';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

const post = (name: string, path: string, body: string): Promise<HttpAnswer> =>
  system.as(name).send('POST', `${system.host.urlOf('gateway')}${path}`, body, {
    'idempotency-key': randomUUID(),
  });

/** The text as it is on record, read through the door that its own customer reads it through. */
async function heard(text: string): Promise<unknown> {
  const ada = system.newPerson('ada');
  const { caseId } = await ada.say(text);
  await waitFor('the message on record', async () =>
    (await system.events(caseStream(caseId))).find(({ type }) => type === 'CustomerMessageReceived'),
  );
  const { messages } = (await ada.conversation()) as { messages: { text: string }[] };
  return messages.map((message) => message.text);
}

const words = 'Please check order';
const message = (text: string) => `{"conversationId":"${randomUUID()}","messageId":"m","text":${text}}`;

test.each([
  ['a U+0000 in a message', '/v1/messages', message('"a\\u0000b"')],
  ['a U+0000 in a key', '/v1/messages', `{"text":"x","a\\u0000b":1}`],
  ['a lone surrogate in a message', '/v1/messages', message('"\\ud83d"')],
  ['1 MB of emoji', '/v1/messages', message(JSON.stringify('\u{1f600}'.repeat(262_144)))],
])('C80: %s is refused and never a 500, and the next message is answered', async (_, path, body) => {
  const refused = await post('ada', path, body);
  expect([400, 413, 422]).toContain(refused.status);
  expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const ada = system.newPerson('ada');
  await ada.say(`${words} #4821.`);
  await ada.waitForReply('an answer', (reply) => reply.text.length > 0);
});

test.each([
  ['a U+0000 in an argument', { reason: 'a\u0000b' }],
  ['a key with U+0000', { 'a\u0000b': 'x' }],
  ['a lone surrogate', { reason: '\ud83d' }],
])('C80: a proposal with %s is refused and leaves nothing behind', async (_, change) => {
  const order = await system.admin.order({ lines: [{ lineId: '1', title: 'lamp', unitPriceMinor: 1_500 }] });
  const body = refundBody(order);
  const args = { ...(body['arguments'] as object), ...change };
  const refused = await post('helpdesk-bot', '/v1/proposals', JSON.stringify({ ...body, arguments: args }));
  expect([400, 422]).toContain(refused.status);
  expect((await system.admin.ledger(`ch_${order}`)).effects).toEqual([]);
  const next = await post('helpdesk-bot', '/v1/proposals', JSON.stringify(body));
  expect(next.status).toBe(202);
  await system.waitForEvent(String(next.body['proposalId']), 'ProposalCompleted');
});

test.each([
  ['the six characters that only look like U+0000', 'a\\u0000b'],
  ['a whole emoji', '\u{1f600} sealed'],
  ['Hebrew and Arabic', 'שלום مرحبا'],
])('C80: %s survive from the door to the record and back', async (_, text) => {
  expect(await heard(text)).toEqual([text]);
});
