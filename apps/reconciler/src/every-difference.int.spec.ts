import { createHmac } from 'node:crypto';
import { PostgresEventStore } from '@countersign/event-store';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { allowed, started, succeeded } from './testing/proposal-events.js';
import { RecoveryWorld, until } from './testing/recovery-world.js';
import { refundedIn } from './testing/refunded.js';

const secret = 'whsec_of_fjordlight_in_tests';
const settings = {
  ...{ COMPARE_BAND_MS: '1000', COMPARE_SETTLE_MS: '1000', COMPARE_EVERY_MS: '300' },
  ...{ COMPARE_AGAIN_AFTER_MS: '4000,90000', COMPARE_DIFFERENCES_MAX: '2', COMPARE_FAILURES_MAX: '2' },
  LATE_LOOK_DELAYS_MS: '3600000',
  PAYMENTS_WEBHOOK_SECRETS: JSON.stringify({ fjordlight: secret }),
};

let world: RecoveryWorld;
beforeAll(async () => {
  world = await RecoveryWorld.open(settings);
  await world.admin('PATCH', '/identity/people/fjordlight/priya', { roles: ['support_manager', 'operator'] });
  await refunded();
});
beforeEach(() => world.admin('DELETE', '/payments/faults'));
afterAll(() => world.close());

interface Row {
  readonly differenceId: string;
  readonly kind: string;
  readonly references: readonly string[];
  readonly sentence: string;
}

const queue = async () => (await world.call('sam', 'GET', '/recovery')).body;
const rows = async () => (await queue())['differences'] as Row[];
const rowsOf = async (references: readonly string[]) =>
  (await rows()).filter((row) => row.references.some((one) => references.includes(one)));
const types = async (id: string) => (await world.stream(`difference-${id}`)).map(({ type }) => type);
const compared = async (type = 'LedgerCompared') =>
  (await world.stream('comparison-payments')).filter((event) => event.type === type);
const counts = async () => (await compared()).map(({ data }) => data['counts'] as Record<string, number>);

const refunded = () => refundedIn(world);

/** Refunds made in the dashboard, all at once, so that they lie in one window. */
async function elsewhere(charge: string, how: number): Promise<readonly string[]> {
  const before = await world.refundsOf(charge);
  for (let n = 0; n < how; n += 1) {
    await world.admin('POST', `/payments/charges/${charge}/refunds`, { amountMinor: 1 });
  }
  return (await world.refundsOf(charge)).filter((reference) => !before.includes(reference));
}

async function settle(row: Row): Promise<void> {
  const path = `/recovery/differences/${row.differenceId}/settlements`;
  const proposed = await world.call('sam', 'POST', path, { evidence: 'ticket 1', reason: 'Meant.' });
  const { settlementId } = (proposed.body['item'] as { settlement: { settlementId: string } }).settlement;
  expect(await world.call('priya', 'POST', `${path}/signature`, { settlementId })).toMatchObject({
    status: 200,
  });
}

/** Until a window that ends after now was compared. */
async function comparedPast(): Promise<void> {
  const nowMs = Date.now();
  await until(async () =>
    (await compared()).some(({ data }) => Date.parse((data['window'] as { to: string }).to) > nowMs),
  );
}

