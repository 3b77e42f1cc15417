import type { Cursor } from './port.js';

/** Negative when `a` comes before `b` in the global order. */
export function compareCursors(a: Cursor, b: Cursor): number {
  const difference =
    BigInt(a.transactionId) - BigInt(b.transactionId) || BigInt(a.position) - BigInt(b.position);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
