import type { RecordedEvent } from '@countersign/contracts';
import { describe, expect, test } from '@jest/globals';
import { firstStart, looksSince, retriesSince, triedSince } from './when-sent.js';

const at = (type: string, minute: number): RecordedEvent => {
  const recordedAt = new Date(Date.UTC(2026, 10, 30, 12, minute)).toISOString();
  return { type, recordedAt, data: { startedAt: recordedAt } } as unknown as RecordedEvent;
};
const minuteOf = (instant: string | undefined) =>
  instant === undefined ? undefined : new Date(instant).getUTCMinutes();

const drafted = [at('ProposalDrafted', 0), at('PolicyDecided', 1), at('ApprovalGranted', 20)];

describe('the time that trying has taken', () => {
  test('has not begun before the first try, however long ago it was permitted', () => {
    expect(triedSince(drafted)).toBeUndefined();
  });

  test('begins at the first try, a call or one that was put off before it', () => {
    const called = [...drafted, at('ExecutionStarted', 40), at('ExecutionRetryScheduled', 41)];
    expect(minuteOf(triedSince(called))).toBe(40);
    const putOff = [...drafted, at('ExecutionRetryScheduled', 50), at('ExecutionStarted', 51)];
    expect(minuteOf(triedSince(putOff))).toBe(50);
  });

  test.each(['OperatorResolved', 'OutcomeReconciled', 'ApprovalGranted'])(
    'begins anew after %s, and the first sending stays the first',
    (type) => {
      const events = [...drafted, at('ExecutionStarted', 30), at(type, 45)];
      expect(triedSince(events)).toBeUndefined();
      expect(minuteOf(triedSince([...events, at('ExecutionStarted', 46)]))).toBe(46);
      expect(minuteOf(firstStart([...events, at('ExecutionStarted', 46)]))).toBe(30);
    },
  );
});

describe('the attempts that are used up', () => {
  const putOff = (code: string): RecordedEvent =>
    ({ ...at('ExecutionRetryScheduled', 42), data: { code } }) as unknown as RecordedEvent;
  const waited = [...drafted, at('ExecutionStarted', 40), putOff('unavailable')];

  test('are those of calls: waiting for a look at what they did costs none', () => {
    const looked = [...waited, putOff('own_effect_unknown'), putOff('own_effect_unknown')];
    expect([retriesSince(looked), looksSince(looked)]).toEqual([1, 2]);
  });
  test('are counted anew when a call is permitted anew', () => {
    const anew = [...waited, putOff('own_effect_unknown'), at('ApprovalGranted', 50)];
    expect([retriesSince(anew), looksSince(anew)]).toEqual([0, 0]);
  });
});
