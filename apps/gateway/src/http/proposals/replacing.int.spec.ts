import { randomUUID } from 'node:crypto';
import { deterministicId } from '@countersign/contracts';
import { type ProposalEvent, proposalId } from '@countersign/domain';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Answer, type GatewayWorld, gatewayWorld } from '../../testing/gateway-world.js';
import { consent, executionStarted, headphones, policyDecided } from '../../testing/samples.js';

let world: GatewayWorld;
let bot: string;
let jonas: string;
beforeAll(async () => {
  world = await gatewayWorld();
  bot = await world.tokens.of('helpdesk-bot');
  jonas = await world.tokens.of('jonas');
});
afterAll(() => world.close());

const propose = (body: object, token: string = bot, key: string = randomUUID()): Promise<Answer> =>
  world.ask('/v1/proposals', { body, token, headers: { 'idempotency-key': key } });

const travelCase = {
  ...headphones,
  arguments: { ...headphones.arguments, lines: [{ lineId: '2', quantity: 1 }] },
  amountMinor: 3700,
};

const waiting = async (token: string = bot): Promise<string> => {
  const id = String((await propose(headphones, token)).body['proposalId']);
  await world.record.ofProposal('policy_gate', id, policyDecided('requirements', [consent]));
  return id;
};
const typesOf = async (id: string) => (await world.record.proposal(id)).map(({ type }) => type);
const putOff: ProposalEvent = {
  type: 'ExecutionRetryScheduled',
  data: {
    ...{ attempt: 1, code: 'unavailable', attemptsMax: 6 },
    retryAt: '2026-12-01T12:00:00.000Z',
    at: '2026-11-29T12:00:00.000Z',
  },
};
const waits = ['ProposalDrafted', 'PolicyDecided'];

describe('a change', () => {
  test('is a new proposal, and the old one ends as replaced', async () => {
    const old = await waiting();
    const answer = await propose({ ...travelCase, supersedes: old });
    expect(answer.status).toBe(202);
    const id = String(answer.body['proposalId']);
    const [drafted] = await world.record.proposal(id);
    expect(drafted?.data).toMatchObject({ supersedes: old, startedBy: ['helpdesk-bot'] });
    const replaced = (await world.record.proposal(old)).at(-1);
    expect(replaced).toMatchObject({ type: 'ProposalSuperseded', data: { by: id } });
  });

  test('sent again changes nothing more', async () => {
    const old = await waiting();
    const key = randomUUID();
    const body = { ...travelCase, supersedes: old };
    const answers = await Promise.all(Array.from({ length: 8 }, () => propose(body, bot, key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await typesOf(old)).toEqual([...waits, 'ProposalSuperseded']);
    expect(await typesOf(String(answers[0]?.body['proposalId']))).toEqual(['ProposalDrafted']);
  });

  test('by a support agent keeps everybody before from approving it', async () => {
    const old = await waiting();
    const answer = await propose({ ...travelCase, supersedes: old }, jonas);
    const [drafted] = await world.record.proposal(String(answer.body['proposalId']));
    expect(drafted?.data).toMatchObject({ startedBy: ['jonas', 'helpdesk-bot'], author: { kind: 'person' } });
  });
});

describe('a process that dies between the two', () => {
  test('leaves nothing that could be carried out, and the same request drafts the new one', async () => {
    const old = await waiting();
    const key = randomUUID();
    const by = proposalId(deterministicId('agent-proposal', 'fjordlight', 'helpdesk-bot', key));
    const at = '2026-11-29T12:00:00.000Z';
    await world.record.ofProposal('gateway', old, {
      type: 'ProposalSuperseded',
      data: { by, change: 'Replaced.', at },
    });
    const answer = await propose({ ...travelCase, supersedes: old }, bot, key);
    expect([answer.status, answer.body['proposalId']]).toEqual([202, by]);
    expect(await typesOf(old)).toEqual([...waits, 'ProposalSuperseded']);
    expect(await typesOf(by)).toEqual(['ProposalDrafted']);
  });
});

describe('a change that is refused leaves both sides as they were', () => {
  test('when the old one is not the asker’s, another customer’s, or nobody’s', async () => {
    const ofJonas = await waiting(jonas);
    const own = await waiting();
    const forBen = {
      ...headphones,
      customer: 'ben',
      arguments: { ...headphones.arguments, orderId: '4826' },
    };
    for (const body of [
      { ...travelCase, supersedes: ofJonas },
      { ...forBen, supersedes: own },
      { ...travelCase, supersedes: randomUUID() },
    ]) {
      const answer = await propose(body);
      expect([answer.status, answer.body['code']]).toEqual([422, 'body_invalid']);
      expect(answer.body['errors']).toMatchObject([{ field: 'supersedes' }]);
    }
    expect(await typesOf(ofJonas)).toEqual(waits);
    expect(await typesOf(own)).toEqual(waits);
  });

  test('when the old one has ended', async () => {
    const old = String((await propose(headphones)).body['proposalId']);
    await world.record.ofProposal('policy_gate', old, policyDecided('deny'));
    const answer = await propose({ ...travelCase, supersedes: old });
    expect([answer.status, answer.body['code']]).toEqual([409, 'ended']);
    expect(await typesOf(old)).toEqual(waits);
  });

  test('when the old one is being carried out', async () => {
    const { body } = await propose(headphones);
    const old = String(body['proposalId']);
    await world.record.ofProposal('policy_gate', old, policyDecided('allow'));
    await world.record.ofProposal('executor', old, executionStarted(old, String(body['digest'])));
    const answer = await propose({ ...travelCase, supersedes: old });
    expect([answer.status, answer.body['code']]).toEqual([409, 'in_progress']);
    expect((await typesOf(old)).at(-1)).toBe('ExecutionStarted');
  });

  test('when a call of the old one was turned away, and may have moved money all the same', async () => {
    const { body } = await propose(headphones);
    const old = String(body['proposalId']);
    await world.record.ofProposal('policy_gate', old, policyDecided('allow'));
    await world.record.ofProposal('executor', old, executionStarted(old, String(body['digest'])));
    await world.record.ofProposal('executor', old, putOff);
    const answer = await propose({ ...travelCase, supersedes: old });
    expect([answer.status, answer.body['code']]).toEqual([409, 'in_progress']);
    expect(answer.text).toMatch(/may have had its effect/);
    expect((await typesOf(old)).at(-1)).toBe('ExecutionRetryScheduled');
  });

  test('when the records do not allow the new one', async () => {
    const old = await waiting();
    const answer = await propose({ ...travelCase, amountMinor: 1, supersedes: old });
    expect([answer.status, answer.body['code']]).toEqual([422, 'action_refused']);
    expect(await typesOf(old)).toEqual(waits);
  });
});
