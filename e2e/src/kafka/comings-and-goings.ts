import { setTimeout as pause } from 'node:timers/promises';
import type { Host } from '@countersign/messaging';
import { waitFor } from '@countersign/testing';
import { startReplica } from '../harness/replica.js';
import type { System } from '../harness/system.js';

export interface Visits {
  /** How often members were given partitions and went again. */
  readonly count: number;
  /** What they handled while they were there. */
  readonly handled: number;
}

const everyMs = 2_000;

/**
 * A further replica that joins every group, stays for two seconds, goes, and comes back two seconds later, until
 * the signal fires. The pace is the fault that is injected; nothing is concluded from it. On a machine where finding
 * a new order takes longer than that, the groups would do nothing else: it comes back only when work was done since.
 */
export async function comeAndGo(
  system: System,
  until: AbortSignal,
  done: () => Promise<number>,
): Promise<Visits> {
  let count = 0;
  let handled = 0;
  while (!until.aborted) {
    const visitor = await startReplica(system);
    await joined(visitor);
    await paced(until);
    handled += await handledBy(visitor);
    await visitor.stop();
    count += 1;
    const before = await done();
    await paced(until);
    await waitFor(
      'work between two visits',
      async () => until.aborted || (await done()) > before || undefined,
    );
  }
  return { count, handled };
}

/** Every service that hears has partitions of its own; the gateway publishes and hears nothing. */
export async function joined(replica: Host): Promise<void> {
  const hears = async () => {
    const { services } = await replica.ready();
    return (
      services.every(({ service, status }) => service === 'gateway' || status === 'hearing') || undefined
    );
  };
  await waitFor('a replica to be given partitions', hears, {
    describe: async () => JSON.stringify(await replica.ready()),
  });
}

export async function handledBy(replica: Host): Promise<number> {
  const { services } = await replica.ready();
  return services.reduce((sum, { counts }) => sum + counts.handled, 0);
}

const paced = (until: AbortSignal): Promise<unknown> =>
  pause(everyMs, undefined, { signal: until }).catch(() => undefined);
