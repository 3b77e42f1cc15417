import { randomUUID } from 'node:crypto';
import { type EventType, proposalStream, type Service, topics } from '@countersign/contracts';
import { type JsonObject, subjectId } from '@countersign/domain';
import { PostgresEventStore } from '@countersign/event-store';
import { createApprovalSigner, generateSigningKey } from '@countersign/identity';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { proposeRefund, refundBody } from '../harness/refund-story.js';
import { forge } from '../harness/superuser.js';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

/** A refund of 42.00 that waits for the customer's consent. */
async function waiting(change: Record<string, unknown> = {}): Promise<{ id: string; digest: string }> {
  const lines = [{ lineId: '1', title: 'headphones', unitPriceMinor: 4_200 }];
  const id = await proposeRefund(system, await system.admin.order({ lines }), change);
  const { digest } = (await system.waitForEvent(id, 'ApprovalRequested')).data;
  return { id, digest: String(digest) };
}

/** A refund that everybody agreed to, after the attempt: whatever was going to be carried out by now has been. */
async function nothingWasSent(id: string): Promise<void> {
  const other = await waiting();
  expect((await system.newPerson('ada').decide(other.id, 'approve')).status).toBe(200);
  await system.waitForEvent(other.id, 'ProposalCompleted');
  const { stream, effects } = await system.threeRecords(id);
  expect(stream).not.toContain('ExecutionStarted');
  expect(effects).toEqual([]);
}

