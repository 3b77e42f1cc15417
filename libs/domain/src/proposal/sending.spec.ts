import { describe, expect, it } from '@jest/globals';
import { sentIn, settledAtMs } from './sending.js';

const at = (minute: number) => `2026-11-30T09:0${minute}:00.000Z`;
const started = (startedAt: string, settlesAt?: string) => ({
  type: 'ExecutionStarted',
  data: { startedAt, ...(settlesAt === undefined ? {} : { settlesAt }) },
});
const unknown = { type: 'OutcomeUnknown', data: { at: at(9), settlesAt: at(9) } };

describe('what a record says of sending', () => {
  it('is never, of what was not sent', () => {
    expect(sentIn([])).toEqual({ lastSentAt: 'never' });
    expect(sentIn([unknown])).toEqual({ lastSentAt: 'never' });
  });
  it('is the last call, and the latest instant that any sender wrote', () => {
    expect(sentIn([started(at(0), at(5)), unknown, started(at(2), at(4))])).toEqual({
      lastSentAt: at(2),
      settlesAt: at(5),
    });
  });
  it('passes over senders that wrote none, and words that are no instant', () => {
    expect(sentIn([started(at(0))])).toEqual({ lastSentAt: at(0) });
    expect(sentIn([started(at(0), at(5)), started(at(1)), started(at(2), 'soon')])).toEqual({
      lastSentAt: at(2),
      settlesAt: at(5),
    });
  });
});

describe('from when on nothing that was sent can still arrive', () => {
  const minute = 60_000;
  it('is the later of what the looking and the sending side say', () => {
    const sent = { lastSentAt: at(0), settlesAt: at(3) };
    expect(settledAtMs(sent, minute)).toBe(Date.parse(at(3)));
    expect(settledAtMs(sent, 4 * minute)).toBe(Date.parse(at(4)));
    expect(settledAtMs({ lastSentAt: at(0) }, minute)).toBe(Date.parse(at(1)));
  });
  it('is unknown of what was never sent', () => {
    expect(settledAtMs({ lastSentAt: 'never' }, minute)).toBeNaN();
  });
});
