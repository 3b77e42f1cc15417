import type { Json } from './view.js';

/** Equal as JSON: the order of keys does not count, since a record may come back with its keys sorted. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  return sortedText(a ?? null) === sortedText(b ?? null);
}

/** JSON text with the keys of every object in one order. */
export function sortedText(value: Json): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
