import { type Action, operationIdOf, proposalId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { besideSandbox } from '../testing/beside-sandbox.js';
import { effects } from './effects.js';
import { reads } from './reads.js';

const op = (name: string) => operationIdOf(proposalId(name));

const { admin, effectsIn, to } = besideSandbox();
const post = 'POST /v1/credits';

const faulty = (fault: object) => admin('POST', '/billing/faults', { route: post, times: 1, ...fault });
const applied = () => effectsIn('billing');

function sidesWith(timeoutMs = 2_000) {
  const at = (system: 'support' | 'billing', purpose: 'read' | 'write') => to(system, purpose, timeoutMs);
  return {
    write: effects.open({ support: at('support', 'write'), billing: at('billing', 'write') }),
    read: reads.open(
      { support: at('support', 'read'), billing: at('billing', 'read') },
      { settleWindowMs: 0 },
    ),
  };
}

const action = (change: Partial<Action> = {}): Action => ({
  kind: 'service-credit.create',
  target: { type: 'account', id: 'acct_7719' },
  arguments: { caseId: '118' },
  money: { amountMinor: 120_000, currency: 'USD' },
  evidence: [],
  resourceVersions: [{ resource: 'billing/invoices/inv_3107', version: '1' }],
  ...change,
});

const sending = () =>
  ({ firstSentAt: 'never', sendBefore: new Date(Date.now() + 3_600_000).toISOString() }) as const;
const send = (of = action(), operation = 'op-1', timeoutMs?: number) =>
  sidesWith(timeoutMs).write.execute(op(operation), of, sending());
const find = (of = action(), operation = 'op-1') =>
  sidesWith().read.findOutcome(op(operation), of, new Date(Date.now() - 1_000).toISOString());

describe('a credit', () => {
  it('is given once an operation, with the same answer to a repeat', async () => {
    const first = await send();
    expect(first).toMatchObject({
      class: 'succeeded',
      receipt: { amountMinor: 120_000, settled: 'settled' },
    });
    expect(await send()).toEqual(first);
    expect(await applied()).toHaveLength(1);
    expect(await find()).toMatchObject({ outcome: 'happened', evidence: { complete: true } });
  });

  it('is refused when its operation was another one, and nothing is given', async () => {
    await send();
    const other = action({ money: { amountMinor: 60_000, currency: 'USD' } });
    expect(await send(other)).toMatchObject({ class: 'rejected', code: 'idempotency_parameters_differ' });
    expect(await find(other)).toMatchObject({ outcome: 'contradicts' });
    expect(await applied()).toHaveLength(1);
  });

  it('S22: is refused by billing when the invoice was corrected', async () => {
    await admin('PATCH', '/billing/invoices/inv_3107', { totalMinor: 440_000 });
    expect(await send()).toMatchObject({ class: 'rejected', code: 'invoice_changed' });
    expect(await applied()).toEqual([]);
  });

  it('is taken back whole and once, and did happen all the same', async () => {
    const given = await send();
    const creditId = given.class === 'succeeded' ? given.receipt.reference : '';
    const undo = action({ kind: 'service-credit.reverse', arguments: { caseId: '118', creditId } });
    expect(await send(undo, 'op-2')).toMatchObject({
      class: 'succeeded',
      receipt: { details: { kind: 'reversal' } },
    });
    expect(await send(undo, 'op-3')).toMatchObject({ class: 'rejected', code: 'credit_already_reversed' });
    expect(await find()).toMatchObject({ outcome: 'happened' });
    expect(await find(undo, 'op-2')).toMatchObject({ outcome: 'happened' });
  });
});

describe('what comes of a call that goes wrong', () => {
  it.each([
    ['response_lost', 'unknown', 'connection_lost', 1],
    ['request_lost', 'unknown', 'connection_lost', 0],
    ['status_500', 'unknown', 'server_error', 0],
    ['status_503', 'transient', 'unavailable', 0],
    ['status_429', 'transient', 'rate_limited', 0],
    ['wrong_body', 'unknown', 'wrong_body', 1],
  ] as const)('%s: %s (%s), and %i applied', async (kind, outcome, code, count) => {
    await faulty({ kind });
    expect(await send()).toMatchObject({ class: outcome, code });
    expect(await applied()).toHaveLength(count);
    expect((await find()).outcome).toBe(count === 1 ? 'happened' : 'absent');
  });

  it('a refused connection was surely not applied, and a look that gets no answer is not absence', async () => {
    await admin('POST', '/billing/faults', { kind: 'down' });
    expect(await send()).toMatchObject({ class: 'transient', code: 'unreachable' });
    expect(await find()).toMatchObject({ outcome: 'no_answer', code: 'unreachable' });
    await admin('DELETE', '/billing/faults');
    expect(await find()).toMatchObject({
      outcome: 'absent',
      evidence: { absence: { basis: 'lookup_by_operation' } },
    });
  });

  it('an absence is not believed while the request may still arrive', async () => {
    const [billing, support] = [to('billing', 'read'), to('support', 'read')];
    const early = reads.open({ billing, support }, { settleWindowMs: 60_000 });
    expect(await early.findOutcome(op('op-9'), action(), new Date().toISOString())).toMatchObject({
      outcome: 'no_answer',
      code: 'too_early',
    });
  });

  it('nothing leaves after the time to send is over', async () => {
    const late = { firstSentAt: 'never', sendBefore: new Date(Date.now() - 1).toISOString() } as const;
    expect(await sidesWith().write.execute(op('op-1'), action(), late)).toMatchObject({
      code: 'send_window_over',
    });
    expect(await applied()).toEqual([]);
  });
});
