import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readPlanner, type SettingReader } from './settings.js';

let folder: string;
let prices: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'planner-settings-'));
  prices = join(folder, 'prices.json');
  const price = { inputMicrosPerMillion: 3_000_000, outputMicrosPerMillion: 15_000_000 };
  writeFileSync(prices, JSON.stringify({ models: { m: price, half: { inputMicrosPerMillion: 1.5 } } }));
  writeFileSync(join(folder, 'key'), 'key-of-the-provider\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Reads as the services do, and keeps which keys were refused. */
function reading(env: Record<string, string>) {
  const refused: string[] = [];
  const text = (key: string, fallback?: string): string => {
    const value = env[key] ?? fallback;
    if (value === undefined) refused.push(key);
    return value ?? '';
  };
  const read: SettingReader = {
    ...{ text, url: text, refuse: (key) => void refused.push(key), optional: (key) => env[key] },
    whole: (key, _, fallback) => Number(text(key, String(fallback))),
    flag: (key, fallback) => text(key, String(fallback)) === 'true',
    oneOf: (key, words, fallback) => {
      const word = words.find((one) => one === text(key, fallback));
      if (word === undefined) refused.push(key);
      return word ?? (words[0] as (typeof words)[number]);
    },
  };
  return { read, refused };
}

const model = () => ({
  ...{ PLANNER: 'model', MODEL_PROVIDER: 'openai-compatible', MODEL_NAME: 'm' },
  ...{ MODEL_BASE_URL: 'http://127.0.0.1:1/v1', MODEL_PRICES_FILE: prices },
});

describe('given the settings of a planner', () => {
  it('when nothing is said, then rules plan, and no key is asked for', () => {
    const { read, refused } = reading({});
    expect(readPlanner(read)).toEqual({ kind: 'rules' });
    expect(refused).toEqual([]);
  });

  it('when a model is chosen with a key in a file, then it is read, with the price of that model', () => {
    const { read, refused } = reading({ ...model(), MODEL_API_KEY_FILE: join(folder, 'key') });
    expect(readPlanner(read)).toMatchObject({
      ...{ kind: 'model', provider: 'openai-compatible', name: 'm', key: 'key-of-the-provider' },
      price: { inputMicrosPerMillion: 3_000_000 },
    });
    expect(refused).toEqual([]);
  });

  it.each<[string, Record<string, string>, string]>([
    ['a model without a price', { MODEL_NAME: 'another' }, 'MODEL_PRICES_FILE'],
    ['a price that is none', { MODEL_NAME: 'half' }, 'MODEL_PRICES_FILE'],
    ['a price table that is not there', { MODEL_PRICES_FILE: '/nowhere.json' }, 'MODEL_PRICES_FILE'],
    ['an unknown provider', { MODEL_PROVIDER: 'oracle' }, 'MODEL_PROVIDER'],
    ['no key where the provider needs one', { MODEL_PROVIDER: 'anthropic' }, 'MODEL_API_KEY'],
    ['a key file that is not there', { MODEL_API_KEY_FILE: '/nowhere' }, 'MODEL_API_KEY_FILE'],
    ['two keys', { MODEL_API_KEY: 'a', MODEL_API_KEY_FILE: 'b' }, 'MODEL_API_KEY_FILE'],
    ['an unknown planner', { PLANNER: 'oracle' }, 'PLANNER'],
  ])('when there is %s, then that key is refused', (_, change, key) => {
    const { read, refused } = reading({ ...model(), ...change });
    readPlanner(read);
    expect(refused).toContain(key);
  });
});
