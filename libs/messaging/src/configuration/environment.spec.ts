import { describe, expect, test } from '@jest/globals';
import { environment } from './environment.js';

describe('reading the environment', () => {
  test('gives a frozen nested object', () => {
    const env = environment({
      PORT: '4800',
      PAYMENTS_URL: 'http://127.0.0.1:4813/',
      VERBOSE: 'true',
      MODE: 'b',
      EMPTY: ' ',
    });
    const config = env.frozen({
      port: env.port('PORT'),
      payments: { url: env.url('PAYMENTS_URL'), attemptsMax: env.whole('ATTEMPTS', { min: 1, max: 9 }, 5) },
      verbose: env.flag('VERBOSE'),
      mode: env.oneOf('MODE', ['a', 'b']),
      note: env.optional('EMPTY'),
    });
    expect(config).toEqual({
      port: 4800,
      payments: { url: 'http://127.0.0.1:4813', attemptsMax: 5 },
      verbose: true,
      mode: 'b',
      note: undefined,
    });
    expect(Object.isFrozen(config.payments)).toBe(true);
  });

  test('names every bad key at once and prints no value', () => {
    const env = environment({
      PORT: '70000',
      PAYMENTS_URL: 'hunter2',
      KEY: 'short-secret',
      MODE: 'c',
      VERBOSE: 'yes',
    });
    const read = () =>
      env.frozen({
        port: env.port('PORT'),
        url: env.url('PAYMENTS_URL'),
        key: env.secret('KEY'),
        mode: env.oneOf('MODE', ['a', 'b']),
        verbose: env.flag('VERBOSE'),
        name: env.text('NAME'),
      });
    expect(read).toThrow(expect.objectContaining({ code: 'configuration_invalid' }));
    try {
      read();
    } catch (error) {
      const { message } = error as Error;
      for (const key of ['PORT', 'PAYMENTS_URL', 'KEY', 'MODE', 'VERBOSE', 'NAME'])
        expect(message).toContain(key);
      for (const value of ['70000', 'hunter2', 'short-secret', 'yes']) expect(message).not.toContain(value);
    }
  });

  test('a key is told one thing, however often it is read and whatever follows from it', () => {
    const env = environment({});
    env.url('ORDERS_URL');
    env.include(() => {
      const another = environment({});
      another.url('ORDERS_URL');
      another.frozen({});
    });
    env.refuse('ORDERS_URL', 'is not the address of a shop');
    expect(() => env.frozen({})).toThrow(
      expect.objectContaining({ problems: [{ key: 'ORDERS_URL', problem: 'is missing' }] }),
    );
  });
});
