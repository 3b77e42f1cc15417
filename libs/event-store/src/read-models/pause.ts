import { setTimeout as wait } from 'node:timers/promises';

/**
 * Resolves after so many milliseconds, or when the signal is aborted. It leaves nothing with the signal, which lives as
 * long as the process: a listener a pause was once kept there, several times a second, and each new one looked through all others.
 */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => undefined);
