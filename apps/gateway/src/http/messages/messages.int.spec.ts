import { randomUUID } from 'node:crypto';
import { deterministicId, readCustomerRequest } from '@countersign/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Answer, type GatewayWorld, gatewayWorld } from '../../testing/gateway-world.js';
import { caseOpened, messageReceived } from '../../testing/samples.js';

let world: GatewayWorld;
let ada: string;
beforeAll(async () => {
  world = await gatewayWorld();
  ada = await world.tokens.of('ada');
});
afterAll(() => world.close());

const send = (body: object | string, token: string = ada): Promise<Answer> =>
  world.ask('/v1/messages', { body, token });

const published = async (conversationId: unknown) =>
  (await world.record.messages()).filter(({ key }) => key === conversationId);

describe('what a customer writes', () => {
  test('is published once, as a request of their conversation, with the token that says who they are', async () => {
    const answer = await send({ text: 'Please refund order 4821.' });
    expect(answer.status).toBe(202);
    const { conversationId, messageId, caseId, replies } = answer.body;
    expect(caseId).toBe(deterministicId('case', 'fjordlight', String(conversationId)));
    expect(replies).toBe(`/v1/conversations/${conversationId}/replies`);
    const [message, ...more] = await published(conversationId);
    expect(more).toEqual([]);
    const requestId = deterministicId('customer-request', 'fjordlight', 'ada', String(messageId));
    expect(message).toMatchObject({
      topic: 'countersign.customer-requests',
      tenant: 'fjordlight',
      id: requestId,
      publishedBy: 'countersign_gateway',
      headers: {
        'content-type': 'application/json',
        ce_specversion: '1.0',
        ce_id: requestId,
        ce_type: 'countersign.customer-request',
        ce_source: '/countersign/gateway',
        ce_subject: `case-${caseId}`,
      },
    });
    expect(readCustomerRequest(message?.value ?? new Uint8Array())).toEqual({
      outcome: 'read',
      request: { requestId, conversationId, text: 'Please refund order 4821.', token: ada },
    });
  });

  test('sent again with its id is the same message, with and without a conversation', async () => {
    for (const conversationId of [undefined, randomUUID()]) {
      const body = { text: 'Once.', messageId: randomUUID(), conversationId };
      const answers = await Promise.all([send(body), send(body), send(body)]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await published(answers[0]?.body['conversationId'])).toHaveLength(1);
    }
  });

  test('without an id of its own is a new message each time', async () => {
    const conversationId = randomUUID();
    await send({ text: 'Twice.', conversationId });
    await send({ text: 'Twice.', conversationId });
    expect(await published(conversationId)).toHaveLength(2);
  });

  test('under the same id of another customer is another message', async () => {
    const messageId = randomUUID();
    const first = await send({ text: 'Mine.', messageId });
    const second = await send({ text: 'Mine.', messageId }, await world.tokens.of('ben'));
    expect(second.body['conversationId']).not.toBe(first.body['conversationId']);
  });

  test('under an id that was heard with another text is refused', async () => {
    const { body } = await send({ text: 'First.', messageId: 'm-1' });
    const requestId = deterministicId('customer-request', 'fjordlight', 'ada', 'm-1');
    await world.record.ofCase(String(body['caseId']), caseOpened(requestId));
    await world.record.ofCase(String(body['caseId']), messageReceived(requestId, 'First.'));
    expect((await send({ text: 'First.', messageId: 'm-1' })).status).toBe(202);
    const other = await send({ text: 'Second.', messageId: 'm-1' });
    expect([other.status, other.body['code']]).toEqual([422, 'message_id_reused']);
  });

  test('does not get into somebody else’s conversation', async () => {
    const conversationId = randomUUID();
    const caseId = deterministicId('case', 'fjordlight', conversationId);
    await world.record.ofCase(caseId, caseOpened(randomUUID(), 'ben'));
    const answer = await send({ text: 'Me too.', conversationId });
    expect([answer.status, answer.body['code']]).toEqual([404, 'not_found']);
    expect(await published(conversationId)).toEqual([]);
  });

  test.each(['jonas', 'maya', 'helpdesk-bot'])('may not come from %s', async (name) => {
    const conversationId = randomUUID();
    const answer = await send({ text: 'For Ada.', conversationId }, await world.tokens.of(name));
    expect([answer.status, answer.body['code']]).toEqual([403, 'role_missing']);
    expect(await published(conversationId)).toEqual([]);
  });

  test.each([
    ['no text', {}, 'text'],
    ['nothing but spaces', { text: ' \n ' }, 'text'],
    ['too much', { text: 'x'.repeat(10_001) }, 'text'],
    ['a number', { text: 7 }, 'text'],
    ['an id that is none', { text: 'x', conversationId: 'c-1' }, 'conversationId'],
    ['a message id with a space', { text: 'x', messageId: 'a b' }, 'messageId'],
    ['somebody else', { text: 'x', customer: 'ben' }, 'customer'],
  ])('is refused with the field: %s', async (_name, body, field) => {
    const answer = await send(body);
    expect([answer.status, answer.body['code']]).toEqual([422, 'body_invalid']);
    expect(answer.body['errors']).toMatchObject([{ field }]);
  });
});

describe('text that cannot be kept as it is (C80)', () => {
  const conversationId = randomUUID();
  test.each([
    ['U+0000', '{"text":"a\\u0000b"}', 'text'],
    ['a lone surrogate', '{"text":"\\ud83d"}', 'text'],
    ['U+0000 in an id', '{"text":"x","messageId":"a\\u0000"}', 'messageId'],
    ['U+0000 in a name', '{"text":"x","a\\u0000b":1}', 'a\u0000b'],
  ])('%s is refused with its field', async (_name, body, field) => {
    const answer = await send(body);
    expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_request']);
    expect(answer.body['errors']).toMatchObject([{ field }]);
  });

  test.each([
    ['six characters that only look like U+0000', 'a\\u0000b'],
    ['a whole emoji', '\u{1f600}'],
    ['characters nobody sees, kept unchanged (C73)', 'a\u202eb\u2066c\u200bd'],
    ['ten thousand characters', 'x'.repeat(10_000)],
    ['Hebrew and Arabic', 'שלום مرحبا'],
  ])('%s survives', async (_name, text) => {
    const { status, body } = await send({ text, conversationId: randomUUID() });
    expect(status).toBe(202);
    const [message] = await published(body['conversationId']);
    const read = readCustomerRequest(message?.value ?? new Uint8Array());
    expect(read).toMatchObject({ outcome: 'read', request: { text } });
  });

  test('1 MB of emoji is too large, not an error', async () => {
    const answer = await send({ text: '\u{1f600}'.repeat(262_144), conversationId });
    expect([answer.status, answer.body['code']]).toEqual([413, 'body_too_large']);
    expect(await published(conversationId)).toEqual([]);
  });

  test.each([
    ['no JSON', 'hello', 400],
    ['a list', '[]', 422],
    ['null', 'null', 422],
    ['a text', '"x"', 422],
    ['a poisoned prototype', '{"text":"x","__proto__":{"a":1}}', 400],
    ['a number beyond every number', '{"text":"x","messageId":1e999}', 400],
    ['a hundred thousand levels', `{"text":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400],
  ])('%s is a problem, never a 500', async (_name, body, status) => {
    const answer = await send(body);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect((await world.ask('/livez')).status).toBe(200);
  });
});
