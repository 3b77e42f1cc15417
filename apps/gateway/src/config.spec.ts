import { describe, expect, test } from '@jest/globals';
import { readConfig } from './config.js';

const env = {
  IDENTITY_URL: 'https://id.example/',
  CAPABILITIES: 'refunds',
  ORDERS_URL: 'https://orders.example',
  ORDERS_KEY: 'a-key-of-the-orders',
  PAYMENTS_URL: 'https://payments.example',
  PAYMENTS_READ_KEY: 'a-key-of-the-payments',
};

describe('the configuration', () => {
  test('has defaults for what is no secret', () => {
    expect(readConfig(env)).toMatchObject({
      http: { port: 4800 },
      identity: {
        issuer: 'https://id.example',
        audience: 'countersign',
        jwksUrl: 'https://id.example/jwks',
      },
      tenants: [],
      limits: { customer: { perSecond: 10, burst: 20 }, tenant: { perSecond: 200 } },
      streams: { heartbeatMs: 15_000 },
    });
  });

  test('names every bad key at once and no value', () => {
    const bad = {
      ...env,
      ORDERS_KEY: 'tooweak',
      PAYMENTS_URL: 'nowhere',
      RATE_PER_TENANT: '0',
      GATEWAY_PORT: 'x',
    };
    const read = () => readConfig(bad);
    for (const key of ['ORDERS_KEY', 'PAYMENTS_URL', 'RATE_PER_TENANT', 'GATEWAY_PORT']) {
      expect(read).toThrow(new RegExp(key));
    }
    expect(read).not.toThrow(/tooweak|nowhere/);
  });

  test('refuses a burst below the rate', () => {
    expect(() => readConfig({ ...env, RATE_PER_CUSTOMER: '10', RATE_BURST_PER_CUSTOMER: '5' })).toThrow(
      /RATE_BURST_PER_CUSTOMER is below RATE_PER_CUSTOMER/,
    );
  });

  test('takes a list of tenants', () => {
    expect(readConfig({ ...env, TENANTS: 'fjordlight, otherco,' }).tenants).toEqual([
      'fjordlight',
      'otherco',
    ]);
  });
});
