import { operationIdOf, proposalId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import type { Judging, Unknowing } from '../judging.js';
import { capabilityOf } from './capability-of.js';
import {
  ask,
  extending,
  feeRecord,
  fees,
  forWhom,
  longAgo,
  readsOfFees,
  readsOfTrials,
  trialRecord,
  trials,
  waiving,
} from './testing/two-capabilities.js';

const path = '/v1/late-fees/fee_31';
const waive = ask('late-fee.waive', { lateFeeId: 'fee_31' });
const judging = { holds: new Map(), limits: {}, askedAt: longAgo } as Judging;
const absent = (code: string) => ({ error: { code } });

describe('an action on one record', () => {
  it('is what the record says, with the version it was read at', async () => {
    expect(await waiving()).toMatchObject({
      ...{ kind: 'late-fee.waive', target: { type: 'late-fee', id: 'fee_31' } },
      ...{ arguments: { lateFeeId: 'fee_31' }, money: { amountMinor: 4_500, currency: 'EUR' } },
      resourceVersions: [{ resource: 'billing/late-fees/fee_31', version: '3' }],
    });
    expect((await extending()).arguments).toEqual({ trialId: 'tr-7', days: 14 });
    expect((await extending()).money).toBeUndefined();
  });

  it.each([
    [
      'a stated amount that is not the record’s',
      { money: { amountMinor: 1, currency: 'EUR' } },
      'amountMinor',
    ],
    ['an argument that nobody asked for', { arguments: { lateFeeId: 'fee_31', x: 1 } }, 'arguments.x'],
    ['no record at all', { arguments: {} }, 'arguments.lateFeeId'],
  ])('is refused for %s, by the field', async (_what, change, field) => {
    const answer = await readsOfFees({ [path]: feeRecord }).complete({ ...waive, ...change }, forWhom);
    expect(answer).toMatchObject({ outcome: 'refused', faults: [{ field }] });
  });

  it('is refused in the same words for somebody else’s record, another tenant’s and one that is not there', async () => {
    const answers = [
      { ...feeRecord, customerId: 'ben' },
      { ...feeRecord, tenant: 'otherco' },
      absent('late_fee_not_found'),
    ];
    for (const answer of answers)
      expect(await readsOfFees({ [path]: answer }).complete(waive, forWhom)).toEqual({
        outcome: 'refused',
        faults: [{ field: 'arguments.lateFeeId', reason: 'this customer has no such late fee' }],
      });
  });

  it('is not drafted on half a record, or on an absence that the system does not state itself', async () => {
    for (const answer of [{ ...feeRecord, amountMinor: '45.00' }, absent('page_not_found')])
      expect(await readsOfFees({ [path]: answer }).complete(waive, forWhom)).toMatchObject({
        outcome: 'no_answer',
        code: 'billing_wrong_body',
      });
  });

  it('is shown as it was drafted, and plainly where another release drafted it', async () => {
    const { card } = capabilityOf(fees);
    expect(card(await waiving())).toMatchObject({
      subject: 'late fee fee_31',
      sentence: 'Waive 45.00 EUR of inv_88.',
    });
    expect(card({ ...(await waiving()), evidence: [] }).sentence).toBe('waive 45.00 EUR late fee fee_31.');
    expect(capabilityOf(trials).card(await extending()).consequences).toEqual(['14 days more.']);
  });
});

describe('what is judged of a record', () => {
  it('are the facts that are named, and every one is unknown where it could not be read', async () => {
    const reads = readsOfFees({});
    const subject = reads.policySubject(await waiving(), feeRecord, judging);
    expect(subject).toMatchObject({
      resource: { type: 'LateFee', id: 'fee_31', customerId: 'ada' },
      facts: { isOpen: true, invoice: 'inv_88' },
    });
    const unknown = reads.unknownSubject(await waiving(), forWhom, { why: 'gone' } as Unknowing);
    expect(unknown.facts).toEqual({ isOpen: 'unknown', invoice: 'unknown' });
    expect(unknown.resource.customerId).toBe('');
  });

  it('has moved when its version has, and is gone when the system says so', async () => {
    const reads = readsOfFees({ [path]: absent('late_fee_not_found') });
    const action = await waiving();
    expect(reads.differences(action, feeRecord)).toEqual([]);
    expect(reads.differences(action, { ...feeRecord, version: 4 })).toEqual([
      'late fee fee_31 is now version 4, not 3.',
    ]);
    expect(await reads.situation(action, forWhom)).toMatchObject({ outcome: 'gone' });
    expect(await readsOfFees({}).situation(action, forWhom)).toMatchObject({ outcome: 'no_answer' });
  });
});

describe('what became of an operation on a record', () => {
  const kept = { kind: 'trial.extend', reference: 'tr-7-v2', recordId: 'tr-7', days: 14 };
  const found = async (operation: object, lastSentAt = longAgo) =>
    readsOfTrials({ '/v1/operations/op': operation }).findOutcome(
      operationIdOf(proposalId('op')),
      await extending(),
      lastSentAt,
    );

  it('happened where the system holds exactly what was approved', async () => {
    expect(await found(kept)).toMatchObject({
      outcome: 'happened',
      evidence: { found: [{ reference: 'tr-7-v2' }] },
    });
  });

  it.each([
    ['another record', { recordId: 'tr-8' }],
    ['another argument', { days: 30 }],
    ['another action', { kind: 'trial.end' }],
  ])('contradicts where it holds %s', async (_what, change) => {
    expect(await found({ ...kept, ...change })).toMatchObject({ outcome: 'contradicts' });
  });

  it('is absent only where the system never took it, asked late enough', async () => {
    const never = absent('operation_not_found');
    expect(await found(never)).toMatchObject({ outcome: 'absent', evidence: { found: [] } });
    expect(await found(never, '2026-11-30T11:59:59Z')).toMatchObject({
      outcome: 'no_answer',
      code: 'too_early',
    });
  });
});

describe('the one tool', () => {
  it('lists the customer’s own records, whatever the system mixes in', async () => {
    const own = '/v1/customers/fjordlight/ada/trials';
    const others = [
      { ...trialRecord, id: 'tr-8', customerId: 'ben' },
      { ...trialRecord, id: 'tr-9', tenant: 'otherco' },
    ];
    const reads = readsOfTrials({ [own]: { records: [trialRecord, ...others] } });
    expect(await reads.callTool('list_trials', {}, forWhom)).toMatchObject({
      ...{ outcome: 'answered', provenance: [{ source: 'trials' }] },
      result: [{ id: 'tr-7', status: 'open', version: 1, endsAt: '2026-12-01T00:00:00Z', paying: false }],
    });
    const none = readsOfTrials({ [own]: { records: others } });
    expect(await none.callTool('list_trials', {}, forWhom)).toMatchObject({ outcome: 'not_found' });
    expect(await reads.callTool('delete_trials', {}, forWhom)).toMatchObject({ code: 'unknown_tool' });
  });
});
