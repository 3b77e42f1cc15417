import type { RecordedEvent } from '@countersign/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { allowed, started, succeeded } from './testing/proposal-events.js';
import { RecoveryWorld, until } from './testing/recovery-world.js';
import { refundedIn } from './testing/refunded.js';

const quick = {
  COMPARE_BAND_MS: '1000',
  COMPARE_SETTLE_MS: '1000',
  COMPARE_EVERY_MS: '300',
  COMPARE_AGAIN_AFTER_MS: '4000,90000',
  // So that nobody but a comparison looks at what was completed.
  LATE_LOOK_DELAYS_MS: '3600000',
};

let world: RecoveryWorld;
beforeAll(async () => {
  world = await RecoveryWorld.open(quick);
  await world.admin('PATCH', '/identity/people/fjordlight/priya', { roles: ['support_manager', 'operator'] });
});
beforeEach(() => world.admin('DELETE', '/payments/faults'));
afterAll(() => world.close());

interface Row {
  readonly differenceId: string;
  readonly kind: string;
  readonly proposalId: string;
  readonly references: readonly string[];
}

const stream = () => world.stream('comparison-payments');
const compared = async (type = 'LedgerCompared') => (await stream()).filter((event) => event.type === type);
const rows = async () => (await world.call('sam', 'GET', '/recovery')).body['differences'] as Row[];
const rowOf = async (reference: string) => (await rows()).find((row) => row.references.includes(reference));
const item = async (id: string) => (await world.call('sam', 'GET', `/recovery/differences/${id}`)).body;
const types = async (id: string) => (await world.stream(`difference-${id}`)).map(({ type }) => type);

const refunded = () => refundedIn(world);

/** Until a window that ends after now was compared. */
async function comparedPast(): Promise<readonly RecordedEvent[]> {
  const nowMs = Date.now();
  const past = (event: RecordedEvent) =>
    Date.parse((event.data['window'] as { to: string }).to) > nowMs && event.data['afterMs'] === 1_000;
  await until(async () => (await compared()).some(past));
  return compared();
}

async function shown(reference: string): Promise<Row> {
  await until(async () => (await rowOf(reference)) !== undefined);
  const row = await rowOf(reference);
  if (row === undefined) throw new Error(`${reference} is not in the queue`);
  return row;
}

describe('ledgers that agree', () => {
  it('are compared from the first call on, window after window without a gap, and nothing is found', async () => {
    await Promise.all([refunded(), refunded(), refunded()]);
    const events = await comparedPast();
    expect((await stream())[0]).toMatchObject({
      type: 'ComparisonBegun',
      recordedBy: 'countersign_reconciler',
    });
    const fresh = events.filter(({ data }) => data['afterMs'] === 1_000);
    const windows = fresh.map(({ data }) => data['window'] as { from: string; to: string });
    expect(windows.every(({ from }, at) => at === 0 || from <= (windows[at - 1]?.to ?? ''))).toBe(true);
    const counted = fresh.map(({ data }) => data['counts'] as { agreed: number; differences: number });
    expect(counted.reduce((sum, { agreed }) => sum + agreed, 0)).toBeGreaterThanOrEqual(3);
    expect(counted.every(({ differences }) => differences === 0)).toBe(true);
    expect(await rows()).toEqual([]);
  });
});

