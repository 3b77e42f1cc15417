import { fileURLToPath } from 'node:url';
import { environmentOfAll, services, type World } from '@countersign/cli/composition';
import type { Service } from '@countersign/contracts';
import type { TestDatabase } from '@countersign/event-store/testing';
import { type Host, startHost } from '@countersign/messaging';
import { createLogger } from '@countersign/telemetry';
import type { Bus } from './bus.js';
import { servePlanner } from './planner-over-http.js';
import { planningWith } from './planning-with.js';
import { type Program, type Separate, startSeparately } from './separate-processes.js';
import type { OwnServers, SystemOptions } from './system.js';

export interface Beside {
  readonly world: World;
  readonly database: TestDatabase;
  readonly bus: Bus;
  readonly own?: OwnServers | undefined;
}

/** All in this process. */
export function startTogether({ world, database, bus }: Beside, options: SystemOptions): Promise<Host> {
  const { ports, planner, logs } = options;
  const level = logs?.level ?? 'error';
  return startHost({
    services: services.map((one) => (planner === undefined ? one : planningWith(planner, one))),
    databaseUrlOf: (service) => database.urls[`countersign_${service}`],
    readerUrl: database.urls.countersign_reader,
    bus: bus.choice,
    env: environmentOfAll(
      services.map(({ service }) => service),
      world,
    ),
    logger: createLogger({
      ...{ service: 'e2e', level, now: () => Date.now() },
      ...(logs === undefined ? {} : { destination: logs }),
    }),
    ...(ports === undefined ? {} : { ports }),
  });
}

/** A process each. What a test puts behind the planner's port answers from this process. */
export async function startApart(
  { world, database, bus, own }: Beside,
  { planner, logs, ports }: SystemOptions,
): Promise<Separate> {
  if (ports !== undefined) throw new Error('A clock of the test cannot be given to other processes.');
  const served = planner === undefined ? undefined : await servePlanner(planner);
  const programs = served === undefined ? {} : { refund_specialist: asking(served.url) };
  const reached = (service: Service) => ({
    ...bus.environment,
    DATABASE_URL: database.urls[`countersign_${service}`],
    READER_DATABASE_URL: database.urls.countersign_reader,
  });
  const separate = await startSeparately({
    ...{ world, programs, logs },
    environmentOf: own?.environmentOf ?? reached,
  });
  return {
    ...separate,
    stop: async () => {
      await separate.stop();
      await served?.close();
    },
  };
}

const asking = (url: string): Program => ({
  file: fileURLToPath(new URL('./specialist/main.js', import.meta.url)),
  environment: { PLANNER_URL: url },
});
