import type { RecordedEvent, Service } from '@countersign/contracts';
import type { CommitWatch } from './commit-watch.js';
import type { Separate } from './separate-processes.js';
import type { System } from './system.js';

/** Kills a service (SIGKILL) the moment an event is committed, and starts it again at once. */
export async function killWhen(
  { system, watch }: { readonly system: System; readonly watch: CommitWatch },
  service: Service,
  fits: (event: RecordedEvent) => boolean,
): Promise<RecordedEvent> {
  const event = await watch.next(fits);
  await restart(system, service);
  return event;
}

export async function restart(system: System, ...services: readonly Service[]): Promise<void> {
  const host = processesOf(system);
  await Promise.all(services.map((service) => host.kill(service)));
  await Promise.all(services.map((service) => host.start(service)));
}

export function processesOf({ host }: System): Separate {
  if (!('kill' in host)) throw new Error('Only a system of separate processes can lose one.');
  return host;
}
