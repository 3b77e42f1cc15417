import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RecoveryWorld, until } from './testing/recovery-world.js';
import { refundedIn } from './testing/refunded.js';

let world: RecoveryWorld;
beforeAll(async () => {
  // The schedule sleeps: what is found here is found because a person asked.
  world = await RecoveryWorld.open({
    ...{ COMPARE_BAND_MS: '1000', COMPARE_SETTLE_MS: '1000', COMPARE_EVERY_MS: '3600000' },
    COMPARE_DIFFERENCES_MAX: '2',
  });
});
afterAll(() => world.close());

it('a window that a person asked for is compared again by itself until every difference has its item', async () => {
  const { charge } = await refundedIn(world);
  for (let n = 0; n < 5; n += 1) {
    await world.admin('POST', `/payments/charges/${charge}/refunds`, { amountMinor: 1 });
  }
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const to = new Date(Date.now() + 1_000).toISOString();
  const asked = { target: 'payments', from, to };
  const seen = async () =>
    (await world.call('sam', 'POST', '/comparisons', { ...asked, dryRun: true })).body['counts'];
  await until(async () => ((await seen()) as { differences: number }).differences === 5);
  expect((await world.call('sam', 'POST', '/comparisons', asked)).body).toMatchObject({
    counts: { differences: 5, notRecorded: 3 },
    notShown: 3,
  });
  const rows = async () => (await world.call('sam', 'GET', '/recovery')).body['differences'] as unknown[];
  await until(async () => (await rows()).length === 5);
  const windows = async () =>
    (await world.stream('comparison-payments'))
      .filter(({ type }) => type === 'LedgerCompared')
      .map(({ data }) => data);
  await until(async () => (await windows()).length === 3);
  const compared = await windows();
  expect(compared.map(({ askedBy }) => askedBy)).toEqual(['person', 'person', 'person']);
  expect(compared.at(-1)).toMatchObject({ counts: { differences: 5, notRecorded: 0 } });
});
