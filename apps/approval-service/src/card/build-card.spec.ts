import { evolveProposal } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import {
  ada,
  at,
  draftOf,
  grantBy,
  id,
  jonas,
  manager,
  maya,
  nine,
  priya,
  refund,
  secondManager,
  waiting,
} from '../testing/samples.js';
import { buildCard, cardHashOf } from './build-card.js';
import { wordsOf } from './card-looks.js';
import type { RecordLook } from './record-look.js';

const asProposed: RecordLook = { outcome: 'as_proposed', readAt: at(5) };
const cardFor = (person = maya, over: { state?: ReturnType<typeof waiting>; look?: RecordLook } = {}) => {
  const { state = waiting(), look = asProposed } = over;
  return buildCard({ state, words: wordsOf(state.draft.action), look, person, at: at(5) });
};

describe('a card', () => {
  it('says what will happen, to what, of which amount, and whether it can be undone', () => {
    expect(cardFor()).toMatchObject({
      proposalId: id,
      digest: draftOf(id).digest,
      kind: 'refund.create',
      stateWord: '○• Waits for a decision',
      words: { operation: 'refund', subject: 'order 4821', reversible: false },
      target: { type: 'charge', id: 'ch_4821', shown: 'ch_4821' },
      amount: { minor: '4200', currency: 'EUR', words: '42.00 EUR' },
      expiresAt: at(240),
      policy: { version: '7', reasons: [{ section: '8.2', reason: 'Above the staff limit.' }] },
      changedSince: [],
      mayDecide: { slot: 'support-manager', basis: 'approval' },
      mayReject: true,
    });
  });

  it('tells what stands on record from what is only said', () => {
    expect(cardFor().evidence.map(({ fact, mark }) => [fact, mark])).toEqual([
      ['status', '●'],
      ['unopened', '○'],
    ]);
  });

  it('carries what the digest is made of, so that a page can compute it anew', () => {
    expect(cardFor().digestContent).toMatchObject({
      tenant: 'fjordlight',
      amountMinor: 4200,
      currency: 'EUR',
    });
  });

  it('shows three decimals and none where the currency has them, digits as text', () => {
    const of = (amountMinor: number, currency: string) =>
      cardFor(maya, {
        state: waiting(draftOf(id, { action: { ...refund, money: { amountMinor, currency } } })),
      }).amount;
    expect(of(35_200, 'BHD')).toEqual({ minor: '35200', currency: 'BHD', words: '35.200 BHD' });
    expect(of(9_899, 'JPY')).toEqual({ minor: '9899', currency: 'JPY', words: '9,899 JPY' });
    const { money: _money, ...still } = refund;
    expect(cardFor(maya, { state: waiting(draftOf(id, { action: still })) }).amount).toBeNull();
  });

  it('gives evidence and arguments as people read them, with what is stored beside it', () => {
    const at = { basis: 'record', source: 'orders/4823', readAt: nine } as const;
    const money = { amountMinor: 9_899, currency: 'JPY' };
    const lines = [{ title: 'Lamp, 1.00 EUR', unitPriceMinor: 9_899 }];
    const evidence = [
      { fact: 'deliveredAt', value: '2026-11-18T09:54:22.125Z', ...at },
      { fact: 'totalMinor', value: 9_899, ...at },
      { fact: 'firstCharge', value: { amountMinor: 35_200, currency: 'BHD' }, ...at },
      { fact: 'lines', value: lines, ...at },
    ];
    const action = { ...refund, money, evidence, arguments: { amountMinor: 9_899, orderId: '4823' } };
    const card = cardFor(maya, { state: waiting(draftOf(id, { action })) });
    expect(card.evidence).toMatchObject([
      { label: 'delivered at', value: '2026-11-18T09:54:22.125Z', shown: '2026-11-18 09:54:22 UTC' },
      { fact: 'totalMinor', label: 'total', value: 9_899, shown: '9,899 JPY' },
      { label: 'first charge', shown: 'amount 35.200 BHD, currency BHD' },
      { label: 'lines', value: lines, shown: 'title "Lamp, 1.00 EUR", unit price 9,899 JPY' },
    ]);
    expect(card.arguments).toEqual([
      { name: 'amountMinor', label: 'amount', value: 9_899, shown: '9,899 JPY' },
      { name: 'orderId', label: 'order id', value: '4823', shown: '4823' },
    ]);
  });

  it('names who signed and what is still open', () => {
    const state = evolveProposal(waiting(draftOf(id), manager, secondManager), {
      type: 'ApprovalGranted',
      data: (grantBy(maya) as Extract<ReturnType<typeof grantBy>, { type: 'grant' }>).grant,
    });
    if (state.status !== 'awaiting_approval') throw new Error(state.status);
    expect(cardFor(priya, { state }).requirements).toEqual([
      {
        slot: 'support-manager',
        basis: 'approval',
        needs: 'the approval of a support manager',
        status: 'filled',
        by: { subject: 'maya', name: 'Maya Lindqvist', at: at(10) },
      },
      {
        slot: 'second-manager',
        basis: 'approval',
        needs: 'the approval of a support manager',
        status: 'open',
      },
    ]);
    expect(cardFor(maya, { state }).mayDecide).toMatchObject({ code: 'already_decided' });
    expect(cardFor(priya, { state }).mayDecide).toEqual({ slot: 'second-manager', basis: 'approval' });
  });

  it('gives the reason instead of the button to whoever may not decide, and whole otherwise', () => {
    const { mayDecide, mayReject, ...rest } = cardFor(jonas);
    const { mayDecide: _may, mayReject: _reject, ...whole } = cardFor(maya);
    expect(mayDecide).toMatchObject({ code: 'not_routed_to_you' });
    expect(mayReject).toBe(false);
    expect(rest).toEqual(whole);
  });

  it('does not let whoever started the matter approve it, yet lets them say no (C72)', () => {
    const state = waiting(draftOf(id, { startedBy: [maya.subject] }));
    const admin = { ...maya, roles: ['support_manager', 'admin'] };
    for (const person of [maya, admin]) {
      expect(cardFor(person, { state }).mayDecide).toMatchObject({ code: 'four_eyes' });
      expect(cardFor(person, { state }).mayReject).toBe(true);
    }
  });

  it('says what changed in the record, and is then not to be approved (C58)', () => {
    const look: RecordLook = {
      outcome: 'changed',
      differences: ['order 4821 is now version 4.'],
      readAt: at(5),
    };
    expect(cardFor(maya, { look })).toMatchObject({
      changedSince: ['order 4821 is now version 4.'],
      mayDecide: { code: 'stale' },
      mayReject: true,
    });
  });

  it('says that the record gave no answer, and is then not to be approved, only rejected', () => {
    expect(cardFor(maya, { look: { outcome: 'no_answer', code: 'orders_timeout' } })).toMatchObject({
      unreadable: { code: 'orders_timeout' },
      changedSince: [],
      mayDecide: { code: 'record_unreadable' },
      mayReject: true,
    });
  });

  it('shows hidden characters of every foreign text and keeps the raw one beside it (C73, S59)', () => {
    const action = {
      ...refund,
      arguments: { ...refund.arguments, note: 'pay\u202eme' },
      evidence: [
        {
          fact: 'item',
          value: 'Case\u200b \u2066x',
          basis: 'record' as const,
          source: 'orders/4821',
          readAt: nine,
        },
        {
          fact: 'said',
          value: 'أريد استرداد المبلغ, שלום',
          basis: 'stated' as const,
          source: 'message/1',
          readAt: nine,
        },
      ],
    };
    const card = cardFor(ada, { state: waiting(draftOf(id, { action })) });
    expect(card.evidence[0]).toMatchObject({ value: 'Case\u200b \u2066x', shown: 'Case[U+200B] [U+2066]x' });
    expect(card.evidence[1]).toMatchObject({ shown: 'أريد استرداد المبلغ, שלום' });
    expect(card.arguments.find(({ name }) => name === 'note')).toMatchObject({ shown: 'pay[U+202E]me' });
    expect(card.amount?.words).toBe('42.00 EUR');
  });
});

describe('the hash of a card', () => {
  it('is the same for the same card', () => {
    expect(cardHashOf(cardFor())).toBe(cardHashOf(cardFor()));
    expect(cardHashOf(cardFor())).toMatch(/^[0-9a-f]{64}$/);
  });

  it('differs when anything on it does', () => {
    const look: RecordLook = { outcome: 'changed', differences: ['x'], readAt: at(5) };
    const hashes = [
      cardFor(),
      cardFor(jonas),
      cardFor(maya, { look }),
      cardFor(maya, { state: waiting(draftOf(id), manager, secondManager) }),
    ].map(cardHashOf);
    expect(new Set(hashes).size).toBe(4);
  });
});
