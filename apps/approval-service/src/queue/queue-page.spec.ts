import { evolveProposal, type Person } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { wordsOf } from '../card/card-looks.js';
import {
  ada,
  at,
  ben,
  consent,
  type Draft,
  draftOf,
  jonas,
  manager,
  maya,
  nine,
  priya,
  refund,
  verdictOf,
  waiting,
} from '../testing/samples.js';
import { readCursor } from './queue-cursor.js';
import { type QueueQuestion, queuePage } from './queue-page.js';
import { rankOf, type Waiting } from './ranking.js';

const reversible = (action: Parameters<typeof wordsOf>[0]) => ({ ...wordsOf(action), reversible: true });
const idOf = (n: number) => `5d0d7c0e-2a51-5b6e-9d0d-${String(n).padStart(12, '0')}`;
const one = (n: number, over: Partial<Draft> = {}, money = refund.money) =>
  waiting(draftOf(idOf(n), { action: { ...refund, ...(money && { money }) }, ...over }), manager);
const page = (states: readonly Waiting[], over: Partial<QueueQuestion> = {}) =>
  queuePage(states, wordsOf, { person: maya, scope: 'mine', limit: 50, at: at(5), ...over });
const ids = (states: readonly Waiting[], over: Partial<QueueQuestion> = {}) =>
  page(states, over).rows.map(({ proposalId }) => Number(proposalId.slice(-12)));

describe('the rank of what waits', () => {
  const groupAt = (state: Waiting, minutes: number, words = wordsOf) =>
    rankOf(state, words(state.draft.action), { atMs: Date.parse(at(minutes)), person: maya }).rankGroup;

  it('is urgent from half an hour before the deadline on', () => {
    expect(groupAt(one(1), 209)).toBe('hard_to_undo');
    expect(groupAt(one(1), 210)).toBe('needs_you_now');
    expect(groupAt(one(1), 239)).toBe('needs_you_now');
  });

  it('puts hidden characters before what cannot be undone', () => {
    const hidden = one(1, { action: { ...refund, arguments: { ...refund.arguments, note: 'a\u202eb' } } });
    expect(groupAt(hidden, 5)).toBe('does_not_match');
  });

  it('puts what cannot be undone before what is above the limit, and that before the rest', () => {
    const consented = waiting(draftOf(idOf(1)), consent);
    expect(groupAt(one(1), 5)).toBe('hard_to_undo');
    expect(groupAt(one(1), 5, reversible)).toBe('above_the_limit');
    expect(groupAt(consented, 5, reversible)).toBe('nothing_unusual');
  });

  it('puts first what was passed on to whoever looks, and only for them (S23)', () => {
    const passed = passedOn(one(1), { to: priya.subject, from: maya.subject });
    const rankFor = (person: Person) =>
      rankOf(passed, wordsOf(passed.draft.action), { atMs: Date.parse(at(125)), person });
    expect(rankFor(priya)).toMatchObject({
      rankGroup: 'needs_you_now',
      rankReasons: [
        {
          group: 'needs_you_now',
          words:
            'Passed on to you at 2026-11-29 11:00:00 UTC: nobody answered in time. Whoever was asked before can still decide.',
        },
        { group: 'hard_to_undo' },
        { group: 'above_the_limit' },
      ],
    });
    expect([maya, jonas, ada].map((person) => rankFor(person).rankGroup)).toEqual(
      Array(3).fill('hard_to_undo'),
    );
  });

  it('is passed on to everybody of a role when nobody is named, and to nobody without it', () => {
    const passed = passedOn(one(1), { from: maya.subject });
    const groups = [priya, jonas].map(
      (person) =>
        rankOf(passed, wordsOf(passed.draft.action), { atMs: Date.parse(at(125)), person }).rankGroup,
    );
    expect(groups).toEqual(['needs_you_now', 'hard_to_undo']);
  });

  it('gives every reason in words', () => {
    const state = one(1, {}, { amountMinor: 24_000, currency: 'EUR' });
    const { rankReasons } = rankOf(state, wordsOf(state.draft.action), {
      atMs: Date.parse(at(222)),
      person: maya,
    });
    expect(rankReasons.map(({ words }) => words)).toEqual([
      '18 min left.',
      'A refund cannot be taken back; the customer would have to pay again.',
      '1.2 × the limit of 200.00 EUR.',
    ]);
  });
});

