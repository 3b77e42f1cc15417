import type { RecordedEvent } from '@countersign/contracts';
import { describe, expect, it } from '@jest/globals';
import {
  allowed,
  exhausted,
  folded,
  refusedBy,
  started,
  succeeded,
  unknown,
} from '../testing/proposal-events.js';
import { incidentsOf, inOrder, type QueueRow } from './recovery-queue.js';
import { recoveryProjection, recoveryRow } from './recovery-row.js';
import { stepsOf } from './steps.js';

const at = '2026-11-29T12:00:00.000Z';
const sent = (...rest: Parameters<typeof folded>[0]) =>
  [...allowed('p1'), started('p1'), ...rest] as unknown as readonly RecordedEvent[];

function row(proposalId: string, over: Partial<QueueRow>): QueueRow {
  const known = recoveryRow(sent(unknown()));
  if (known === null) throw new Error('An unknown outcome is in the queue');
  return { ...known, proposalId, since: '2026-11-29T09:00:00.000Z', keyForgottenAt: 'never', ...over };
}

describe('the order of the queue', () => {
  it('puts what is about to be forgotten first, then unknown before never accepted, then the longest waiting', () => {
    const rows = [
      row('d', { doubt: 'never_accepted', since: '2026-11-29T08:00:00.000Z' }),
      row('c', { since: '2026-11-29T10:00:00.000Z' }),
      row('b', {}),
      row('a', { since: '2026-11-29T11:00:00.000Z', keyForgottenAt: '2026-11-29T13:00:00.000Z' }),
      row('e', { since: '2026-11-29T11:30:00.000Z', keyForgottenAt: '2026-11-29T11:00:00.000Z' }),
    ];
    expect(rows.sort(inOrder(at)).map(({ proposalId }) => proposalId)).toEqual(['a', 'b', 'c', 'e', 'd']);
  });
  it('gathers what shares a target and a trouble, and nothing with a cause of its own', () => {
    const rows = [
      row('a', { incidentKey: 'payments:unreachable', since: '2026-11-29T10:00:00.000Z' }),
      row('b', { incidentKey: 'payments:unreachable' }),
      row('c', { incidentKey: 'proposal:c' }),
      row('d', { incidentKey: null }),
    ];
    expect(incidentsOf(rows)).toEqual([
      { incidentKey: 'payments:unreachable', since: '2026-11-29T09:00:00.000Z', members: ['a', 'b'] },
    ]);
  });
});

describe('what is in the queue', () => {
  it.each([
    ['unknown', sent(unknown()), 'unknown'],
    ['given up', sent(exhausted()), 'never_accepted'],
    ['succeeded', sent(succeeded()), undefined],
    ['refused for good', sent(refusedBy('charge_disputed')), undefined],
    ['being sent', sent(), undefined],
  ])('%s', (_name, events, doubt) => {
    expect(recoveryRow(events)?.doubt).toBe(doubt);
  });
  it('is sorted by the read model the same way, as far as it can without a clock', () => {
    const key = (events: readonly RecordedEvent[]) =>
      recoveryProjection.sortKey(recoveryProjection.project(events) ?? {});
    expect(key(sent(unknown())) < key(sent(exhausted()))).toBe(true);
  });
});

describe('the steps', () => {
  it('say why each is not offered', () => {
    const why = (...rest: Parameters<typeof folded>[0]) =>
      stepsOf({ state: folded([...allowed('p1'), started('p1'), ...rest]), keyForgottenAt: 'never', at }).map(
        (offer) => (offer.allowed ? 'offered' : offer.why),
      );
    expect(why(unknown())).toEqual([
      'offered',
      ...Array(4).fill('It is still being found out without a person.'),
    ]);
    expect(why(refusedBy('charge_disputed'))).toEqual(Array(5).fill('This is settled.'));
    expect(why()[0]).toBe('Nothing is in question just now.');
  });
});
