/**
 * Settings that every service that plans has: which planner, and how long to wait for one in trouble. It refuses
 * what contradicts itself or names no price, without printing a value. Its one invariant: without a word about it
 * the planner is the one by rules, which needs no key and no network.
 */
import { readFileSync } from 'node:fs';
import { type Price, priceOf } from './model/prices.js';

/** The part of an environment reader that these settings are read with; it collects every bad key. */
export interface SettingReader {
  text(key: string, fallback?: string): string;
  url(key: string, fallback?: string): string;
  whole(key: string, bounds: { readonly min: number; readonly max: number }, fallback?: number): number;
  flag(key: string, fallback?: boolean): boolean;
  oneOf<Word extends string>(key: string, words: readonly Word[], fallback?: Word): Word;
  optional(key: string): string | undefined;
  refuse(key: string, problem: string): void;
}

export interface ModelChoice {
  readonly kind: 'model';
  readonly provider: 'openai-compatible' | 'anthropic';
  readonly name: string;
  readonly baseUrl: string | undefined;
  /** Of the model's provider; it opens nothing else. */
  readonly key: string | undefined;
  /** Whether the provider can hold a model to a JSON Schema; answers are checked either way. */
  readonly holdsToSchema: boolean;
  readonly price: Price;
  readonly timeoutMs: number;
  readonly outputTokensMax: number;
}

export type PlannerChoice = { readonly kind: 'rules' } | ModelChoice;

/** Which planner: `PLANNER=rules`, the default, or `model` with what that needs. */
export function readPlanner(read: SettingReader): PlannerChoice {
  if (read.oneOf('PLANNER', ['rules', 'model'], 'rules') === 'rules') return { kind: 'rules' };
  const provider = read.oneOf('MODEL_PROVIDER', ['openai-compatible', 'anthropic']);
  const name = read.text('MODEL_NAME');
  const needsUrl = provider === 'openai-compatible' || read.optional('MODEL_BASE_URL') !== undefined;
  const baseUrl = needsUrl ? read.url('MODEL_BASE_URL') : undefined;
  return {
    ...{ kind: 'model', provider, name, baseUrl, key: keyOf(read, provider) },
    holdsToSchema: read.flag('MODEL_HOLDS_TO_SCHEMA', true),
    price: priceFor(read, name),
    timeoutMs: read.whole('MODEL_TIMEOUT_MS', { min: 100, max: 300_000 }, 60_000),
    outputTokensMax: read.whole('MODEL_OUTPUT_TOKENS_MAX', { min: 100, max: 32_000 }, 2_000),
  };
}

/** From the environment or from a file, never both; a model on one's own machine may need none. */
function keyOf(read: SettingReader, provider: ModelChoice['provider']): string | undefined {
  const [given, file] = [read.optional('MODEL_API_KEY'), read.optional('MODEL_API_KEY_FILE')];
  if (given !== undefined && file !== undefined)
    read.refuse('MODEL_API_KEY_FILE', 'contradicts MODEL_API_KEY');
  if (given === undefined && file === undefined && provider === 'anthropic') {
    read.refuse('MODEL_API_KEY', 'or MODEL_API_KEY_FILE is missing');
  }
  if (given !== undefined || file === undefined) return given;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    read.refuse('MODEL_API_KEY_FILE', 'names no file that can be read');
    return undefined;
  }
}

/** Without a price no bound on spend would hold, so there is no default: what costs nothing says so. */
function priceFor(read: SettingReader, name: string): Price {
  const price = priceOf(read.text('MODEL_PRICES_FILE'), name);
  if (price === undefined) read.refuse('MODEL_PRICES_FILE', 'has no price for MODEL_NAME');
  return price ?? { inputMicrosPerMillion: 0, outputMicrosPerMillion: 0 };
}

/** Waits in milliseconds, `2000,10000`: at most ten, none longer than ten minutes. */
export function readWaits(read: SettingReader, key: string, fallback: string): readonly number[] {
  const waits = read.text(key, fallback).split(',').map(Number);
  if (waits.length > 10 || !waits.every((ms) => Number.isInteger(ms) && ms >= 0 && ms <= 600_000)) {
    read.refuse(key, 'is not a list of at most ten whole numbers from 0 to 600000');
  }
  return waits;
}
