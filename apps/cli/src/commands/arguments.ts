import { InvalidArgumentError } from 'commander';
import { CommandRefused } from '../terminal/refusal.js';
import { visible } from '../terminal/visible.js';

/** A first port: 0, or one that leaves room for the last of them. */
export function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port === 0 || (port >= 1_024 && port <= 65_500)) return port;
  throw new InvalidArgumentError('It is 0, or a number from 1024 to 65500.');
}

/**
 * An id or its beginning, with or without the name of its kind: `5d1c0a7b`, `proposal-5d1c0a7b…`.
 * @throws CommandRefused for what can be no id, or is too short to mean one.
 */
export function readIdPrefix(text: string): string {
  const prefix = text
    .trim()
    .toLowerCase()
    .replace(/^(proposal|case)-/, '');
  if (!/^[0-9a-f-]{1,36}$/.test(prefix)) {
    throw new CommandRefused(`There is no proposal and no case with the id ${visible(text)}.`);
  }
  if (prefix.replaceAll('-', '').length < 6) {
    throw new CommandRefused('Give at least the first 6 characters of the id.');
  }
  return prefix;
}

/**
 * An instant in UTC, or a day as its beginning.
 * @throws CommandRefused for anything else.
 */
export function readInstant(text: string): string {
  const whole = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?Z$/.test(whole) && !Number.isNaN(Date.parse(whole))) {
    return new Date(whole).toISOString();
  }
  throw new CommandRefused(`${visible(text)} is not an instant in UTC such as 2026-11-29T00:00:00Z.`);
}

/**
 * `host:port, …` as a list.
 * @throws CommandRefused for none, and naming one that is no address.
 */
export function brokersIn(text: string): string[] {
  const brokers = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (brokers.length === 0)
    throw new CommandRefused('Which cluster? Give --brokers host:port, or set KAFKA_BROKERS.');
  const odd = brokers.find((broker) => !/^[^\s:/]+:\d{1,5}$|^\[[0-9a-fA-F:]+\]:\d{1,5}$/.test(broker));
  if (odd !== undefined) throw new CommandRefused(`${odd} is not the address of a broker; it is host:port.`);
  return brokers;
}
