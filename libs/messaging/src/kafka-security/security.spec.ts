import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { environment } from '../configuration/environment.js';
import { kafkaIn } from '../host/bus-in-environment.js';
import { securityOptions } from './security.js';

const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
let folder: string;
let ca: string;
let password: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-security-'));
  ca = join(folder, 'ca.pem');
  password = join(folder, 'password');
  writeFileSync(ca, pem);
  writeFileSync(password, 'a long password\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const given = (more: Readonly<Record<string, string>>) => {
  const env = environment({ KAFKA_BROKERS: 'kafka-1.example:9093,kafka-2.example:9093', ...more });
  const settings = kafkaIn(env, 'countersign-test');
  return env.frozen({ security: settings.security });
};
const scram = () => ({
  KAFKA_SASL_MECHANISM: 'scram-sha-512',
  KAFKA_SASL_USERNAME: 'countersign',
  KAFKA_SASL_PASSWORD_FILE: password,
});

describe('the security of Kafka clients', () => {
  it('is none where nothing is said', () => {
    expect(given({}).security).toEqual({});
    expect(securityOptions({})).toEqual({});
    expect(securityOptions(undefined)).toEqual({});
  });

  it('is TLS with the authorities of the system, or with those of a file', () => {
    expect(securityOptions(given({ KAFKA_SSL: 'true' }).security)).toEqual({ ssl: true });
    const own = given({ KAFKA_SSL: 'true', KAFKA_SSL_CA_FILE: ca }).security;
    expect(securityOptions(own)).toEqual({ ssl: { ca: [pem] } });
  });

  it.each(['plain', 'scram-sha-256', 'scram-sha-512'])('is a name and a password by %s', (mechanism) => {
    const { security } = given({ ...scram(), KAFKA_SSL: 'true', KAFKA_SASL_MECHANISM: mechanism });
    expect(securityOptions(security)).toEqual({
      ssl: true,
      sasl: { mechanism, username: 'countersign', password: 'a long password' },
    });
  });

  it('lets SCRAM go without TLS, which does not send the password, and PLAIN on the loopback alone', () => {
    expect(given(scram()).security).not.toHaveProperty('tls');
    const plain = { ...scram(), KAFKA_SASL_MECHANISM: 'plain' };
    expect(() => given(plain)).toThrow(/KAFKA_SASL_MECHANISM is plain, which needs KAFKA_SSL=true/);
    expect(given({ ...plain, KAFKA_BROKERS: '127.0.0.1:4892' }).security?.sasl?.mechanism).toBe('plain');
  });

  it.each([
    ['an authority without TLS', () => ({ KAFKA_SSL_CA_FILE: ca }), /KAFKA_SSL_CA_FILE needs KAFKA_SSL=true/],
    ['a word that is no flag', () => ({ KAFKA_SSL: 'yes' }), /KAFKA_SSL is neither true nor false/],
    [
      'an authority that is not there',
      () => ({ KAFKA_SSL: 'true', KAFKA_SSL_CA_FILE: join(folder, 'none') }),
      /KAFKA_SSL_CA_FILE is no file with a PEM certificate/,
    ],
    [
      'an authority that is none',
      () => ({ KAFKA_SSL: 'true', KAFKA_SSL_CA_FILE: password }),
      /KAFKA_SSL_CA_FILE is no file with a PEM certificate/,
    ],
    [
      'a name and a password for no mechanism',
      () => ({ KAFKA_SASL_USERNAME: 'countersign', KAFKA_SASL_PASSWORD_FILE: password }),
      /KAFKA_SASL_USERNAME needs KAFKA_SASL_MECHANISM[\s\S]*KAFKA_SASL_PASSWORD_FILE needs KAFKA_SASL_MECHANISM/,
    ],
    [
      'a mechanism for nobody',
      () => ({ KAFKA_SASL_MECHANISM: 'scram-sha-256' }),
      /KAFKA_SASL_USERNAME is missing[\s\S]*KAFKA_SASL_PASSWORD_FILE is missing/,
    ],
    [
      'a mechanism that is not known',
      () => ({ ...scram(), KAFKA_SASL_MECHANISM: 'oauthbearer' }),
      /KAFKA_SASL_MECHANISM is none of plain, scram-sha-256, scram-sha-512/,
    ],
    [
      'a password that is not there',
      () => ({ ...scram(), KAFKA_SASL_PASSWORD_FILE: join(folder, 'none') }),
      /KAFKA_SASL_PASSWORD_FILE is no file with a password/,
    ],
  ])('refuses %s', (_, more, sentence) => {
    expect(() => given(more())).toThrow(sentence);
  });

  it('never tells the password in a refusal', () => {
    const refuse = () => given({ ...scram(), KAFKA_SSL: 'perhaps' });
    expect(refuse).toThrow(/KAFKA_SSL/);
    expect(refuse).not.toThrow(/a long password/);
  });
});
