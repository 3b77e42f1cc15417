import { waitFor } from '@countersign/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bothSayYes, chargedTwice, refundAndClose } from '../harness/account-story.js';
import { reconcile } from '../harness/countersign-command.js';
import { askForCredit, outage } from '../harness/credit-story.js';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  system = await System.start({
    settings: {
      ...{ COMPARE_BAND_MS: '2000', COMPARE_SETTLE_MS: '2000', COMPARE_EVERY_MS: '500' },
      COMPARE_AGAIN_AFTER_MS: '6000,90000',
    },
  });
});
afterAll(() => system.stop());

interface Row {
  readonly differenceId: string;
  readonly system: string;
  readonly kind: string;
  readonly proposalId: string;
  readonly references: readonly string[];
}

const systems = ['accounts', 'billing', 'payments', 'support'] as const;
const rows = async () => (await system.as('sam').recovery('GET', '')).body['differences'] as Row[];
const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

/** What the windows of the schedule that ended after `since` counted, put together. */
async function countedSince(target: string, sinceMs: number) {
  const events = await system.events(`comparison-${target}`);
  const counts = events
    .filter(({ type, data }) => type === 'LedgerCompared' && data['afterMs'] === 2_000)
    .map(({ data }) => data as { window: { to: string }; counts: Record<string, number> });
  const reached = counts.some(({ window }) => Date.parse(window.to) > sinceMs);
  const sum = (name: string) => counts.reduce((all, one) => all + (one.counts[name] ?? 0), 0);
  return reached ? { agreed: sum('agreed'), differences: sum('differences') } : undefined;
}

test('what capabilities did in several systems is compared in each of them, and agrees', async () => {
  const credit = await askForCredit(system, await outage(system));
  await system.waitForEvent(credit.proposalId, 'ApprovalRequested');
  expect((await system.as('maya').decide(credit.proposalId, 'approve')).status).toBe(200);
  await system.waitForEvent(credit.proposalId, 'ProposalCompleted');
  const story = await chargedTwice(system);
  const { refund, closure } = await refundAndClose(system, story);
  for (const id of [refund, closure]) {
    await bothSayYes(system, story, id);
    await system.waitForEvent(id, 'ProposalCompleted');
  }
  const steps = async () => (await system.admin.effectsIn('support')).length;
  await waitFor('both steps after the credit', async () => ((await steps()) === 2 ? true : undefined));
  const nowMs = Date.now();
  for (const [target, effects] of [
    ...[['billing', 1] as const, ['support', 2] as const],
    ...[['accounts', 1] as const, ['payments', 1] as const],
  ]) {
    const counted = await waitFor(`the ledger of ${target} to be compared up to now`, () =>
      countedSince(target, nowMs),
    );
    // Two windows overlap, so that one effect may be counted in both.
    expect([target, counted.differences]).toEqual([target, 0]);
    expect(counted.agreed).toBeGreaterThanOrEqual(effects);
  }
  expect(await rows()).toEqual([]);
});

test('what somebody did there in another way, or changed in the books, is found in each of them', async () => {
  const at = new Date().toISOString();
  const elsewhere = { tenant: 'fjordlight', createdAt: at };
  const money = { amountMinor: 500, currency: 'USD' };
  const credit = { ...elsewhere, kind: 'credit', accountId: 'acct_7719', ...money };
  await system.admin.put('/billing/entries/by-hand', { ...credit, reference: 'cr_by_hand' });
  await system.admin.put('/billing/entries/theirs', { ...credit, reference: 'cr_theirs', tenant: 'otherco' });
  const reply = { ...elsewhere, kind: 'reply', caseId: '118' };
  await system.admin.put('/support/entries/by-hand', { ...reply, reference: 'rp_by_hand' });
  const closure = { ...elsewhere, kind: 'closure', accountId: 'acct_7720' };
  await system.admin.put('/accounts/entries/by-hand', { ...closure, reference: 'cl_by_hand' });
  await system.admin.put('/accounts/entries/odd', { ...elsewhere, kind: 'closure', reference: 'cl_odd' });
  const [booked] = await system.admin.effectsIn('billing');
  await system.admin.change(`/billing/entries/${booked?.operationId}`, { amountMinor: 1 });

  // By hand, because the schedule passes a window twice and then leaves it: on a slow machine that may have been before.
  const found = await waitFor('every difference', async () => {
    await reconcile(system, '--from', anHourAgo());
    const all = await rows();
    return all.length >= 5 ? all : undefined;
  });
  const said = found.map(({ system: where, kind, references }) => `${where} ${kind} ${references.join()}`);
  expect(said.sort()).toEqual([
    'accounts effect_without_proposal cl_by_hand',
    'accounts unreadable cl_odd',
    `billing amount_differs ${String(booked?.['reference'])}`,
    'billing effect_without_proposal cr_by_hand',
    'support effect_without_proposal rp_by_hand',
  ]);
  for (const { differenceId } of found) {
    const [first, ...others] = await system.events(`difference-${differenceId}`);
    expect([first?.type, others]).toEqual(['DifferenceFound', []]);
  }
  // The completed credit is read back by a look of its own, taken back by that, and waits for a person.
  await system.waitForEvent(String(booked?.operationId), 'ProposalReopened');
  await system.waitForEvent(String(booked?.operationId), 'ReviewRequested');

  const { code, out } = await reconcile(system, '--from', anHourAgo(), '--dry-run');
  expect(code).toBe(1);
  for (const target of systems) expect(out).toContain(`The ledger of ${target} and ours`);
  expect(out).toMatch(
    /record cl_odd that cannot be read: kind closure does not\s+say what it is an effect on\./,
  );
});

test('a ledger that may not be read is one item, and the command says so beside what it found', async () => {
  await system.admin.fault('support', { route: 'GET /v1/ledger', kind: 'status_503' });
  const ledgers = async () =>
    (await system.as('sam').recovery('GET', '')).body['ledgers'] as { system: string }[];
  await waitFor('the ledger of support in the queue', async () =>
    (await ledgers()).length === 1 ? true : undefined,
  );
  expect(await ledgers()).toMatchObject([{ system: 'support', state: 'stuck' }]);
  const { code, out } = await reconcile(system, '--from', anHourAgo(), '--target', 'support', '--dry-run');
  expect([code, out]).toEqual([2, expect.stringContaining('By itself it was not compared')]);
  await system.admin.mend('support');
  await waitFor('the ledger of support to be read again', async () =>
    (await ledgers()).length === 0 ? true : undefined,
  );
  const types = (await system.events('comparison-support')).map(({ type }) => type);
  expect(types.filter((type) => type === 'LedgerNotCompared').length).toBeGreaterThanOrEqual(3);
});