describe('a page of the queue', () => {
  it('orders by times the limit of a currency, never by the raw amount across currencies (C16)', () => {
    const yen = waitingIn('JPY', 40_000, 30_000, 1);
    const euro = waitingIn('EUR', 30_000, 20_000, 2);
    expect(ids([yen, euro])).toEqual([2, 1]);
  });

  it('shows by default what this person may decide, and all of the tenant to staff who ask', () => {
    const states = [one(1), one(2, { startedBy: [maya.subject] }), waiting(draftOf(idOf(3)), consent)];
    expect(ids(states)).toEqual([1]);
    expect(ids(states, { scope: 'all' }).sort()).toEqual([1, 2, 3]);
    expect(ids(states, { person: jonas })).toEqual([]);
    expect(ids(states, { person: ada })).toEqual([3]);
  });

  it("never shows a customer what is another's, whatever the scope", () => {
    expect(ids([one(1), waiting(draftOf(idOf(3)), consent)], { person: ben, scope: 'all' })).toEqual([]);
  });

  it('filters by kind, currency and words, and by the beginning of an id', () => {
    const states = [one(1), one(2, {}, { amountMinor: 9_899, currency: 'JPY' })];
    expect(ids(states, { currency: 'JPY' })).toEqual([2]);
    expect(ids(states, { kind: 'credit.create' })).toEqual([]);
    expect(ids(states, { q: '9,899' })).toEqual([2]);
    expect(ids(states, { q: '5D0D7C' }).sort()).toEqual([1, 2]);
    expect(page(states, { currency: 'JPY' }).total).toBe(1);
  });

  it('pages without a gap or a repetition, ranked by when the list was opened', () => {
    const states = Array.from({ length: 7 }, (_, n) => one(n));
    const seen: number[] = [];
    let minutes = 5;
    for (let cursor: string | null | undefined; cursor !== null; minutes += 60) {
      const after = cursor === undefined ? undefined : readCursor(cursor);
      const answer = page(states, { limit: 3, at: at(minutes), ...(after && { after }) });
      seen.push(...answer.rows.map(({ proposalId }) => Number(proposalId.slice(-12))));
      cursor = answer.nextCursor;
    }
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('goes on even when the last row of the page before was decided meanwhile', () => {
    const states = Array.from({ length: 4 }, (_, n) => one(n));
    const after = readCursor(page(states, { limit: 2 }).nextCursor ?? '');
    expect(ids(states.slice(2), { limit: 2, ...(after && { after }) })).toEqual([2, 3]);
  });

  it('takes no cursor that is not its own', () => {
    for (const text of [
      '',
      'x',
      'W10',
      Buffer.from('[1,2,3,4,5,6]').toString('base64url'),
      'a'.repeat(2_000),
    ]) {
      expect(readCursor(text)).toBeUndefined();
    }
  });
});

function passedOn(state: Waiting, whom: { to?: Person['subject']; from?: Person['subject'] }): Waiting {
  const data = { slot: manager.slot, toRole: 'support_manager', ...whom, at: at(120), expiresAt: at(240) };
  return evolveProposal(state, { type: 'ApprovalEscalated', data }) as Waiting;
}

function waitingIn(currency: string, amountMinor: number, consentUpToMinor: number, n: number): Waiting {
  const state = one(n, {}, { amountMinor, currency });
  return { ...state, policy: { ...verdictOf(manager), facts: { consentUpToMinor }, decidedAt: nine } };
}
