import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { SandboxUnderTest } from '../testing/sandbox-under-test.js';
import { sandboxUnderTest, until } from '../testing/sandbox-under-test.js';

let world: SandboxUnderTest;
beforeEach(async () => {
  world = await sandboxUnderTest();
});
afterEach(() => world.stop());

const FORM = { charge: 'ch_4826', amount: '1000', 'metadata[operation_id]': 'op-1' };
const effects = async () => (await world.ledger()).effects;

describe('an idempotency key', () => {
  test('replays the first answer to the same request, word for word', async () => {
    const first = await world.refund(FORM, 'k');
    const again = await world.refund(FORM, 'k');
    expect(again.text).toBe(first.text);
    expect([first, again].map((each) => each.headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    expect(again.headers.get('original-request')).toBe(first.headers.get('request-id'));
    expect(await effects()).toHaveLength(1);
  });

  test('does not mind another order of the parameters (C12)', async () => {
    await world.refund(FORM, 'k');
    const turned = Object.fromEntries(Object.entries(FORM).reverse());
    expect((await world.refund(turned, 'k')).headers.get('idempotent-replayed')).toBe('true');
    expect(await effects()).toHaveLength(1);
  });

  test.each([
    ['amount', { ...FORM, amount: '10000' }],
    ['currency', { ...FORM, currency: 'eur' }],
    ['metadata', { ...FORM, 'metadata[operation_id]': 'op-2' }],
  ])(
    'refuses another %s with an error of its own type and changes nothing (C12, S10)',
    async (_what, form) => {
      await world.refund(FORM, 'k');
      const other = await world.refund(form, 'k');
      expect(other.status).toBe(400);
      expect(other.body).toMatchObject({ error: { type: 'idempotency_error' } });
      expect(await effects()).toMatchObject([{ amountMinor: 1000 }]);
    },
  );

  test('lets one of 20 requests at the same time run; the others replay it or get 409 (C10, C11)', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.refund(FORM, 'k')));
    const own = answers.filter((each) => each.status === 200 && !each.headers.has('idempotent-replayed'));
    expect(own).toHaveLength(1);
    expect(answers.every((each) => each.status === 200 || each.status === 409)).toBe(true);
    expect(await effects()).toHaveLength(1);
  });

  test('answers 409 while the first request is still at work, and 400 to other parameters then', async () => {
    const delay = { route: 'POST /v1/refunds', kind: 'delay', delayMs: 1_000, times: 1 };
    await world.admin('POST', '/payments/faults', delay);
    const slow = world.refund(FORM, 'k');
    await until(async () => (await world.ledger()).calls.find((call) => call.fault === 'delay'));
    const same = await world.refund(FORM, 'k');
    const other = await world.refund({ ...FORM, amount: '1' }, 'k');
    expect(same.status).toBe(409);
    expect(same.body).toMatchObject({ error: { code: 'idempotency_key_in_use' } });
    expect(other.body).toMatchObject({ error: { type: 'idempotency_error' } });
    expect((await slow).status).toBe(200);
    expect(await effects()).toHaveLength(1);
  });

  test('is remembered for 24 hours and not a millisecond longer (C15)', async () => {
    await world.refund(FORM, 'k');
    world.clock.nowMs += 24 * 3_600_000 - 1;
    expect((await world.refund(FORM, 'k')).headers.get('idempotent-replayed')).toBe('true');
    world.clock.nowMs += 1;
    expect((await world.refund(FORM, 'k')).headers.has('idempotent-replayed')).toBe(false);
    expect(await effects()).toHaveLength(2);
  });

  test('also replays a refusal by the business, whatever has changed since', async () => {
    await world.admin('PATCH', '/payments/charges/ch_4826', { disputed: true });
    const first = await world.refund(FORM, 'k');
    await world.admin('PATCH', '/payments/charges/ch_4826', { disputed: false });
    const again = await world.refund(FORM, 'k');
    expect([first.status, again.status, again.text]).toEqual([400, 400, first.text]);
  });

  test('is not used up by a request that was wrong in itself', async () => {
    expect((await world.refund({ ...FORM, amount: '1.5' }, 'k')).status).toBe(400);
    expect((await world.refund(FORM, 'k')).status).toBe(200);
  });

  test('survives a restart', async () => {
    const first = await world.refund(FORM, 'k');
    await world.restart();
    expect((await world.refund(FORM, 'k')).text).toBe(first.text);
    expect(await effects()).toHaveLength(1);
  });

  test('of more than 255 characters is refused', async () => {
    expect((await world.refund(FORM, 'k'.repeat(256))).status).toBe(400);
  });
});
