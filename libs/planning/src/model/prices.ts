import { readFileSync } from 'node:fs';
import type { Usage } from '../port/step.js';

/** Millionths of the accounting currency for a million tokens. */
export interface Price {
  readonly inputMicrosPerMillion: number;
  readonly outputMicrosPerMillion: number;
}

/** What tokens cost, rounded up: a bound on spend must not be passed by rounding. */
export function costOf(tokens: Omit<Usage, 'costMicros'>, price: Price): Usage {
  const micros =
    tokens.inputTokens * price.inputMicrosPerMillion + tokens.outputTokens * price.outputMicrosPerMillion;
  return { ...tokens, costMicros: Math.ceil(micros / 1_000_000) };
}

/** How many tokens of an answer are left to pay for after the question was. */
export function outputTokensFor(spendMicros: number, inputTokens: number, price: Price): number {
  const left = spendMicros - costOf({ inputTokens, outputTokens: 0 }, price).costMicros;
  if (left < 0) return 0;
  if (price.outputMicrosPerMillion === 0) return Number.POSITIVE_INFINITY;
  return Math.floor((left * 1_000_000) / price.outputMicrosPerMillion);
}

/** Four characters a token is what such texts come to; a provider's own count goes before it. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}

/** The price of a model from a price table, or undefined where the file has none, or is none. */
export function priceOf(file: string, model: string): Price | undefined {
  try {
    const table = JSON.parse(readFileSync(file, 'utf8')) as { models?: Record<string, unknown> };
    const price = table.models?.[model] as Partial<Price> | undefined;
    const { inputMicrosPerMillion: input, outputMicrosPerMillion: output } = price ?? {};
    return isPrice(input) && isPrice(output)
      ? { inputMicrosPerMillion: input, outputMicrosPerMillion: output }
      : undefined;
  } catch {
    return undefined;
  }
}

function isPrice(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
