import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type GatewayWorld, gatewayWorld } from '../../testing/gateway-world.js';
import {
  consent,
  executionStarted,
  executionSucceeded,
  headphones,
  policyDecided,
  proposalCompleted,
} from '../../testing/samples.js';
import { until } from '../../testing/until.js';

let world: GatewayWorld;
let bot: string;
beforeAll(async () => {
  world = await gatewayWorld();
  bot = await world.tokens.of('helpdesk-bot');
});
afterAll(() => world.close());

async function proposed(): Promise<{ id: string; digest: string }> {
  const headers = { 'idempotency-key': randomUUID() };
  const { body } = await world.ask('/v1/proposals', { body: headphones, token: bot, headers });
  return { id: String(body['proposalId']), digest: String(body['digest']) };
}

async function carriedOut({ id, digest }: { id: string; digest: string }): Promise<void> {
  await world.record.ofProposal('policy_gate', id, policyDecided('allow'));
  await world.record.ofProposal('executor', id, executionStarted(id, digest));
  await world.record.ofProposal('executor', id, executionSucceeded);
  await world.record.ofProposal('reconciler', id, proposalCompleted);
}

const read = async (id: string, token: string = bot) => world.ask(`/v1/proposals/${id}`, { token });

describe('a proposal that is read', () => {
  test('tells its amount as text, its state in words, what it waits for and how it came to be so', async () => {
    const { id, digest } = await proposed();
    await world.record.ofProposal('policy_gate', id, policyDecided('requirements', [consent]));
    const { status, body } = await read(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      proposalId: id,
      digest,
      kind: 'refund.create',
      target: { type: 'charge', id: 'ch_4821' },
      amount: { amountMinor: '4200', currency: 'EUR', formatted: '42.00 EUR' },
      status: 'awaiting_approval',
      state: '○• Waits for a decision',
      requirements: [
        { slot: 'customer-consent', basis: 'consent', description: "the customer's own consent" },
      ],
      history: [
        { version: 1, type: 'ProposalDrafted', at: expect.stringMatching(/Z$/) },
        { version: 2, type: 'PolicyDecided', at: expect.stringMatching(/Z$/) },
      ],
    });
    expect(body).not.toHaveProperty('receipt');
    expect(body).not.toHaveProperty('reasons');
  });

  test('tells why policy denied it', async () => {
    const { id } = await proposed();
    await world.record.ofProposal('policy_gate', id, policyDecided('deny'));
    expect((await read(id)).body).toMatchObject({
      status: 'denied',
      reasons: [{ policyId: 'window-30-days', section: '2', reason: 'day 31' }],
    });
  });

  test('tells its receipt only once the effect was read back', async () => {
    const drafted = await proposed();
    await world.record.ofProposal('policy_gate', drafted.id, policyDecided('allow'));
    await world.record.ofProposal('executor', drafted.id, executionStarted(drafted.id, drafted.digest));
    await world.record.ofProposal('executor', drafted.id, executionSucceeded);
    const claimed = (await read(drafted.id)).body;
    expect(claimed).toMatchObject({ status: 'succeeded', state: '◐ The target says done' });
    expect(claimed).not.toHaveProperty('receipt');
    await world.record.ofProposal('reconciler', drafted.id, proposalCompleted);
    expect((await read(drafted.id)).body).toMatchObject({
      status: 'completed',
      receipt: { reference: 're_1', settled: 'settled', amount: { formatted: '42.00 EUR' } },
    });
  });

  test.each(['helpdesk-bot', 'ada', 'jonas', 'maya', 'sam'])('is seen by %s', async (name) => {
    const { id } = await proposed();
    expect((await read(id, await world.tokens.of(name))).status).toBe(200);
    expect((await read(id.toUpperCase(), await world.tokens.of(name))).status).toBe(200);
  });

  test('is to others of the tenant what a made-up id is', async () => {
    const { id } = await proposed();
    const ben = await world.tokens.of('ben');
    const headers = { 'idempotency-key': randomUUID() };
    const byJonas = { body: headphones, token: await world.tokens.of('jonas'), headers };
    const ofJonas = String((await world.ask('/v1/proposals', byJonas)).body['proposalId']);
    const cases = [
      [id, ben],
      [ofJonas, bot],
      [randomUUID(), ben],
      ['not-an-id', ben],
    ] as const;
    for (const [asked, token] of cases) {
      const answer = await read(asked, token);
      expect([answer.status, answer.body['code'], answer.body['detail']]).toEqual([
        404,
        'not_found',
        'There is no such proposal.',
      ]);
      const { status } = await world.follow(`/v1/proposals/${asked}/events`, token);
      expect(status).toBe(404);
    }
  });
});

describe('the states of a proposal, streamed', () => {
  test('come as they are recorded, up to the proven outcome, then an end', async () => {
    const drafted = await proposed();
    const reader = await world.follow(`/v1/proposals/${drafted.id}/events`, bot);
    expect(reader.status).toBe(200);
    await until(() => reader.messages.length === 1);
    await carriedOut(drafted);
    await until(() => reader.ended);
    const told = reader.messages.map(({ event, id, data }) => [event, id, data['status']]);
    expect(told).toEqual([
      ['state', '1', 'being_checked'],
      ['state', '2', 'approved'],
      ['state', '3', 'executing'],
      ['state', '4', 'succeeded'],
      ['state', '5', 'completed'],
      ['end', undefined, 'completed'],
    ]);
  });

  test.each([
    ['Last-Event-ID', { headers: { 'last-event-id': '3' }, query: '' }],
    ['after', { headers: {}, query: '?after=3' }],
    ['Last-Event-ID before after', { headers: { 'last-event-id': '3' }, query: '?after=1' }],
  ])('go on behind %s without a gap or a repeat', async (_name, { headers, query }) => {
    const drafted = await proposed();
    await carriedOut(drafted);
    const reader = await world.follow(`/v1/proposals/${drafted.id}/events${query}`, bot, { ...headers });
    await until(() => reader.ended);
    expect(reader.messages.map(({ id, event }) => id ?? event)).toEqual(['4', '5', 'end']);
  });

  test('that have all been read are only an end', async () => {
    const drafted = await proposed();
    await carriedOut(drafted);
    const reader = await world.follow(`/v1/proposals/${drafted.id}/events?after=5`, bot);
    await until(() => reader.ended);
    expect(reader.messages.map(({ event }) => event)).toEqual(['end']);
  });

  test.each(['-1', 'x', '1.5', '99999999999'])('do not go on from "%s"', async (after) => {
    const { id } = await proposed();
    const answer = await world.ask(`/v1/proposals/${id}/events?after=${after}`, { token: bot });
    expect([answer.status, answer.body['code']]).toEqual([400, 'cursor_invalid']);
  });

  test('keep the connection alive while nothing happens', async () => {
    const { id } = await proposed();
    const reader = await world.follow(`/v1/proposals/${id}/events`, bot);
    await until(() => reader.comments >= 2);
    reader.close();
    await until(() => reader.ended);
  });
});
