/** Why it ends: a person asked for it, or something it cannot do without died. */
export class Ending {
  readonly #controller = new AbortController();
  died: string | undefined;

  constructor() {
    const stop = () => this.#controller.abort();
    // Not once: npm and the terminal may both send the signal, and the second must not cut the stop short.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
    if (process.env['npm_lifecycle_event'] !== undefined) this.#endWithParent(stop);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** npm's shell dies of a SIGTERM without passing it on; without this, everything would run on unseen. */
  #endWithParent(stop: () => void): void {
    const parent = process.ppid;
    const look = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(look);
      stop();
    }, 500);
    look.unref();
  }

  because(sentence: string): void {
    this.died ??= sentence;
    this.#controller.abort();
  }
}

/** Resolves at the signal. The timer keeps the process alive whatever else does. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  const alive = setInterval(() => undefined, 3_600_000);
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      clearInterval(alive);
      resolve();
    });
  });
}
