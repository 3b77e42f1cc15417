import { describe, expect, it } from '@jest/globals';
import { environment } from './environment.js';
import { settleWindowOf } from './settle-window.js';

function read(given: Record<string, string>) {
  const reader = environment(given);
  return reader.frozen({ ms: settleWindowOf(reader) });
}

describe('the window after which an absence is believed', () => {
  it('is a minute unless somebody says otherwise, for every service that believes one', () => {
    expect(read({}).ms).toBe(60_000);
    expect(read({ SETTLE_WINDOW_MS: '90000' }).ms).toBe(90_000);
  });

  it('C22: is never shorter than a request can be on its way', () => {
    expect(() => read({ SETTLE_WINDOW_MS: '20000' })).toThrow(/SETTLE_WINDOW_MS.*CALL_TIMEOUT_MS/);
    expect(read({ SETTLE_WINDOW_MS: '20001' }).ms).toBe(20_001);
  });
});