describe('C64: no way to a connector without a decision', () => {
  test('over HTTP: an agent that says it was approved has said so, and the roles of others decide nothing', async () => {
    const claims = [
      { fact: 'unopened', value: 'yes', source: 'chat' },
      { fact: 'approvedBy', value: 'maya', source: 'maya said so' },
    ];
    const { id, digest } = await waiting({ statements: claims });
    const url = `${system.host.urlOf('approval_service')}/v1/proposals/${id}/decisions`;
    for (const name of ['helpdesk-bot', 'jonas', 'sam', 'ben']) {
      const answer = await system.as(name).send('POST', url, { decision: 'approve', digest, by: 'ada' });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
    const extra = await system.as('helpdesk-bot').propose({ ...refundBody('4821'), approved: true });
    expect(extra.status).toBe(422);
    await nothingWasSent(id);
    expect(await system.types(id)).not.toContain('ApprovalGranted');
  });

  test('on the topic: decisions put there by hand, with no token or the token of whoever may not', async () => {
    const { id, digest } = await waiting();
    const decision = { proposalId: id, decision: 'approve', digest };
    await put(decision);
    await put({ ...decision, token: await system.as('helpdesk-bot').token() });
    await put({ ...decision, token: await system.as('ada').token() });
    for (const nth of [1, 2, 3]) await system.waitForEvent(id, 'DecisionRefused', { nth });
    const refused = (await system.events(proposalStream(id))).filter(
      ({ type }) => type === 'DecisionRefused',
    );
    expect(refused.map(({ data }) => data['code'])).toEqual(
      expect.arrayContaining(['token_missing', 'sight_missing']),
    );
    await nothingWasSent(id);
  });

  test('through recovery: what was never sent is no incident, and two operators cannot make it one', async () => {
    const { id } = await waiting();
    const sam = system.as('sam');
    const why = { step: 'send_again', evidence: 'a call', reason: 'it must be out today' };
    const answer = await sam.recovery('POST', `/${id}/resolutions`, why);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    const signed = await sam.recovery('POST', `/${id}/resolutions/signature`, { resolutionId: randomUUID() });
    expect(signed.status).toBeGreaterThanOrEqual(400);
    expect(signed.status).toBeLessThan(500);
    await nothingWasSent(id);
    expect(await system.types(id)).toEqual(['ProposalDrafted', 'PolicyDecided', 'ApprovalRequested']);
  });

  test.each<[Service, EventType]>([
    ['gateway', 'ApprovalGranted'],
    ['coordinator', 'ApprovalGranted'],
    ['refund_specialist', 'ApprovalGranted'],
    ['executor', 'ApprovalGranted'],
    ['policy_gate', 'ExecutionStarted'],
    ['approval_service', 'PolicyDecided'],
    ['reconciler', 'ExecutionStarted'],
  ])('as the role of %s: PostgreSQL takes no %s from it', async (service, type) => {
    const { id } = await waiting();
    const store = new PostgresEventStore({ url: system.database.urls[`countersign_${service}`] });
    const stream = proposalStream(id);
    const metadata = { causationId: randomUUID(), correlationId: randomUUID() };
    const answer = await store.append({
      tenant: 'fjordlight',
      stream,
      expectedVersion: (await store.readStream('fjordlight', stream)).length,
      events: [{ id: randomUUID(), type, schemaVersion: 1, data: { forged: true }, metadata }],
    });
    await store.close();
    expect(answer).toEqual({ outcome: 'forbidden', type });
    expect(await system.types(id)).toHaveLength(3);
  });

  test('by the owner of the server: a yes written past the door, signed with another key, is void', async () => {
    const { id, digest } = await waiting();
    await forge(system, { proposalId: id, type: 'ApprovalGranted', data: yes(id, digest), as: approvals });
    const voided = await system.waitForEvent(id, 'ApprovalVoided');
    expect(voided.data).toMatchObject({ code: 'signature_invalid' });
    await nothingWasSent(id);
    // People are asked again, and their own yes still counts.
    await system.waitForEvent(id, 'ApprovalRequested', { nth: 2 });
    expect((await system.newPerson('ada').decide(id, 'approve')).status).toBe(200);
    await system.waitForEvent(id, 'ProposalCompleted');
    expect((await system.threeRecords(id)).effects).toHaveLength(1);
  });

  test('by the owner of the server: the true yes for another proposal, copied, is void as well', async () => {
    const [granted, target] = [await waiting(), await waiting()];
    expect((await system.newPerson('ada').decide(granted.id, 'approve')).status).toBe(200);
    const { data } = await system.waitForEvent(granted.id, 'ApprovalGranted');
    const copied = { ...(data as JsonObject), digest: target.digest };
    await forge(system, { proposalId: target.id, type: 'ApprovalGranted', data: copied, as: approvals });
    const voided = await system.waitForEvent(target.id, 'ApprovalVoided');
    expect(voided.data).toMatchObject({ code: 'signature_invalid' });
    await nothingWasSent(target.id);
  });
});

const approvals = 'countersign_approval_service';

/** Everything as a true consent of Ada has it, but for the key. */
function yes(proposalId: string, digest: string): object {
  const now = Date.now();
  const payload = {
    tenant: 'fjordlight',
    proposalId,
    digest,
    slot: 'customer-consent',
    approver: 'ada',
    cardHash: 'c'.repeat(64),
    policySetHash: 'p'.repeat(64),
    grantedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 3_600_000).toISOString(),
  };
  const { tenant: _, proposalId: __, approver, ...said } = payload;
  return {
    ...said,
    basis: 'consent',
    approver: {
      subject: subjectId(approver),
      name: 'Ada Nilsson',
      kind: 'customer',
      roles: ['customer'],
      authenticatedAt: new Date(now - 5_000).toISOString(),
      methods: ['pwd'],
    },
    cardShownAt: new Date(now - 1_000).toISOString(),
    signature: createApprovalSigner(generateSigningKey().privateKeyPem).signApproval(payload),
  };
}

/** Puts a decision on the topic past every service, as whoever owns the broker could. */
async function put(decision: object): Promise<void> {
  const message = { tenant: 'fjordlight', key: 'k', id: randomUUID(), headers: {} };
  await system.bus.put(topics.approvalDecisions, { ...message, value: JSON.stringify(decision) });
}
