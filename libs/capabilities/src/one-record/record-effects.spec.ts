import { operationIdOf, proposalId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { effectsOf, recordEffects } from './record-effects.js';
import { readsOf } from './record-reads.js';
import { connectionTo, extending, fees, trials, waiving } from './testing/two-capabilities.js';

const op = operationIdOf(proposalId('op'));

const sending = { firstSentAt: 'never', sendBefore: '2026-11-30T12:01:00Z' } as const;
const path = '/v1/late-fees/fee_31/waive';
const done = {
  ...{ kind: 'late-fee.waive', reference: 'fee_31-v4', operationId: 'op', recordId: 'fee_31' },
  ...{ amountMinor: 4_500, currency: 'EUR' },
};

describe('the one call', () => {
  it('says which record in which version, and what was approved, under the operation id', async () => {
    const system = connectionTo({ [path]: done });
    expect(await recordEffects(fees, system).execute(op, await waiving(), sending)).toMatchObject({
      class: 'succeeded',
      receipt: { reference: 'fee_31-v4', amountMinor: 4_500, currency: 'EUR', settled: 'settled' },
    });
    const [request] = system.asked;
    expect(request?.path).toBe(path);
    expect(JSON.parse(String(request?.init.body))).toEqual({
      ...{ recordVersion: 3, amountMinor: 4_500, currency: 'EUR' },
    });
    expect(request?.init.headers).toMatchObject({ 'operation-id': 'op' });
    const again = connectionTo({ [path]: done });
    await recordEffects(fees, again).execute(op, await waiving(), sending);
    expect(again.asked[0]?.init.body).toBe(request?.init.body);
  });

  it.each([
    ['another record', { recordId: 'fee_32' }],
    ['another operation', { operationId: 'op_2' }],
    ['another amount', { amountMinor: 4_501 }],
    ['no reference', { reference: '' }],
  ])('is unknown where the answer is about %s', async (_what, change) => {
    const system = connectionTo({ [path]: { ...done, ...change } });
    expect(await recordEffects(fees, system).execute(op, await waiving(), sending)).toEqual({
      ...{ class: 'unknown', code: 'receipt_differs' },
    });
  });

  it('is not made for another action, or without the version that was approved', async () => {
    const system = connectionTo({});
    const effects = recordEffects(fees, system);
    expect(await effects.execute(op, await extending(), sending)).toMatchObject({ code: 'action_unknown' });
    const unversioned = { ...(await waiving()), resourceVersions: [] };
    expect(await effects.execute(op, unversioned, sending)).toMatchObject({ code: 'version_missing' });
    expect(system.asked).toEqual([]);
  });
});

describe('what it needs from outside', () => {
  it('is a key that reads, to draft with as well, and one that writes where nothing is drafted', () => {
    expect(readsOf(trials).needs).toEqual({
      records: { system: 'trials', purpose: 'read', drafting: true },
    });
    expect(effectsOf(fees).needs).toEqual({
      records: { system: 'billing', purpose: 'write', drafting: false },
    });
  });
});
