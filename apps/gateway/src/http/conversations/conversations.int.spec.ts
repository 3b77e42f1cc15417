import { randomUUID } from 'node:crypto';
import { deterministicId } from '@countersign/contracts';
import { digestOfHex, proposalId } from '@countersign/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type GatewayWorld, gatewayWorld } from '../../testing/gateway-world.js';
import { caseOpened, headphones, messageReceived, policyDecided, replySent } from '../../testing/samples.js';
import { until } from '../../testing/until.js';

let world: GatewayWorld;
let ada: string;
let ben: string;
beforeAll(async () => {
  world = await gatewayWorld();
  ada = await world.tokens.of('ada');
  ben = await world.tokens.of('ben');
});
afterAll(() => world.close());

let conversationId: string;
let caseId: string;
beforeEach(() => {
  conversationId = randomUUID();
  caseId = deterministicId('case', 'fjordlight', conversationId);
});

const at = '2026-11-29T12:00:00.000Z';
const opened = (customer?: string) => world.record.ofCase(caseId, caseOpened(randomUUID(), customer));
const replied = (replyId: string) => world.record.ofCase(caseId, replySent(replyId));
const follow = (token: string, headers: Record<string, string> = {}) =>
  world.follow(`/v1/conversations/${conversationId}/replies`, token, headers);
const read = (token: string) => world.ask(`/v1/conversations/${conversationId}`, { token });

describe('a conversation that is read', () => {
  test('tells what was said, what is still asked, and the proposals as they are now', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const asked = { body: headphones, token: await world.tokens.of('helpdesk-bot'), headers };
    const { body } = await world.ask('/v1/proposals', asked);
    const card = {
      proposalId: proposalId(String(body['proposalId'])),
      digest: digestOfHex(String(body['digest'])),
    };
    await opened();
    await world.record.ofCase(caseId, messageReceived('m-1', 'Refund the headphones.'));
    const about = 'orders/4821';
    for (const fact of ['unopened', 'colour']) {
      const question = { questionId: `q-${fact}`, fact, about, text: `${fact}?`, at };
      await world.record.ofCase(caseId, { type: 'QuestionAsked', data: question });
    }
    const provenance = { source: 'message/m-1', readAt: at };
    const established = { fact: 'unopened', about, value: 'yes', basis: 'stated' as const, provenance };
    await world.record.ofSpecialist(caseId, { type: 'FactEstablished', data: established });
    const attached = { ...card, kind: 'refund.create', summary: 'Refund 42.00 EUR', at };
    await world.record.ofCase(caseId, { type: 'ProposalAttached', data: attached });
    const reply = { replyId: 'r-1', code: 'waits', text: 'It waits for you.', cards: [card], at };
    await world.record.ofCase(caseId, { type: 'ReplySent', data: reply });
    await world.record.ofProposal('policy_gate', card.proposalId, policyDecided('deny'));
    const view = await read(ada);
    expect(view.status).toBe(200);
    expect(view.body).toEqual({
      conversationId,
      caseId,
      status: 'open',
      messages: [{ messageId: 'm-1', text: 'Refund the headphones.', at }],
      replies: [reply],
      questions: [{ questionId: 'q-colour', fact: 'colour', about, text: 'colour?', at }],
      proposals: [
        {
          ...card,
          kind: 'refund.create',
          summary: 'Refund 42.00 EUR',
          status: 'denied',
          state: '○× Denied by policy',
        },
      ],
    });
  });

  test('is to everybody else what a made-up one is', async () => {
    await opened();
    for (const name of ['ben', 'jonas', 'helpdesk-bot']) {
      const answer = await read(await world.tokens.of(name));
      expect([answer.status, answer.body['code']]).toEqual([404, 'not_found']);
    }
    conversationId = randomUUID();
    expect((await read(ada)).status).toBe(404);
  });
});

describe('replies, streamed', () => {
  test('come as they are sent, and nothing else does', async () => {
    await opened();
    await replied('r-1');
    const reader = await follow(ada);
    expect(reader.status).toBe(200);
    await until(() => reader.messages.length === 1);
    await world.record.ofCase(caseId, messageReceived('m-1', 'More.'));
    await replied('r-2');
    await until(() => reader.messages.length === 2);
    expect(reader.messages).toEqual([
      {
        event: 'reply',
        id: '2',
        data: { replyId: 'r-1', code: 'checking', text: 'I am looking.', cards: [], at },
      },
      {
        event: 'reply',
        id: '4',
        data: { replyId: 'r-2', code: 'checking', text: 'I am looking.', cards: [], at },
      },
    ]);
    reader.close();
  });

  test('go on behind the last one read, without a gap or a repeat, however often the reader comes back', async () => {
    await opened();
    const ids: string[] = [];
    for (let n = 1; n <= 6; n += 1) {
      await replied(`r-${n}`);
      const reader = await follow(ada, ids.length === 0 ? {} : { 'last-event-id': String(n) });
      await until(() => reader.messages.length === 1);
      ids.push(...reader.messages.map(({ data }) => String(data['replyId'])));
      reader.close();
    }
    expect(ids).toEqual(['r-1', 'r-2', 'r-3', 'r-4', 'r-5', 'r-6']);
  });

  test('of a conversation whose case is opened a moment later are waited for', async () => {
    const waiting = follow(ada);
    await opened();
    await replied('r-1');
    const reader = await waiting;
    expect(reader.status).toBe(200);
    await until(() => reader.messages.length === 1);
    reader.close();
  });

  test('are nobody else’s: a stranger waits as long as for a made-up one, and gets the same answer', async () => {
    await opened();
    const answers = await Promise.all([
      follow(ben),
      world.follow(`/v1/conversations/${randomUUID()}/replies`, ben),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });

  test('end at once when the process is asked to stop', async () => {
    const other = await gatewayWorld();
    const caseOfIt = deterministicId('case', 'fjordlight', conversationId);
    await other.record.ofCase(caseOfIt, caseOpened(randomUUID()));
    const token = await other.tokens.of('ada');
    const reader = await other.follow(`/v1/conversations/${conversationId}/replies`, token);
    await until(() => reader.comments >= 1);
    await other.stopHost();
    await until(() => reader.ended);
    await other.close();
  });

  test('end when the token does', async () => {
    await opened();
    await replied('r-1');
    const reader = await follow(ada);
    await until(() => reader.messages.length === 1 && reader.comments >= 1);
    world.time.aheadMs = 2 * 3_600_000;
    await until(() => reader.ended);
    const later = await follow(ada);
    expect(later.status).toBe(401);
    world.time.aheadMs = 0;
  });
});
