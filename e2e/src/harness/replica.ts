import { environmentOfAll, services } from '@countersign/cli/composition';
import { type Host, startHost } from '@countersign/messaging';
import { createLogger } from '@countersign/telemetry';
import { Person } from './person.js';
import type { System } from './system.js';

/** Every service of a system once more: another worker under the same roles, in the same consumer groups. */
export function startReplica({ world, database, bus }: System): Promise<Host> {
  return startHost({
    services,
    databaseUrlOf: (service) => database.urls[`countersign_${service}`],
    readerUrl: database.urls.countersign_reader,
    bus: bus.choice,
    env: environmentOfAll(
      services.map(({ service }) => service),
      world,
    ),
    logger: createLogger({ service: 'e2e replica', level: 'error', now: () => Date.now() }),
  });
}

/** Somebody who speaks to that replica alone. */
export function personAt(replica: Host, name: string, { sandbox }: System): Person {
  return new Person(name, {
    gateway: replica.urlOf('gateway') ?? '',
    approvals: replica.urlOf('approval_service') ?? '',
    recovery: replica.urlOf('reconciler') ?? '',
    identity: sandbox.urls.identity,
  });
}
