import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits for a condition, never for time. `probe` answers undefined while it does not hold; on the time-out the
 * error says what was waited for and what `describe` sees then.
 */
export async function waitFor<T>(
  what: string,
  probe: () => Promise<T | undefined> | T | undefined,
  options: { readonly withinMs?: number; readonly describe?: () => Promise<string> } = {},
): Promise<T> {
  const withinMs = options.withinMs ?? 120_000;
  const until = Date.now() + withinMs;
  for (let waitMs = 5; Date.now() < until; waitMs = Math.min(100, waitMs * 1.5)) {
    const found = await probe();
    if (found !== undefined) return found;
    await pause(waitMs);
  }
  const seen = options.describe === undefined ? '' : `\n${await options.describe()}`;
  throw new Error(`Waited ${withinMs} ms for ${what}.${seen}`);
}
