import { type Action, operationIdOf, proposalId, tenantId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { besideSandbox } from '../testing/beside-sandbox.js';
import { effects } from './effects.js';
import { reads } from './reads.js';

const op = (name: string) => operationIdOf(proposalId(name));

const { admin, effectsIn, to } = besideSandbox();
const faulty = (route: string, kind: string, times = 1) =>
  admin('POST', '/crm/faults', { route, kind, times });
const sent = () => effectsIn('crm');

const at = (purpose: 'read' | 'write') => to('crm', purpose);

const words = { channel: 'email', subject: 'Our offer', body: 'Hello Dana' };
const action = (change: object = {}): Action => ({
  ...{ kind: 'follow-up.send', target: { type: 'opportunity', id: '7' }, evidence: [] },
  arguments: {
    ...{ opportunityId: '7', contactId: 'ct_dana', recipient: 'dana@northwind.example', after: 'none' },
    ...{ ...words, ...change },
  },
  resourceVersions: [{ resource: 'crm/opportunities/7', version: '1' }],
});

const sending = () =>
  ({ firstSentAt: 'never', sendBefore: new Date(Date.now() + 3_600_000).toISOString() }) as const;
const send = (of = action(), operation = 'op-1') =>
  effects.open({ crm: at('write') }).execute(op(operation), of, sending());
const find = (of = action(), operation = 'op-1', settleWindowMs = 0) =>
  reads
    .open({ crm: at('read') }, { settleWindowMs })
    .findOutcome(op(operation), of, new Date(Date.now() - 1_000).toISOString());

describe('a message', () => {
  it('is sent once an operation, with the same answer to a repeat', async () => {
    const first = await send();
    expect(first).toMatchObject({ class: 'succeeded', receipt: { settled: 'pending' } });
    expect(await send()).toEqual(first);
    expect(await sent()).toMatchObject([{ recipient: 'dana@northwind.example', body: 'Hello Dana' }]);
  });

  it('of one character more under the same operation is refused, and what was sent contradicts it', async () => {
    await send();
    const other = action({ body: 'Hello Dana!' });
    expect(await send(other)).toMatchObject({ class: 'rejected', code: 'idempotency_parameters_differ' });
    expect(await find(other)).toMatchObject({ outcome: 'contradicts' });
    expect(await sent()).toHaveLength(1);
  });

  it.each<[string, string, object]>([
    ['contact_opted_out', '/crm/contacts/ct_dana', { doNotContact: true }],
    ['recipient_changed', '/crm/contacts/ct_dana', { email: 'dana@new.example' }],
    ['opportunity_closed', '/crm/opportunities/7', { status: 'won' }],
    ['opportunity_changed', '/crm/opportunities/7', { stage: 'offer_sent' }],
  ])('is refused by the CRM itself: %s', async (code, record, change) => {
    await admin('PATCH', record, change);
    expect(await send()).toMatchObject({ class: 'rejected', code });
    expect(await sent()).toEqual([]);
  });
});

describe('S40: what became of one', () => {
  it.each([
    ['queued', 'happened', 'pending'],
    ['sent', 'happened', 'pending'],
    ['delivered', 'happened', 'settled'],
    ['bounced', 'undone', 'failed'],
  ] as const)('%s by its delivery record: %s, %s', async (status, outcome, settled) => {
    const result = await send();
    const reference = result.class === 'succeeded' ? result.receipt.reference : '';
    await admin('PATCH', `/crm/messages/${reference}`, { status });
    expect(await find()).toMatchObject({
      outcome,
      evidence: { complete: true, found: [{ reference, settled, details: { status } }] },
    });
  });

  it('nobody knows while the delivery record does not answer, though the message is there', async () => {
    await send();
    await faulty('GET /v1/deliveries/:operation', 'wrong_body', 3);
    expect(await find()).toMatchObject({ outcome: 'no_answer', code: 'wrong_body' });
  });

  it('nobody knows while the request may still arrive; then its absence says why it may be believed', async () => {
    expect(await find(action(), 'op-9', 60_000)).toMatchObject({ outcome: 'no_answer', code: 'too_early' });
    expect(await find(action(), 'op-9')).toMatchObject({
      outcome: 'absent',
      evidence: { found: [], absence: { basis: 'lookup_by_operation' } },
    });
  });

  it.each([
    ['response_lost', 'unknown', 1],
    ['request_lost', 'unknown', 0],
    ['status_500', 'unknown', 0],
    ['status_503', 'transient', 0],
    ['status_429', 'transient', 0],
    ['wrong_body', 'unknown', 1],
  ] as const)('%s is %s, and %i went out', async (kind, outcome, count) => {
    await faulty('POST /v1/messages', kind);
    expect(await send()).toMatchObject({ class: outcome });
    expect(await sent()).toHaveLength(count);
    expect((await find()).outcome).toBe(count === 1 ? 'happened' : 'absent');
  });
});

describe('the CRM’s ledger', () => {
  const list = () => {
    const side = reads.open({ crm: at('read') }, {});
    const window = {
      tenant: tenantId('fjordlight'),
      from: '2000-01-01T00:00:00Z',
      to: '2100-01-01T00:00:00Z',
    };
    return side.ledgers?.['crm']?.(window);
  };

  it('lists what was sent, by whom it was asked for and to which opportunity, and says of one that it came back', async () => {
    const result = await send();
    const reference = result.class === 'succeeded' ? result.receipt.reference : '';
    const target = { type: 'opportunity', id: '7' };
    const effect = { reference, operationId: 'op-1', target };
    expect(await list()).toMatchObject({
      ...{ outcome: 'listed', next: 'end', unreadable: [], effects: [{ ...effect, standing: 'settled' }] },
    });
    await admin('PATCH', `/crm/messages/${reference}`, { status: 'bounced' });
    expect(await list()).toMatchObject({ effects: [{ ...effect, standing: 'undone' }] });
  });
});
