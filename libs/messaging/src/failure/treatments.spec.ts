import { systemPorts } from '@countersign/contracts';
import { StoreError } from '@countersign/event-store';
import { describe, expect, test } from '@jest/globals';
import { Tries } from '../delivery/tries.js';
import { bug, failureOf, gravestOf, outcomeUnknown, poison, rejection, retryable } from './failure.js';
import { backoffMs } from './treatments.js';

const tries = () => new Tries(systemPorts().randomness);

describe('the kinds of failure', () => {
  test('are recognised by their fields, whatever class they lost on the way', () => {
    expect(failureOf({ failureKind: 'poison', code: 'x', message: 'y' })).toMatchObject({
      failureKind: 'poison',
      code: 'x',
    });
    expect(failureOf(new TypeError('undefined is no function'))).toMatchObject({
      failureKind: 'bug',
      code: 'unexpected',
    });
    expect(failureOf('thrown text')).toMatchObject({ failureKind: 'bug', message: 'thrown text' });
    expect(failureOf(undefined)).toMatchObject({ failureKind: 'bug' });
    expect(failureOf({ failureKind: 'rubbish', code: 'x' })).toMatchObject({ failureKind: 'bug' });
    expect(failureOf(new StoreError('store_unavailable', 'away'))).toMatchObject({
      failureKind: 'retryable',
    });
    expect(failureOf(new StoreError('invalid_append', 'no'))).toMatchObject({ failureKind: 'bug' });
  });

  test('of several rules, the gravest decides', () => {
    const all = [
      rejection('r', ''),
      poison('p', ''),
      retryable('t', ''),
      outcomeUnknown('u', ''),
      bug('b', ''),
    ];
    for (let count = all.length; count > 0; count -= 1) {
      expect(gravestOf(all.slice(0, count).reverse())?.code).toBe(['r', 'p', 't', 'u', 'b'][count - 1]);
    }
    expect(gravestOf([])).toBeUndefined();
  });

  test('are treated as the table says', () => {
    expect(tries().after(rejection('r', ''), 'event')).toBe('done');
    expect(tries().after(poison('p', ''), 'event')).toMatchObject({ status: 'parked', attempts: 1 });
    expect(tries().after(bug('b', ''), 'event')).toMatchObject({ status: 'halted', attempts: 1 });
    const unknown = tries();
    expect(unknown.after(outcomeUnknown('u', ''), 'event')).toBe(0);
    expect(unknown.after(outcomeUnknown('u', ''), 'event')).toMatchObject({ status: 'halted', attempts: 2 });
  });

  test('tries are bounded, unless it is the store that is away', () => {
    const bounded = tries();
    for (let n = 1; n < 12; n += 1)
      expect(typeof bounded.after(retryable('not_ready', ''), 'event')).toBe('number');
    expect(bounded.after(retryable('not_ready', ''), 'event')).toMatchObject({
      status: 'parked',
      attempts: 12,
    });
    const away = tries();
    for (let n = 0; n < 100; n += 1)
      expect(away.after(retryable('store_unavailable', ''), 'event')).toBe('store_away');
  });

  test('what a person wrote halts its conversation when its tries are over, so that nothing later overtakes it', () => {
    const [written, poisoned] = [tries(), tries()];
    for (let n = 1; n < 12; n += 1)
      expect(typeof written.after(retryable('keys_unavailable', ''), 'message')).toBe('number');
    expect(written.after(retryable('keys_unavailable', ''), 'message')).toMatchObject({ status: 'halted' });
    expect(poisoned.after(poison('not_json', ''), 'message')).toMatchObject({ status: 'parked' });
  });

  test('backoff has full jitter and a ceiling', () => {
    const backoff = { baseMs: 100, ceilingMs: 1_000 };
    expect(backoffMs(backoff, 1, 0)).toBe(0);
    expect(backoffMs(backoff, 1, 0.5)).toBe(100);
    expect(backoffMs(backoff, 50, 0.999)).toBe(999);
  });
});
