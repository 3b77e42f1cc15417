import { describe, expect, test } from '@jest/globals';
import { readConfig } from './config.js';

const good = {
  DATABASE_URL: 'postgres://countersign_relay:secret@db/x',
  KAFKA_BROKERS: 'one:9092, two:9092',
};

describe('the relay’s environment', () => {
  test('is read once, with the cluster’s brokers apart', () => {
    expect(readConfig(good)).toMatchObject({
      kafka: { brokers: ['one:9092', 'two:9092'], topicPrefix: '' },
      http: { host: '127.0.0.1', port: 4890 },
    });
  });

  test('names every bad key, and no value', () => {
    const bad = { DATABASE_URL: 'here', KAFKA_BROKERS: 'http://one', RELAY_PORT: 'x1' };
    const thrown = (() => {
      try {
        readConfig(bad);
        return undefined;
      } catch (error) {
        return error as { code: string; message: string; problems: readonly { key: string }[] };
      }
    })();
    expect(thrown?.code).toBe('configuration_invalid');
    expect(thrown?.problems.map(({ key }) => key).sort()).toEqual([
      'DATABASE_URL',
      'KAFKA_BROKERS',
      'RELAY_PORT',
    ]);
    expect(thrown?.message).not.toContain('http://one');
  });
});