describe('an effect that no proposal asked for', () => {
  it('is found and shown with what may be done, noted, and settled by two people for good', async () => {
    const { charge, reference } = await refunded();
    await world.admin('POST', `/payments/charges/${charge}/refunds`, { amountMinor: 700 });
    const other = (await world.refundsOf(charge)).find((one) => one !== reference) ?? '';
    const { differenceId: id, kind, proposalId } = await shown(other);
    expect([kind, proposalId]).toEqual(['effect_without_proposal', 'none']);
    expect(await item(id)).toMatchObject({
      state: 'open',
      sentence: expect.stringContaining('7.00 EUR'),
      effects: [{ reference: other, amountMinor: 700 }],
      ours: null,
      steps: [
        { step: 'compare_again', allowed: true },
        { step: 'settle', allowed: true, secondPerson: true },
        { step: 'sign_settlement', allowed: false },
      ],
    });
    const post = (person: string, path: string, body?: object) =>
      world.call(person, 'POST', `/recovery/differences/${id}/${path}`, body);
    expect(await post('sam', 'notes', { text: 'Asked the shop.' })).toMatchObject({ status: 200 });
    expect(await post('sam', 'notes', { text: 'Asked the shop.' })).toMatchObject({
      body: { repeated: true },
    });
    const said = { evidence: 'ticket 881', reason: 'The shop did it in the dashboard.' };
    expect(await post('maya', 'settlements', said)).toMatchObject({ status: 403 });
    const proposed = await post('sam', 'settlements', said);
    const { settlementId } = (proposed.body['item'] as { settlement: { settlementId: string } }).settlement;
    expect(await post('sam', 'settlements/signature', { settlementId })).toMatchObject({
      status: 403,
      body: { code: 'second_person_needed' },
    });
    expect(await post('priya', 'settlements/signature', { settlementId })).toMatchObject({ status: 200 });
    await comparedPast();
    expect(await post('sam', 'comparisons')).toMatchObject({
      status: 200,
      body: { item: { state: 'settled' } },
    });
    expect(await types(id)).toEqual([
      'DifferenceFound',
      'DifferenceNoted',
      'SettlementProposed',
      'DifferenceSettled',
    ]);
    await until(async () => (await rowOf(other)) === undefined);
  });
});

describe('an effect of ours', () => {
  it('whose amount was edited in their books is found, and settles itself when it is put right', async () => {
    const { id, reference } = await refunded();
    await world.admin('PATCH', `/payments/refunds/${reference}`, { amountMinor: 790 });
    const row = await shown(reference);
    expect(row).toMatchObject({ kind: 'amount_differs', proposalId: id });
    expect(await item(row.differenceId)).toMatchObject({
      effects: [{ amountMinor: 790 }],
      ours: { amountMinor: 7_900, status: 'completed' },
    });
    await world.reaches(id, 'in_review');
    await world.admin('PATCH', `/payments/refunds/${reference}`, { amountMinor: 7_900 });
    await world.call('sam', 'POST', `/recovery/${id}/looks`);
    await world.reaches(id, 'completed');
    await comparedPast();
    await world.call('sam', 'POST', `/recovery/differences/${row.differenceId}/comparisons`);
    expect(await item(row.differenceId)).toMatchObject({
      state: 'settled',
      settled: { how: 'agrees_again', people: [] },
    });
  });

  it('C21: that was accepted and failed later is found although no webhook came', async () => {
    const { id, charge } = await world.sent();
    await world.admin('PATCH', `/payments/charges/${charge}`, { refundStatus: 'pending' });
    await world.append(id, ...allowed(id, charge), started(id, 1, new Date().toISOString()));
    await world.refund(id, charge);
    await world.append(id, succeeded());
    await world.reaches(id, 'completed');
    await comparedPast();
    const [reference = ''] = await world.refundsOf(charge);
    expect(await rowOf(reference)).toBeUndefined();
    await world.admin('PATCH', `/payments/refunds/${reference}`, { status: 'failed' });
    const { differenceId } = await shown(reference);
    expect(await item(differenceId)).toMatchObject({ kind: 'effect_failed', proposalId: id });
    // What the listing shows is a reason to look; the look reads it back and takes the completion back.
    const events = await world.reaches(id, 'in_review');
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['ProposalCompleted', 'ProposalReopened', 'ReviewRequested']),
    );
    // While a person has the proposal, its difference has not gone away.
    await comparedPast();
    expect(await types(differenceId)).toEqual(['DifferenceFound']);
  });

  it('that is not there at all is found, proven by a look for the operation itself', async () => {
    const { id, charge } = await world.sent();
    const sent = new Date(Date.now() - 2_000).toISOString();
    await world.append(id, ...allowed(id, charge), started(id, 1, sent), succeeded());
    const receipt = { reference: 're_gone', settled: 'settled', details: {} } as const;
    const money = { amountMinor: 7_900, currency: 'EUR' };
    const evidence = { source: 's', asked: 'a', readAt: sent, complete: true, found: [], why: 'w' };
    const found = [{ ...receipt, ...money }];
    await world.append(id, {
      type: 'ProposalCompleted',
      data: { receipt: { ...receipt, ...money }, evidence: { ...evidence, found }, at: sent },
    });
    await until(async () => (await rows()).some((row) => row.proposalId === id));
    const row = (await rows()).find(({ proposalId }) => proposalId === id);
    expect(row).toMatchObject({ kind: 'effect_missing', references: [] });
  });
});

