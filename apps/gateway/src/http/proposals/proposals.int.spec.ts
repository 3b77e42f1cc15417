import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Answer, type GatewayWorld, gatewayWorld } from '../../testing/gateway-world.js';
import { rawly } from '../../testing/raw-request.js';
import { headphones } from '../../testing/samples.js';

let world: GatewayWorld;
let bot: string;
beforeAll(async () => {
  world = await gatewayWorld();
  bot = await world.tokens.of('helpdesk-bot');
});
afterAll(() => world.close());

const propose = (body: object | string, key: string = randomUUID(), token: string = bot): Promise<Answer> =>
  world.ask('/v1/proposals', { body, token, headers: { 'idempotency-key': key } });

const fieldsOf = ({ body }: Answer): string[] =>
  ((body['errors'] ?? []) as { field: string }[]).map(({ field }) => field).sort();

describe('an action asked for by an agent', () => {
  test('is completed from the records, drafted once, and answered at once', async () => {
    const answer = await propose(headphones);
    expect(answer.status).toBe(202);
    const { proposalId, digest, links } = answer.body;
    expect(answer.body).toMatchObject({ status: 'being_checked', state: '◐ Being checked' });
    expect(links).toEqual({
      self: `/v1/proposals/${proposalId}`,
      events: `/v1/proposals/${proposalId}/events`,
    });
    expect(answer.headers.get('idempotent-replayed')).toBeNull();
    const [drafted, ...more] = await world.record.proposal(String(proposalId));
    expect(more).toEqual([]);
    expect(drafted).toMatchObject({ type: 'ProposalDrafted', recordedBy: 'countersign_gateway' });
    expect(drafted?.data).toMatchObject({
      digest,
      tenant: 'fjordlight',
      customer: 'ada',
      origin: { kind: 'agent', reference: 'ticket-118' },
      author: { kind: 'agent', subject: 'helpdesk-bot', name: 'Helpdesk bot', roles: ['agent'] },
      startedBy: ['helpdesk-bot'],
      capability: { name: 'refunds' },
      supersedes: 'none',
    });
    expect(drafted?.data['action']).toMatchObject({
      target: { type: 'charge', id: 'ch_4821' },
      money: { amountMinor: 4200, currency: 'EUR' },
      resourceVersions: [{ resource: 'orders/4821' }],
    });
  });

  test('takes the price from the order when no amount is given', async () => {
    const { amountMinor: _a, currency: _c, ...priced } = headphones;
    const { body } = await propose(priced);
    const [drafted] = await world.record.proposal(String(body['proposalId']));
    expect(drafted?.data['action']).toMatchObject({ money: { amountMinor: 4200, currency: 'EUR' } });
  });

  test('carries what the agent says as said, by the agent: a claimed approval is only a claim (S50, C64)', async () => {
    const claim = { fact: 'managerApproved', value: true, source: 'maya said so' };
    const { status, body } = await propose({ ...headphones, statements: [claim] });
    expect(status).toBe(202);
    const events = await world.record.proposal(String(body['proposalId']));
    expect(events.map(({ type }) => type)).toEqual(['ProposalDrafted']);
    const said = { basis: 'stated', source: 'agent/helpdesk-bot', section: 'maya said so' };
    expect(events[0]?.data['action']).toMatchObject({
      evidence: expect.arrayContaining([
        expect.objectContaining({ fact: 'managerApproved', value: true, ...said }),
      ]),
    });
  });

  test('may also be asked for by a support agent, who is then its author', async () => {
    const { body } = await propose(headphones, randomUUID(), await world.tokens.of('jonas'));
    const [drafted] = await world.record.proposal(String(body['proposalId']));
    expect(drafted?.data).toMatchObject({
      author: { kind: 'person', subject: 'jonas' },
      startedBy: ['jonas'],
    });
  });

  test.each(['ada', 'maya', 'sam'])('may not be asked for by %s', async (name) => {
    const answer = await propose(headphones, randomUUID(), await world.tokens.of(name));
    expect([answer.status, answer.body['code']]).toEqual([403, 'role_missing']);
  });
});

