import { environmentOfAll, services, type World } from '@countersign/cli/composition';
import { systemPorts } from '@countersign/contracts';
import type { Role } from '@countersign/event-store';
import { type BusChoice, startHost } from '@countersign/messaging';
import { createLogger } from '@countersign/telemetry';
import { type RealCalls, recordsInMemory } from './records-in-memory.js';

/** What this process says of itself when asked. */
export interface Standing {
  readonly approvalsUrl: string;
  readonly parked: number;
  readonly calls: RealCalls;
  readonly cpuMs: number;
  /** Of the monotonic clock, as a profile counts. */
  readonly clockUs: number;
}

const world = JSON.parse(process.env['BENCH_WORLD'] ?? '{}') as World;
const urls = JSON.parse(process.env['BENCH_DATABASE_URLS'] ?? '{}') as Record<Role, string>;
const bus = JSON.parse(process.env['BENCH_BUS'] ?? '{"kind":"postgres"}') as BusChoice;
const memory = recordsInMemory(world.outside.payments);
const network = process.env['BENCH_RECORDS'] === 'real' ? { ...memory, fetch: globalThis.fetch } : memory;

/** The four services that a proposal meets, in one process, as the embedded default runs them. */
const chosen = services.filter(({ service }) =>
  ['policy_gate', 'approval_service', 'executor', 'reconciler'].includes(service),
);

const host = await startHost({
  services: chosen,
  databaseUrlOf: (service) => urls[`countersign_${service}`],
  readerUrl: urls.countersign_reader,
  bus,
  env: environmentOfAll(
    chosen.map(({ service }) => service),
    world,
  ),
  ports: { ...systemPorts(), network: { fetch: network.fetch } },
  logger: createLogger({ service: 'bench', level: 'error', now: () => Date.now() }),
});

process.on('message', () => void standing().then((answer) => process.send?.(answer)));
// Also when the benchmark is gone. Leaving by `exit` is what writes a profile.
process.once('SIGTERM', () => void host.stop().finally(() => process.exit(0)));
process.send?.(await standing());

async function standing(): Promise<Standing> {
  const { user, system } = process.cpuUsage();
  return {
    approvalsUrl: host.urlOf('approval_service') ?? '',
    parked: (await host.parked()).length,
    calls: { ...network.calls },
    cpuMs: (user + system) / 1_000,
    clockUs: Number(process.hrtime.bigint() / 1_000n),
  };
}
