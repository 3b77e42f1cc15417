import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { environmentOf, folderOf, services, type World } from '@countersign/cli/composition';
import type { Service } from '@countersign/contracts';
import { loopbackPort } from '@countersign/event-store/embedded';
import type { TestDatabase } from '@countersign/event-store/testing';
import { waitFor } from '@countersign/testing';

const root = resolve(import.meta.dirname, '../../..');

/** Every service as `node apps/<service>/dist/main.js` with its own environment and database role. */
export interface Separate {
  urlOf(service: Service): string | undefined;
  /** SIGKILL: no goodbye, no clean-up. */
  kill(service: Service): Promise<void>;
  start(service: Service): Promise<void>;
  isRunning(service: Service): boolean;
  stop(): Promise<void>;
}

export async function startSeparately(
  given: World,
  database: TestDatabase,
  bus: Readonly<Record<string, string>> = {},
): Promise<Separate> {
  const ports = {
    gateway: await loopbackPort(0),
    approvalService: await loopbackPort(0),
    reconciler: await loopbackPort(0),
  };
  const world: World = { ...given, ports };
  const portOf: Partial<Record<Service, number>> = {
    gateway: ports.gateway,
    approval_service: ports.approvalService,
    reconciler: ports.reconciler,
  };
  const running = new Map<Service, ChildProcess>();
  const start = async (service: Service) => {
    running.set(service, spawnService(service, { world, database, bus }));
    const port = portOf[service];
    if (port !== undefined) await answers(port);
  };
  const end = (service: Service, signal: NodeJS.Signals) => ended(running, service, signal);
  await Promise.all(services.map(({ service }) => start(service)));
  return {
    urlOf: (service) => (portOf[service] === undefined ? undefined : `http://127.0.0.1:${portOf[service]}`),
    kill: (service) => end(service, 'SIGKILL'),
    start,
    isRunning: (service) =>
      running.get(service)?.exitCode === null && running.get(service)?.signalCode === null,
    stop: async () => {
      await Promise.all([...running.keys()].map((service) => end(service, 'SIGTERM')));
    },
  };
}

interface Surroundings {
  readonly world: World;
  readonly database: TestDatabase;
  readonly bus: Readonly<Record<string, string>>;
}

function spawnService(service: Service, { world, database, bus }: Surroundings): ChildProcess {
  return spawn(process.execPath, [resolve(root, 'apps', folderOf(service), 'dist/main.js')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      LOG_LEVEL: 'error',
      ...bus,
      ...environmentOf(service, world),
      DATABASE_URL: database.urls[`countersign_${service}`],
      READER_DATABASE_URL: database.urls.countersign_reader,
    },
  });
}

async function ended(
  running: Map<Service, ChildProcess>,
  service: Service,
  signal: NodeJS.Signals,
): Promise<void> {
  const child = running.get(service);
  running.delete(service);
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill(signal);
  await gone;
}

function answers(port: number): Promise<true> {
  return waitFor(
    `an answer on port ${port}`,
    () =>
      fetch(`http://127.0.0.1:${port}/livez`).then(
        () => true as const,
        () => undefined,
      ),
    { withinMs: 60_000 },
  );
}