describe('a ledger that cannot be read to its end', () => {
  it('is not compared and nothing is concluded; the same window is compared later', async () => {
    const { reference } = await refunded();
    await world.admin('PATCH', `/payments/refunds/${reference}`, { amountMinor: 790 });
    await world.admin('POST', '/payments/faults', { route: 'GET /v1/refunds', kind: 'status_500' });
    const before = (await compared('LedgerNotCompared')).length;
    await until(async () => (await compared('LedgerNotCompared')).length > before);
    const last = (await compared('LedgerNotCompared')).at(-1);
    expect(last?.data).toMatchObject({ code: 'server_error', why: expect.stringContaining('payments') });
    const asked = { target: 'payments', from: '2026-01-01T00:00:00Z', to: '2036-01-01T00:00:00Z' };
    expect(await world.call('sam', 'POST', '/comparisons', { ...asked, dryRun: true })).toMatchObject({
      status: 200,
      body: { outcome: 'not_compared', code: 'server_error', differences: [], totals: [] },
    });
    await world.admin('DELETE', '/payments/faults');
    expect(await shown(reference)).toMatchObject({ kind: 'amount_differs' });
  });
});

describe('a comparison by hand', () => {
  it('on a dry run shows what it would record, and records nothing', async () => {
    const { charge, reference } = await refunded();
    await world.host.stop();
    await world.admin('POST', `/payments/charges/${charge}/refunds`, { amountMinor: 1 });
    const other = (await world.refundsOf(charge)).find((one) => one !== reference) ?? '';
    await world.startAgain();
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const ask = (over: object) =>
      world.call('sam', 'POST', '/comparisons', {
        ...{ target: 'payments', from, to: '2036-01-01T00:00:00Z', dryRun: true },
        ...over,
      });
    const seen = async () => (await ask({})).body['differences'] as Row[];
    await until(async () => (await seen()).some(({ references }) => references.includes(other)));
    const body = { code: 'unknown_target', errors: [{ field: 'target' }] };
    expect(await ask({ target: 'billing' })).toMatchObject({ status: 400, body });
    expect(await ask({ from: '2036-01-01T00:00:00Z', to: from })).toMatchObject({ status: 400 });
    expect(
      await world.call('maya', 'POST', '/comparisons', { target: 'payments', from, to: from }),
    ).toMatchObject({ status: 403 });
  });
});

it('goes on after a restart from where it was, and finds nothing twice', async () => {
  const { charge, reference } = await refunded();
  await world.admin('POST', `/payments/charges/${charge}/refunds`, { amountMinor: 3 });
  const other = (await world.refundsOf(charge)).find((one) => one !== reference) ?? '';
  await world.host.stop();
  const done = (await compared()).length;
  await world.startAgain();
  const { differenceId } = await shown(other);
  await until(async () => (await compared()).length > done + 4);
  expect(await types(differenceId)).toEqual(['DifferenceFound']);
  expect((await rows()).filter(({ references }) => references.includes(other))).toHaveLength(1);
});
