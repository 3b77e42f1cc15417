import { treatments } from '@countersign/messaging';
import { describe, expect, test } from '@jest/globals';
import { readConfig } from './config.js';

const env = {
  POLICIES_FOLDER: 'policies',
  CAPABILITIES: 'refunds',
  ORDERS_URL: 'https://orders.example',
  ORDERS_KEY: 'a-key-of-the-orders',
  PAYMENTS_URL: 'https://payments.example',
  PAYMENTS_READ_KEY: 'a-key-of-the-payments',
};

/** How long a message is tried before it is set aside, on the average of its jitter. */
function triedForMs(): number {
  const treatment = treatments.retryable;
  if (treatment.step !== 'try_again') throw new Error('A retryable failure is not tried again.');
  const { attemptsMax, backoff } = treatment;
  const waits = Array.from({ length: attemptsMax - 1 }, (_, at) =>
    Math.min(backoff.ceilingMs, backoff.baseMs * 2 ** (at + 1)),
  );
  return waits.reduce((sum, ms) => sum + ms, 0) / 2;
}

describe('how long an unreadable record is waited for', () => {
  test('ends well before the message would be set aside, so that the proposal is judged', () => {
    expect(2 * readConfig(env).unreadable.patienceMs).toBeLessThan(triedForMs());
  });

  test('cannot be set to longer than that', () => {
    expect(() => readConfig({ ...env, UNREADABLE_PATIENCE_MS: '60000' })).toThrow(/UNREADABLE_PATIENCE_MS/);
  });
});
