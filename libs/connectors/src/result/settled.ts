/** How long a request may still be on its way after it was last sent. */
export interface InFlight {
  /** Instant of the last attempt to send it. */
  readonly lastSentAt: string;
  /**
   * In milliseconds, and at least the write's time-out: the request may be waiting inside the target, and our clocks
   * differ. Infinite for whoever was not told: then no absence is ever believed.
   */
  readonly settleWindowMs: number;
}

export type Settled =
  | { readonly settled: true; readonly settledAt: string }
  /** How long from then on, in milliseconds, where that is known. */
  | { readonly settled: false; readonly waitMs?: number };

/**
 * Whether a look that found nothing may be believed (DESIGN section 6): only if it began when nothing that was sent
 * could still arrive. The look counts from its start, the earliest that its answer can show.
 */
export function settledBy(lookStartedAtMs: number, { lastSentAt, settleWindowMs }: InFlight): Settled {
  const settledAtMs = Date.parse(lastSentAt) + settleWindowMs;
  const waitMs = settledAtMs - lookStartedAtMs;
  // An unreadable instant of sending is NaN here, and proves no absence either.
  if (waitMs <= 0) return { settled: true, settledAt: new Date(settledAtMs).toISOString() };
  return { settled: false, ...(Number.isFinite(waitMs) ? { waitMs } : {}) };
}