describe('more differences than one comparison records', () => {
  it('each get an item, turn by turn, and what was settled takes no place of another', async () => {
    const { charge } = await refunded();
    const first = await elsewhere(charge, 5);
    await until(async () => (await rowsOf(first)).length === 5);
    for (const row of await rowsOf(first)) await settle(row);
    await until(async () => (await rowsOf(first)).length === 0);
    // The window of the first five is compared again at its later age: they are settled, and stay so.
    const more = await elsewhere(charge, 3);
    await until(async () => (await rowsOf(more)).length === 3);
    for (const row of await rowsOf(more)) expect(await types(row.differenceId)).toEqual(['DifferenceFound']);
    expect((await counts()).some(({ notRecorded = 0 }) => notRecorded > 0)).toBe(true);
    const asked = { target: 'payments', from: anHourAgo(), to: '2036-01-01T00:00:00Z', dryRun: true };
    await comparedPast();
    const { body } = await world.call('sam', 'POST', '/comparisons', asked);
    expect(body).toMatchObject({ counts: { differences: 8, settled: 5 }, notShown: 1 });
    expect(body['differences']).toHaveLength(2);
  });

  it('are listed to the end a page at a time, and by system and kind', async () => {
    const page = async (query: string) =>
      (await world.call('sam', 'GET', `/recovery/differences${query}`)).body;
    const open = (await rows()).map(({ differenceId }) => differenceId).sort();
    const all = await page('?system=payments&kind=effect_without_proposal');
    expect((all['differences'] as Row[]).map(({ differenceId }) => differenceId).sort()).toEqual(open);
    expect(all['next']).toBe('end');
    expect((await page('?system=billing'))['differences']).toEqual([]);
    const made = await world.call('sam', 'GET', '/recovery/differences?after=made-up');
    expect(made).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  it('go on after a restart with those that have no item yet', async () => {
    const { charge } = await refunded();
    await world.host.stop();
    const found = await elsewhere(charge, 7);
    await world.startAgain();
    await until(async () => (await rowsOf(found)).length > 0);
    await world.host.stop();
    await world.startAgain();
    await until(async () => (await rowsOf(found)).length === 7);
    for (const row of await rowsOf(found)) expect(await types(row.differenceId)).toEqual(['DifferenceFound']);
  });
});

describe('a record of the ledger that cannot be read', () => {
  it('is a difference of its own; the rest is compared, and nothing is called missing beside it', async () => {
    // While nobody compares, so that all of it lies in one window.
    await world.host.stop();
    const { id: own, charge } = await world.sent();
    await world.append(own, ...allowed(own, charge), started(own, 1, new Date().toISOString()));
    const reference = await world.refund(own, charge);
    await world.admin('PATCH', `/payments/refunds/${reference}`, { word: 'under_bank_review' });
    const gone = await completedElsewhere(new Date().toISOString());
    const [other = ''] = await elsewhere(charge, 1);
    await world.startAgain();
    await until(async () => (await rowsOf([reference, other])).length === 2);
    const [row] = await rowsOf([reference]);
    expect(row).toMatchObject({ kind: 'unreadable', sentence: expect.stringContaining(reference) });
    const id = row?.differenceId ?? '';
    expect((await world.call('sam', 'GET', `/recovery/differences/${id}`)).body).toMatchObject({
      unreadable: { reference, field: 'status', reason: expect.stringContaining('under_bank_review') },
      effects: [],
      steps: [{ step: 'compare_again', allowed: true }, { step: 'settle', allowed: true }, {}],
    });
    await comparedPast();
    expect((await rows()).filter(({ kind }) => kind === 'effect_missing')).toEqual([]);
    // Their client learns the word, or they take it back: then both are told apart again.
    await world.admin('PATCH', `/payments/refunds/${reference}`, { status: 'succeeded' });
    await until(async () => (await rows()).some(({ kind }) => kind === 'effect_missing'));
    await until(async () => (await types(id)).at(-1) === 'DifferenceSettled');
    expect((await rows()).find(({ kind }) => kind === 'effect_missing')).toMatchObject({ proposalId: gone });
  });
});

describe('a ledger that cannot be read again and again', () => {
  it('is one item that says since when, and is gone with the first window that is read', async () => {
    const ledgers = async () => (await queue())['ledgers'] as { failures: number; code: string }[];
    expect(await ledgers()).toEqual([]);
    await world.admin('POST', '/payments/faults', { route: 'GET /v1/refunds', kind: 'status_500' });
    await until(async () => (await ledgers()).length === 1);
    const [first] = await ledgers();
    await until(async () => ((await ledgers())[0]?.failures ?? 0) > (first?.failures ?? 0));
    expect(await ledgers()).toMatchObject([
      {
        ...{ system: 'payments', state: 'stuck', code: 'server_error' },
        sentence: expect.stringContaining('could not be compared'),
        steps: [{ step: 'mend_access' }, { step: 'compare_now' }],
      },
    ]);
    expect((await world.call('sam', 'GET', '/comparisons')).body).toMatchObject([{ state: 'stuck' }]);
    await world.admin('DELETE', '/payments/faults');
    await until(async () => (await ledgers()).length === 0);
    expect((await world.call('sam', 'GET', '/comparisons')).body).toMatchObject([{ state: 'fine' }]);
  });
});

describe('what a target says of something that no proposal stands for', () => {
  const say = async (id: string, reference: string, charge: string) => {
    const object = {
      ...{ id: reference, object: 'refund', amount: 700, currency: 'eur', status: 'failed', charge },
      ...{ created: Math.floor(Date.now() / 1000), metadata: {} },
    };
    const created = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({ id, object: 'event', type: 'refund.failed', created, data: { object } });
    const signature = createHmac('sha256', secret).update(`${created}.${body}`).digest('hex');
    const answer = await fetch(`${world.host.urlOf('reconciler')}/v1/webhooks/payments/fjordlight`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${created},v1=${signature}` },
      body,
    });
    return [answer.status, await answer.json()];
  };

  it('is an item with what was said, once, and is settled by a person for good', async () => {
    for (let times = 0; times < 2; times += 1) {
      expect(await say('evt_stranger', 're_stranger', 'ch_stranger')).toEqual([202, { outcome: 'kept' }]);
    }
    await until(async () => (await rowsOf(['re_stranger'])).length === 1);
    const [row] = await rowsOf(['re_stranger']);
    const id = row?.differenceId ?? '';
    expect(row).toMatchObject({ kind: 'report_unplaced', sentence: expect.stringContaining('ch_stranger') });
    expect((await world.call('sam', 'GET', `/recovery/differences/${id}`)).body).toMatchObject({
      report: { reportId: 'evt_stranger', says: 'effect_failed', target: 'ch_stranger' },
      steps: [{ step: 'compare_again' }, { step: 'settle', allowed: true, secondPerson: false }, {}],
    });
    await comparedPast();
    expect(await types(id)).toEqual(['DifferenceFound']);
    const asked = { target: 'payments', from: anHourAgo(), to: '2036-01-01T00:00:00Z', dryRun: true };
    expect((await world.call('sam', 'POST', '/comparisons', asked)).body['reports']).toMatchObject([
      { differenceId: id, kind: 'report_unplaced' },
    ]);
    const said = { evidence: 'their dashboard', reason: 'Of the old shop.' };
    const path = `/recovery/differences/${id}/settlements`;
    expect(await world.call('sam', 'POST', path, said)).toMatchObject({ status: 200 });
    expect(await say('evt_stranger', 're_stranger', 'ch_stranger')).toEqual([202, { outcome: 'kept' }]);
    await comparedPast();
    expect(await types(id)).toEqual(['DifferenceFound', 'DifferenceSettled']);
  });

  it('that was kept before it became an item becomes one when its time is compared; systems are told apart', async () => {
    const store = new PostgresEventStore({ url: world.database.urls.countersign_reconciler });
    const insert = (system: string) =>
      store.query(
        'keep',
        `insert into countersign.unplaced_reports (tenant, report_id, system, says, reference, target, code, said_at)
         values ('fjordlight', 'evt_old', $1, 'effect_failed', 're_old', 'ch_old', 'failed', countersign.now())`,
        [system],
      );
    await insert('other');
    await insert('payments');
    await store.close();
    await until(async () => (await rowsOf(['re_old'])).length === 1);
  });
});

const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

/** A proposal that our record calls completed, of which payments hold nothing. */
async function completedElsewhere(sent: string): Promise<string> {
  const { id, charge } = await world.sent();
  await world.append(id, ...allowed(id, charge), started(id, 1, sent), succeeded());
  const receipt = { reference: 're_gone', settled: 'settled', details: {} } as const;
  const money = { amountMinor: 7_900, currency: 'EUR' };
  const evidence = { source: 's', asked: 'a', readAt: sent, complete: true, found: [], why: 'w' };
  const found = [{ ...receipt, ...money }];
  await world.append(id, {
    type: 'ProposalCompleted',
    data: { receipt: { ...receipt, ...money }, evidence: { ...evidence, found }, at: sent },
  });
  return id;
}
