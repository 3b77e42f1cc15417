import { setTimeout as wait } from 'node:timers/promises';

/** Resolves as soon as the condition holds; throws when it does not within the time. */
export async function until(holds: () => Promise<boolean>, withinMs = 120_000): Promise<void> {
  for (const end = Date.now() + withinMs; Date.now() < end; await wait(10)) {
    if (await holds()) return;
  }
  throw new Error(`The condition did not hold within ${withinMs} ms: ${holds}`);
}
