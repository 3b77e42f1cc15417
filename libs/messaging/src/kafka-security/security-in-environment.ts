import { readFileSync } from 'node:fs';
import type { EnvironmentReader } from '../configuration/environment.js';
import { type KafkaSecurity, type SaslMechanism, saslMechanisms } from './security.js';

const keys = {
  tls: 'KAFKA_SSL',
  ca: 'KAFKA_SSL_CA_FILE',
  mechanism: 'KAFKA_SASL_MECHANISM',
  username: 'KAFKA_SASL_USERNAME',
  passwordFile: 'KAFKA_SASL_PASSWORD_FILE',
} as const;

/**
 * `KAFKA_SSL=true`, with `KAFKA_SSL_CA_FILE` where the system's authorities do not know the brokers';
 * `KAFKA_SASL_MECHANISM` with `KAFKA_SASL_USERNAME` and `KAFKA_SASL_PASSWORD_FILE`. A password comes from a file,
 * because environments are shown and inherited. Contradictions are named by the reader's `frozen`.
 */
export function kafkaSecurityIn(env: EnvironmentReader, brokers: readonly string[]): KafkaSecurity {
  const isTls = env.flag(keys.tls, false);
  const ca = isTls ? pemIn(env) : undefined;
  if (!isTls && env.optional(keys.ca) !== undefined) env.refuse(keys.ca, `needs ${keys.tls}=true`);
  const sasl = saslIn(env);
  // A listener without TLS hands the password of this mechanism to whoever reads the wire.
  if (sasl?.mechanism === 'plain' && !isTls && !brokers.every(isLoopback)) {
    env.refuse(keys.mechanism, `is plain, which needs ${keys.tls}=true`);
  }
  return {
    ...(isTls ? { tls: ca === undefined ? {} : { ca } } : {}),
    ...(sasl === undefined ? {} : { sasl }),
  };
}

function saslIn(env: EnvironmentReader): KafkaSecurity['sasl'] {
  if (env.optional(keys.mechanism) === undefined) {
    for (const key of [keys.username, keys.passwordFile]) {
      if (env.optional(key) !== undefined) env.refuse(key, `needs ${keys.mechanism}`);
    }
    return undefined;
  }
  const mechanism: SaslMechanism = env.oneOf(keys.mechanism, saslMechanisms);
  const username = env.text(keys.username);
  const file = env.text(keys.passwordFile);
  const password = file === '' ? '' : (fileText(file)?.replace(/\r?\n$/, '') ?? '');
  if (file !== '' && password === '') env.refuse(keys.passwordFile, 'is no file with a password in it');
  return { mechanism, username, password };
}

function pemIn(env: EnvironmentReader): string | undefined {
  const file = env.optional(keys.ca);
  if (file === undefined) return undefined;
  const text = fileText(file);
  if (text?.includes('-----BEGIN CERTIFICATE-----') !== true) {
    env.refuse(keys.ca, 'is no file with a PEM certificate in it');
  }
  return text;
}

function fileText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

const isLoopback = (broker: string): boolean => /^(127\.\d+\.\d+\.\d+|localhost|\[::1\]):/.test(broker);
