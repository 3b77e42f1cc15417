import { describe, expect, it } from '@jest/globals';
import { readConfig } from './config.js';

const good = {
  IDENTITY_ISSUER: 'http://127.0.0.1:4810',
  IDENTITY_AUDIENCE: 'countersign',
  IDENTITY_JWKS_URL: 'http://127.0.0.1:4810/jwks',
  CAPABILITIES: 'refunds',
  ORDERS_URL: 'http://127.0.0.1:4811',
  ORDERS_KEY: 'a-key-of-sixteen-characters',
  PAYMENTS_URL: 'http://127.0.0.1:4813',
  PAYMENTS_READ_KEY: 'a-key-of-sixteen-characters',
};

describe('the configuration', () => {
  it('has a schedule unless told otherwise', () => {
    const { http, looks } = readConfig(good);
    expect(http.port).toBe(4802);
    expect(looks).toMatchObject({
      delaysMs: [1_000, 2_000, 5_000, 15_000, 60_000, 300_000],
      settleWindowMs: 60_000,
      outageMaxMs: 3_600_000,
      late: { delaysMs: [3_600_000, 21_600_000, 86_400_000], maxMs: 30 * 86_400_000 },
    });
  });
  it.each(['', ' ', '5,x', '100,50', '0', '1,,2'])(
    'takes only a rising list of delays: %j',
    (LOOK_DELAYS_MS) => {
      const read = () => readConfig({ ...good, LOOK_DELAYS_MS });
      if (LOOK_DELAYS_MS.trim() === '') expect(read().looks.delaysMs).toHaveLength(6);
      else expect(read).toThrow('LOOK_DELAYS_MS');
    },
  );
  it.each([
    ['10000', '20000'],
    ['10000', '5000'],
    ['', '20000'],
  ])('refuses by name a settle window within which a request may still arrive: %s and %s', (call, window) => {
    const read = () => readConfig({ ...good, CALL_TIMEOUT_MS: call, SETTLE_WINDOW_MS: window });
    expect(read).toThrow(/SETTLE_WINDOW_MS.*CALL_TIMEOUT_MS/);
    expect(() => readConfig({ ...good, CALL_TIMEOUT_MS: call, SETTLE_WINDOW_MS: '20001' })).not.toThrow();
  });
  it('names every bad key and prints no value', () => {
    const wrong = { ...good, PAYMENTS_READ_KEY: 'tiny', ORDERS_URL: 'nowhere', LOOK_MAX: '0' };
    expect(() => readConfig(wrong)).toThrow(/ORDERS_URL[\s\S]*PAYMENTS_READ_KEY[\s\S]*LOOK_MAX/);
    expect(() => readConfig(wrong)).not.toThrow(/tiny|nowhere/);
  });
});
