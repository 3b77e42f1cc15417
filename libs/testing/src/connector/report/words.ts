import { inspect } from 'node:util';
import type { Executed, FoundOutcome } from '@countersign/capabilities';
import type { Effect, RequestSeen } from '../subject.js';
import type { Asked } from '../trials/asked.js';

const LENGTH_MAX = 300;

/** `POST /v1/refunds  idempotency-key: 7f…  charge=ch_1&amount=4200`: with the headers in which a key may be. */
export function requestLine({ method, path, headers, body }: RequestSeen): string {
  const keys = Object.entries(headers)
    .filter(([name]) => /idempot|request-id|-key$|^key$/.test(name))
    .map(([name, value]) => `  ${name}: ${String(value)}`);
  return `sent      ${method} ${path}${keys.join('')}  ${body}`.slice(0, LENGTH_MAX);
}

export function effectLines(effects: readonly Effect[]): string[] {
  if (effects.length === 0) return ['ledger    no effect'];
  return effects.map(
    ({ reference, amountMinor, currency }) =>
      `ledger    ${reference}${amountMinor === undefined ? '' : `  ${amountMinor} ${currency ?? ''} (minor units)`}`,
  );
}

export function answerLine(asked: Asked<Executed | FoundOutcome>): string {
  return `answered  ${answerWords(asked)}`.slice(0, LENGTH_MAX);
}

/** `unknown (timeout)`, `threw TypeError: fetch failed`. */
export function answerWords(asked: Asked<Executed | FoundOutcome>): string {
  if (asked.how === 'threw') return `threw ${String(asked.error)}`;
  if (asked.how === 'hung') return `nothing within ${asked.afterMs} ms`;
  const { answer } = asked;
  const word = 'class' in answer ? answer.class : answer.outcome;
  return 'code' in answer ? `${word} (${answer.code})` : word;
}

/** Everything an answer or an error says, to any depth, for the search for credentials. */
export function everythingIn(asked: Asked<unknown>): string {
  return inspect(asked, { depth: 12, showHidden: true, maxStringLength: null, maxArrayLength: null });
}

/** The text without the secrets. */
export function blotted(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, '•••'), text);
}
