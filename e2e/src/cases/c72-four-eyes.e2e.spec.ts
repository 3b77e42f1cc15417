import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Person } from '../harness/person.js';
import { refundBody } from '../harness/refund-story.js';
import { System } from '../harness/system.js';
import { cardOf, decisionsUrl } from '../harness/waiting-card.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterEach(async () => {
  await system.admin.changePerson('jonas', { roles: ['support_agent'] });
  await system.admin.changePerson('sam', { roles: ['operator', 'auditor'] });
  await system.admin.changePerson('helpdesk-bot', { roles: ['agent'] });
});
afterAll(() => system.stop());

/** Above the staff limit: it waits for the customer's consent and a manager's approval. */
async function startedBy(asker: Person): Promise<string> {
  const lines = [{ lineId: '1', title: 'bicycle trailer', unitPriceMinor: 64_000 }];
  const answer = await asker.propose(refundBody(await system.admin.order({ lines })));
  expect(answer.status).toBe(202);
  const id = String(answer.body['proposalId']);
  await system.waitForEvent(id, 'ApprovalRequested');
  return id;
}

async function withRoles(subject: string, roles: readonly string[]): Promise<Person> {
  await system.admin.changePerson(subject, { roles });
  return system.newPerson(subject);
}

/** Refused with 403 and on record; then the right two people decide, and it is paid once. */
async function expectRefusedAndStillOpen(id: string, who: string): Promise<void> {
  const refused = await system.waitForEvent(id, 'DecisionRefused');
  expect(refused.data).toMatchObject({ who, code: expect.stringMatching(/four_eyes|not_routed_to_you/) });
  expect(await system.threeRecords(id)).toMatchObject({
    stream: ['ProposalDrafted', 'PolicyDecided', 'ApprovalRequested', 'DecisionRefused'],
    effects: [],
  });
  expect(await system.as('ada').decide(id, 'approve')).toMatchObject({ status: 202 });
  expect(await system.as('maya').decide(id, 'approve')).toMatchObject({ status: 200 });
  await system.waitForEvent(id, 'ProposalCompleted');
  expect((await system.threeRecords(id)).effects).toHaveLength(1);
}

async function approve(who: Person, id: string) {
  const { digest, sight } = await cardOf(system, id, 'maya');
  return who.send('POST', decisionsUrl(system, id), { decision: 'approve', digest, sight });
}

describe('C72: whoever started a matter does not approve it', () => {
  test('a support agent who is a manager too approves what they asked for: 403 and an audit event', async () => {
    const jonas = await withRoles('jonas', ['support_agent', 'support_manager']);
    const id = await startedBy(jonas);
    const card = await jonas.card(id);
    expect(card.body).toMatchObject({ mayDecide: { code: 'four_eyes' } });
    const refused = await jonas.decide(id, 'approve');
    expect(refused).toMatchObject({ status: 403, body: { code: 'four_eyes' } });
    await expectRefusedAndStillOpen(id, 'jonas');
  });

  test('the same person under a second role, signed in anew: 403', async () => {
    const id = await startedBy(await withRoles('jonas', ['support_agent']));
    const promoted = await withRoles('jonas', ['support_manager']);
    expect(await promoted.decide(id, 'approve')).toMatchObject({ status: 403, body: { code: 'four_eyes' } });
    await expectRefusedAndStillOpen(id, 'jonas');
  });

  test('an administrator by every name: 403', async () => {
    const id = await startedBy(await withRoles('jonas', ['support_agent']));
    const roles = ['support_agent', 'support_manager', 'operator', 'auditor', 'admin'];
    const admin = await withRoles('jonas', roles);
    expect(await admin.decide(id, 'approve')).toMatchObject({ status: 403, body: { code: 'four_eyes' } });
    await expectRefusedAndStillOpen(id, 'jonas');
  });

  test("who replaced a colleague's proposal, and who wrote the one before: both are barred", async () => {
    const first = await withRoles('jonas', ['support_agent', 'support_manager']);
    const old = await startedBy(first);
    const drafted = (await system.waitForEvent(old, 'ProposalDrafted')).data as {
      action: { arguments: { orderId: string } };
    };
    const { orderId } = drafted.action.arguments;
    const amended = { lines: [], amountMinor: 60_000, currency: 'EUR', supersedes: old };
    const second = await withRoles('sam', ['support_agent', 'support_manager']);
    const next = await second.propose(refundBody(orderId, amended));
    const id = String(next.body['proposalId']);
    await system.waitForEvent(id, 'ApprovalRequested');
    expect(await first.decide(id, 'approve')).toMatchObject({ status: 403, body: { code: 'four_eyes' } });
    expect((await second.card(id)).body).toMatchObject({ mayDecide: { code: 'four_eyes' } });
    await expectRefusedAndStillOpen(id, 'jonas');
  });
});

describe('C72: a service account decides nothing', () => {
  test('the agent that asked, and the same with a role of staff lent to it: refused, on record', async () => {
    const bot = system.as('helpdesk-bot');
    const id = await startedBy(bot);
    const refused = await approve(bot, id);
    expect(refused).toMatchObject({ status: 403, body: { code: 'not_a_person' } });
    const seen = await system.waitForEvent(id, 'DecisionRefused');
    expect(seen.data).toMatchObject({ who: 'helpdesk-bot', code: 'not_a_person' });
    // Of two kinds at once is of no kind: such a token is not believed at all.
    const posing = await withRoles('helpdesk-bot', ['agent', 'support_manager']);
    expect(await approve(posing, id)).toMatchObject({ status: 401, body: { code: 'token_invalid' } });
    await system.waitForEvent(id, 'DecisionRefused', { nth: 2 });
    expect(await system.types(id)).not.toContain('ApprovalGranted');
    expect((await system.threeRecords(id)).effects).toEqual([]);
  });

  test('it may be on record as staff: who asked is who asked, 403', async () => {
    const id = await startedBy(system.as('helpdesk-bot'));
    const promoted = await withRoles('helpdesk-bot', ['support_manager']);
    expect(await approve(promoted, id)).toMatchObject({ status: 403, body: { code: 'four_eyes' } });
    await expectRefusedAndStillOpen(id, 'helpdesk-bot');
  });
});
