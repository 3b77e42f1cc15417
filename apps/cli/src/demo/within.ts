import { setTimeout as wait } from 'node:timers/promises';

/** What the look finds, as soon as it finds something; undefined when it does not within the time. */
export async function within<T>(ms: number, look: () => T | undefined): Promise<T | undefined> {
  for (const end = performance.now() + ms; ; await wait(40)) {
    const found = look();
    if (found !== undefined || performance.now() >= end) return found;
  }
}
