/**
 * Resolves after so many milliseconds, or when the signal is aborted. It leaves nothing with the signal, which lives as
 * long as the process: a listener a pause was kept there five times a second, and each new one looked through all others.
 */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
