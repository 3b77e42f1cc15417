const HOUR_MS = 3_600_000;

/** `Retry-After` (RFC 9110 10.2.3) in milliseconds, from seconds or a date, at most an hour; absent when unreadable. */
export function retryAfterOf(header: string | null | undefined, nowMs: number): { retryAfterMs?: number } {
  if (header === null || header === undefined || header === '') return {};
  const waitMs = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isNaN(waitMs) ? {} : { retryAfterMs: Math.min(Math.max(waitMs, 0), HOUR_MS) };
}
