import { describe, expect, test } from '@jest/globals';
import { environmentOfProgram, type OnKafka, programs } from './programs.js';

const on: OnKafka = {
  brokers: ['127.0.0.1:9', '127.0.0.1:10'],
  urlOf: (role) => `postgres://${role}@db/x`,
  probePorts: { coordinator: 11, refund_specialist: 12, policy_gate: 13, executor: 14, relay: 15 },
  world: {
    outside: { identity: 'i', orders: 'o', documents: 'd', payments: 'p' },
    keys: { orders: 'key-o', paymentsRead: 'key-r', paymentsWrite: 'key-w', directory: 'key-d' },
    approvalPrivateKey: 'key-a',
    approvalPublicKey: { kty: 'OKP' } as never,
    subjectKeysWrappingKey: 'key-s',
    policiesFolder: 'f',
    ports: { gateway: 1, approvalService: 2, reconciler: 3 },
  },
};

const holders = (value: string) =>
  programs.filter((program) => Object.values(environmentOfProgram(program, on)).includes(value));

describe('the environment of a program on Kafka', () => {
  test('names the brokers and a database role that is its alone', () => {
    for (const program of programs) {
      expect(environmentOfProgram(program, on)).toMatchObject({
        BUS: 'kafka',
        KAFKA_BROKERS: '127.0.0.1:9,127.0.0.1:10',
        DATABASE_URL: `postgres://countersign_${program}@db/x`,
      });
    }
  });

  test('gives a key that moves money to the executor, the one that signs to the approval-service, and to nobody else', () => {
    expect(holders('key-w')).toEqual(['executor']);
    expect(holders('key-a')).toEqual(['approval_service']);
    expect(holders('key-r')).not.toContain('refund_specialist');
  });

  test('gives the relay no key at all, and no address of the outside world', () => {
    const given = Object.values(environmentOfProgram('relay', on));
    expect(given.filter((value) => /^(key-.|[iodp])$/.test(value))).toEqual([]);
  });

  test('opens probes where there is no edge, and nothing beside an edge', () => {
    expect(environmentOfProgram('executor', on)['HEALTH_PORT']).toBe('14');
    expect(environmentOfProgram('gateway', on)['HEALTH_PORT']).toBe('0');
    expect(environmentOfProgram('relay', on)['RELAY_PORT']).toBe('15');
  });
});
