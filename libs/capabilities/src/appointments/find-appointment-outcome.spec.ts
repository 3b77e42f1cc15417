import { operationIdOf, proposalId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { type Change, seekChanges } from './calendar/changes.js';
import { cancellationOf, moveOf, readAt, readsOf } from './testing/appointment-world.js';

const op = operationIdOf(proposalId('op'));

const change = (over: Partial<Change> = {}): Change => ({
  ...{ kind: 'cancellation', reference: 'ca_1', by: 'op', bookingVersion: 2 },
  ...{ startsLocal: '2026-03-06T09:00', zone: 'America/New_York', startsAt: '2026-03-06T14:00:00Z' },
  ...{ createdAt: readAt, ...over },
});
const moved: Partial<Change> = {
  kind: 'move',
  startsLocal: '2026-03-09T09:00',
  startsAt: '2026-03-09T13:00:00Z',
};

/** What the appointment's own list of changes says of the operation `op`, long after it was sent or right after. */
const sought = (listed: readonly Change[] | 'not_found' | 'no_answer', lastSentAt = '2026-03-02T11:00:00Z') =>
  seekChanges(
    { now: () => Date.parse(readAt) },
    {
      ...{ bookingId: 'bk_1', operationId: op, lastSentAt, settleWindowMs: 60_000 },
      list: async () => {
        if (listed === 'not_found') return { outcome: 'not_found' };
        if (listed === 'no_answer') return { outcome: 'no_answer', code: 'timeout' };
        return { outcome: 'found', value: listed, readAt, source: 's' };
      },
    },
  );
const outcomeOf = async (action: Awaited<ReturnType<typeof moveOf>>, ...asked: Parameters<typeof sought>) =>
  readsOf({ changes: await sought(...asked) }).findOutcome(op, action, readAt);

describe('S41: what became of a cancellation', () => {
  it('cancelled by our operation: it happened, whatever a repeat was told', async () => {
    expect(await outcomeOf(await cancellationOf(), [change()])).toMatchObject({
      outcome: 'happened',
      evidence: { found: [{ reference: 'ca_1', details: { kind: 'cancellation', bookingVersion: 2 } }] },
    });
  });

  it.each<[string, readonly Change[] | 'not_found', number]>([
    ['cancelled by somebody else', [change({ by: 'front desk' })], 1],
    ['moved, and not cancelled', [change({ ...moved, by: 'another operation' })], 1],
    ['never changed', [], 0],
    ['an appointment that never existed', 'not_found', 0],
  ])(
    '%s is not our success: absent, with the reason why that may be believed',
    async (_what, listed, recordsRead) => {
      expect(await outcomeOf(await cancellationOf(), listed)).toMatchObject({
        outcome: 'absent',
        evidence: { found: [], complete: true, absence: { basis: 'whole_listing', recordsRead } },
      });
    },
  );

  it('is not absent while a request may still be on its way, nor where nobody answered', async () => {
    const action = await cancellationOf();
    expect(await outcomeOf(action, [], '2026-03-02T11:59:30Z')).toMatchObject({ code: 'too_early' });
    expect(await outcomeOf(action, [], 'no instant')).toMatchObject({ code: 'too_early' });
    expect(await outcomeOf(action, 'no_answer')).toMatchObject({ outcome: 'no_answer', code: 'timeout' });
    expect(await outcomeOf(action, [change()], '2026-03-02T11:59:30Z')).toMatchObject({
      outcome: 'happened',
    });
  });

  it('with another fee, another kind, or twice, contradicts what was approved', async () => {
    const action = await cancellationOf();
    const fee = change({ amountMinor: 2_500, currency: 'USD' });
    for (const listed of [[fee], [change(moved)], [change(), change({ reference: 'ca_2' })]])
      expect((await outcomeOf(action, listed)).outcome).toBe('contradicts');
  });
});

describe('S42: what became of a move', () => {
  it('moved by our operation: it happened, also after somebody moved it on', async () => {
    const on = change({ ...moved, startsLocal: '2026-03-10T09:00', by: 'front desk', bookingVersion: 3 });
    expect((await outcomeOf(await moveOf(), [change(moved), on])).outcome).toBe('happened');
  });

  it('moved to that very time by somebody else is not our success', async () => {
    expect((await outcomeOf(await moveOf(), [change({ ...moved, by: 'front desk' })])).outcome).toBe(
      'absent',
    );
  });

  it('moved by us to another time contradicts', async () => {
    const other = change({ ...moved, startsLocal: '2026-03-09T10:00' });
    expect((await outcomeOf(await moveOf(), [other])).outcome).toBe('contradicts');
  });
});