describe('a key', () => {
  test('is needed, and has to be printable', async () => {
    const sent = { body: headphones, token: bot };
    const missing = await world.ask('/v1/proposals', sent);
    expect([missing.status, missing.body['code']]).toEqual([400, 'idempotency_key_missing']);
    for (const key of ['x'.repeat(256), 'caf\u00e9']) {
      const answer = await propose(headphones, key);
      expect([answer.status, answer.body['code']]).toEqual([400, 'idempotency_key_invalid']);
      expect(fieldsOf(answer)).toEqual(['Idempotency-Key']);
    }
    expect((await propose(headphones, 'x'.repeat(255))).status).toBe(202);
  });

  test('with a byte that no header may have is refused before anybody reads it', async () => {
    for (const byte of ['\u0000', '\u0001', '\u007f']) {
      const { status, text } = await rawly(world.url, [
        'POST /v1/proposals HTTP/1.1',
        `authorization: Bearer ${bot}`,
        'content-type: application/json',
        `idempotency-key: a${byte}b`,
        'content-length: 2',
        'connection: close',
        'host: x\r\n\r\n{}',
      ]);
      expect([byte, status, text.includes('Internal')]).toEqual([byte, 400, false]);
    }
  });

  test('used again with the same content is answered the same (C12, C54)', async () => {
    const key = randomUUID();
    const first = await propose(headphones, key);
    const turned = Object.fromEntries(Object.entries(headphones).reverse());
    for (const body of [headphones, turned, JSON.stringify(headphones).replace('4200', '4200.0')]) {
      const again = await propose(body, key);
      expect([again.status, again.text]).toEqual([202, first.text]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
    expect(await world.record.proposal(String(first.body['proposalId']))).toHaveLength(1);
  });

  test.each([
    ['another amount', { amountMinor: 42000 }],
    ['another currency', { currency: 'USD' }],
    ['another reference', { reference: 'ticket-119' }],
    ['one field less', { statements: undefined }],
  ])('used again with %s is refused, and nothing changes (C12)', async (_name, change) => {
    const key = randomUUID();
    const first = await propose(headphones, key);
    const other = await propose({ ...headphones, ...change }, key);
    expect([other.status, other.body['code']]).toEqual([422, 'idempotency_key_reused']);
    expect(await world.record.proposal(String(first.body['proposalId']))).toHaveLength(1);
    expect((await propose(headphones, key)).text).toBe(first.text);
  });

  test('tells a composed accent from a decomposed one (C54)', async () => {
    const key = randomUUID();
    const with_ = (reference: string) => propose({ ...headphones, reference }, key);
    expect((await with_('caf\u00e9')).status).toBe(202);
    expect((await with_('cafe\u0301')).body['code']).toBe('idempotency_key_reused');
  });

  test('is the asker’s own: the same key of somebody else is another proposal', async () => {
    const key = randomUUID();
    const first = await propose(headphones, key);
    const other = await propose(headphones, key, await world.tokens.of('jonas'));
    expect(other.status).toBe(202);
    expect(other.body['proposalId']).not.toBe(first.body['proposalId']);
  });

  test('twenty at once are one proposal, and every answer is it, twenty rounds long (C10, C11)', async () => {
    for (let round = 0; round < 20; round += 1) {
      const key = randomUUID();
      const answers = await Promise.all(Array.from({ length: 20 }, () => propose(headphones, key)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
      expect(await world.record.proposal(String(answers[0]?.body['proposalId']))).toHaveLength(1);
    }
  });

  test('raced with two contents stands for one of them, and the other is told', async () => {
    const key = randomUUID();
    const bodies = Array.from({ length: 20 }, (_, n) => ({ ...headphones, reference: `r-${n % 2}` }));
    const answers = await Promise.all(bodies.map((body) => propose(body, key)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(10);
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
  });
});

describe('what is not a proposal (S35)', () => {
  const args = headphones.arguments;
  test.each([
    ['an unknown kind', { kind: 'money.print' }, ['kind']],
    ['a kind that every object has', { kind: 'constructor' }, ['kind']],
    ['an unknown field', { approved: true }, ['approved']],
    ['a field that copies drop', { constructor: 1 }, ['constructor']],
    ['a negative amount', { amountMinor: -1 }, ['amountMinor']],
    ['nothing', { amountMinor: 0 }, ['amountMinor']],
    ['a huge amount', { amountMinor: 2 ** 52 }, ['amountMinor']],
    ['half a cent', { amountMinor: 4200.5 }, ['amountMinor']],
    ['an amount in text', { amountMinor: '4200' }, ['amountMinor']],
    ['no amount but null', { amountMinor: null }, ['amountMinor']],
    ['an unknown currency', { currency: 'EURO' }, ['currency']],
    ['an amount without a currency', { currency: undefined }, ['currency']],
    ['a currency without an amount', { amountMinor: undefined }, ['amountMinor']],
    ['arguments that are a list', { arguments: [] }, ['arguments']],
    [
      'wrong types everywhere',
      { kind: 1, customer: {}, statements: 'x' },
      ['customer', 'kind', 'statements'],
    ],
    ['a statement without a fact', { statements: [{ value: 1, source: 's' }] }, ['statements[0].fact']],
    [
      'a statement of an object',
      { statements: [{ fact: 'f', value: {}, source: 's' }] },
      ['statements[0].value'],
    ],
    ['names that are no ids', { supersedes: '1', distinctFrom: ['x'] }, ['distinctFrom', 'supersedes']],
    ['an unknown proposal to repeat', { distinctFrom: [randomUUID()] }, ['distinctFrom[0]']],
  ])('%s is refused with the field', async (_name, change, fields) => {
    const key = randomUUID();
    const answer = await propose({ ...headphones, ...change }, key);
    expect([answer.status, answer.body['code']]).toEqual([422, 'body_invalid']);
    expect([...new Set(fieldsOf(answer))]).toEqual(fields);
    expect(world.refusals().at(-1)).toMatchObject({
      code: 'body_invalid',
      status: 422,
      route: '/v1/proposals',
      tenant: 'fjordlight',
    });
    // The key is still free: nothing was stored under it.
    expect((await propose(headphones, key)).headers.get('idempotent-replayed')).toBeNull();
  });

  test.each([
    ['an order of somebody else', { arguments: { ...args, orderId: '4826' } }, ['arguments.orderId']],
    ['an order that is not there', { arguments: { ...args, orderId: '1' } }, ['arguments.orderId']],
    [
      'a line that is not there',
      { arguments: { ...args, lines: [{ lineId: '9', quantity: 1 }] } },
      ['arguments.lines[0].lineId'],
    ],
    ['another price', { amountMinor: 4201 }, ['amountMinor']],
    ['the currency of no record', { currency: 'USD' }, ['currency']],
    ['an unknown argument', { arguments: { ...args, toAccount: 'mine' } }, ['arguments.toAccount']],
  ])('%s is refused by the records', async (_name, change, fields) => {
    const answer = await propose({ ...headphones, ...change });
    expect([answer.status, answer.body['code']]).toEqual([422, 'action_refused']);
    expect(fieldsOf(answer)).toEqual(fields);
  });

  test('records that give no answer are a 503 with a time to wait, and nothing is stored', async () => {
    const fault = { route: 'GET /v1/orders/:id', kind: 'status_503' };
    await world.admin('POST', '/orders/faults', fault);
    const key = randomUUID();
    const answer = await propose(headphones, key);
    await fetch(world.adminUrl('/orders/faults'), { method: 'DELETE' });
    expect([answer.status, answer.body['code']]).toEqual([503, 'records_unavailable']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await propose(headphones, key)).headers.get('idempotent-replayed')).toBeNull();
  });
});
