import { waitFor } from '@countersign/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { reconcile } from '../harness/countersign-command.js';
import { proposeRefund } from '../harness/refund-story.js';
import { System } from '../harness/system.js';
import { verdictOf } from '../harness/verdict.js';

let system: System;
beforeAll(async () => {
  system = await System.start({
    policies: { automaticUpToMinor: 20_000 },
    settings: {
      COMPARE_BAND_MS: '2000',
      COMPARE_SETTLE_MS: '2000',
      COMPARE_EVERY_MS: '500',
      COMPARE_AGAIN_AFTER_MS: '6000,90000',
    },
  });
});
afterAll(() => system.stop());

interface Row {
  readonly differenceId: string;
  readonly kind: string;
  readonly proposalId: string;
  readonly sentence: string;
  readonly references: readonly string[];
}

const sam = () => system.as('sam');
const rows = async () => (await sam().recovery('GET', '')).body['differences'] as Row[];
const rowOf = (reference: string) =>
  waitFor(
    `a difference about ${reference}`,
    async () => (await rows()).find(({ references }) => references.includes(reference)),
    { describe: async () => JSON.stringify(await system.events('comparison-payments'), undefined, 1) },
  );

/** Refunds of one charge that race for the same money; nothing but the charge is shared. */
async function racing(): Promise<string[]> {
  const lines = ['1', '2'].map((lineId) => ({ lineId, title: 'lamp', unitPriceMinor: 6_000 }));
  const order = await system.admin.order({ lines, capturedMinor: 10_000 });
  const ids = await Promise.all(
    ['1', '2'].map((lineId) => proposeRefund(system, order, { lines: [{ lineId, quantity: 1 }] })),
  );
  const verdicts = await Promise.all(ids.map(async (id) => (await verdictOf(system, id)).data['verdict']));
  return ids.filter((_, at) => verdicts[at] === 'allow');
}

async function refunded(): Promise<{ id: string; charge: string; reference: string }> {
  const order = await system.admin.order({ lines: [{ lineId: '1', title: 'lamp', unitPriceMinor: 6_000 }] });
  const id = await proposeRefund(system, order);
  await system.waitForEvent(id, 'ProposalCompleted');
  const { effects } = await system.admin.ledger(`ch_${order}`);
  return { id, charge: `ch_${order}`, reference: effects[0]?.effect ?? '' };
}

/** Windows of the schedule, once one of them ended after now. */
async function comparedPast(): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const nowMs = Date.now();
  return waitFor('a window that ends after now', async () => {
    const events = await system.events('comparison-payments');
    const windows = events.filter(({ type }) => type === 'LedgerCompared').map(({ data }) => data);
    const last = windows.at(-1)?.['window'] as { to: string } | undefined;
    return last !== undefined && Date.parse(last.to) > nowMs ? windows : undefined;
  });
}

const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

test('C07: refunds that race for one charge leave two ledgers that agree, to the last cent', async () => {
  const allowed = (await Promise.all(Array.from({ length: 6 }, racing))).flat();
  expect(allowed).toHaveLength(6);
  await Promise.all(allowed.map((id) => system.waitForEvent(id, 'ProposalCompleted')));
  const windows = await comparedPast();
  const found = windows.map(({ counts }) => (counts as { differences: number }).differences);
  expect(found.every((differences) => differences === 0)).toBe(true);
  expect(await rows()).toEqual([]);
  const { code, out } = await reconcile(system, '--target', 'payments', '--from', anHourAgo(), '--dry-run');
  expect(out).toMatch(/payments\s+our record\n\s+360\.00 EUR\s+360\.00 EUR\n/);
  expect(out).toContain('The ledgers agree.');
  expect(code).toBe(0);
});

test('a refund in the dashboard and an edited amount are found, shown, and told by the command line', async () => {
  const untouched = await refunded();
  const { id, reference } = await refunded();
  const other = await system.admin.order({ lines: [{ lineId: '1', title: 'cup', unitPriceMinor: 900 }] });
  await system.admin.refundElsewhere(`ch_${other}`, 700);
  const dashboard = (await system.admin.ledger(`ch_${other}`)).effects[0]?.effect ?? '';
  await system.admin.changeRefund(reference, { amountMinor: 600 });

  const foreign = await rowOf(dashboard);
  expect(foreign).toMatchObject({ kind: 'effect_without_proposal', proposalId: 'none' });
  const edited = await rowOf(reference);
  expect(edited).toMatchObject({ kind: 'amount_differs', proposalId: id });
  const shown = (await sam().recovery('GET', `/differences/${edited.differenceId}`)).body;
  expect(shown).toMatchObject({
    state: 'open',
    effects: [{ reference, amountMinor: 600, currency: 'EUR' }],
    ours: { proposalId: id, amountMinor: 6_000, currency: 'EUR', reference },
    steps: [{ step: 'compare_again' }, { step: 'settle', secondPerson: true }, { step: 'sign_settlement' }],
  });
  // The completed proposal is looked at, taken back by what the look read, and waits for a person.
  await system.waitForEvent(id, 'ProposalReopened');
  await system.waitForEvent(id, 'ReviewRequested');
  await comparedPast();
  const { code, out } = await reconcile(system, '--target', 'payments', '--from', anHourAgo(), '--dry-run');
  expect(code).toBe(1);
  expect(out).toContain('differs');
  expect(out).toContain('1 with a person already');
  expect(out).toContain(`${foreign.differenceId.slice(0, 8)}  effect without proposal`);
  expect(out).not.toContain(untouched.reference);
  // Once each, however often they were found.
  expect((await rows()).map(({ kind }) => kind).sort()).toEqual([
    'amount_differs',
    'effect_without_proposal',
  ]);
});

test('a ledger that cannot be read is told as such, with an exit code of its own', async () => {
  await system.admin.fault('payments', { route: 'GET /v1/refunds', kind: 'status_503' });
  const { code, out } = await reconcile(system, '--target', 'payments', '--from', anHourAgo(), '--dry-run');
  await system.admin.mend('payments');
  expect([code, out]).toEqual([2, expect.stringContaining('Not compared (server error)')]);
});

test('what cannot be asked is refused in one sentence', async () => {
  expect(await reconcile(system, '--from', 'yesterday')).toMatchObject({
    code: 1,
    err: 'yesterday is not an instant in UTC such as 2026-11-29T00:00:00Z.\n',
  });
  const backwards = await reconcile(system, '--from', '2026-11-30', '--to', '2026-11-29');
  expect(backwards).toMatchObject({ code: 1, err: expect.stringContaining('ends before it begins') });
  const orders = await reconcile(system, '--from', '2026-11-29', '--target', 'orders');
  const known = 'that can be listed: payments, billing, support, accounts, crm, appointments';
  expect(orders).toMatchObject({ code: 1, err: expect.stringContaining(known) });
});
