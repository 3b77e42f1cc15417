import { readFile } from 'node:fs/promises';
import { programConfigIn } from '@countersign/messaging';
import { readConfig as readRelayConfig } from '@countersign/relay/config';
import { describe, expect, test } from '@jest/globals';
import { services } from './services.js';

const page = await readFile(new URL('../../../../docs/guides/configuration.md', import.meta.url), 'utf8');

/** On Kafka with everything that is optional said wrongly, and a model: so that no key is left unread. */
const said: Readonly<Record<string, string>> = {
  BUS: 'kafka',
  PLANNER: 'model',
  MODEL_PROVIDER: 'openai-compatible',
  KAFKA_SSL: 'true',
  KAFKA_SASL_MECHANISM: 'scram-sha-512',
};

/** Every key that a reading of the environment asks for, good or bad. */
function keysOf(read: (env: Readonly<Record<string, string | undefined>>) => unknown): Set<string> {
  const keys = new Set<string>();
  const env = new Proxy(said, {
    get(_, key) {
      keys.add(String(key));
      return said[String(key)];
    },
  });
  try {
    read(env);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'configuration_invalid') throw error;
  }
  return keys;
}

const ofServices = services.map((definition) => ({
  name: definition.service as string,
  keys: keysOf((env) => programConfigIn(definition, env)),
}));
const programs = [...ofServices, { name: 'relay', keys: keysOf(readRelayConfig) }];
const told = new Set([...page.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)`/g)].map(([, key]) => key ?? ''));

describe('the page on configuration', () => {
  test.each(programs)('names every key that $name reads', ({ keys }) => {
    expect(keys.size).toBeGreaterThan(3);
    expect([...keys].filter((key) => !told.has(key))).toEqual([]);
  });

  test('names no key that no program reads', () => {
    const read = new Set(programs.flatMap(({ keys }) => [...keys]));
    expect([...told].filter((key) => !read.has(key)).sort()).toEqual(['COUNTERSIGN_TOKEN']);
  });
});
