import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { environmentOf, programFile, services, type World } from '@countersign/cli/composition';
import type { Service } from '@countersign/contracts';
import { endingWithParent } from '@countersign/event-store/embedded';
import type { ServiceReadiness } from '@countersign/messaging';
import { waitFor } from '@countersign/testing';
import type { Logs } from './logs.js';
import { compilingOnce, endProgram, passedOn, runs } from './programs.js';
import { isEdge, portsOfProbes, portsOfWorld, type ServicePorts } from './service-ports.js';

/** Every service as `node apps/<service>/dist/main.js` with its own environment and database role. */
export interface Separate {
  urlOf(service: Service): string | undefined;
  /** SIGKILL: no goodbye, no clean-up. */
  kill(service: Service): Promise<void>;
  start(service: Service): Promise<void>;
  isRunning(service: Service): boolean;
  /** As each process says of itself; a process that is away says nothing. */
  ready(): Promise<{ readonly services: readonly ServiceReadiness[] }>;
  stop(): Promise<void>;
}

/** What the processes are pointed at. */
export interface Surroundings {
  readonly world: World;
  /** Beside what the world says: its database and its bus. It may point it elsewhere than the world does. */
  environmentOf(service: Service, world: World): Readonly<Record<string, string>>;
  /** Another program in a service's place. */
  readonly programs?: Partial<Record<Service, Program>>;
  readonly logs?: Logs | undefined;
}

export interface Program {
  readonly file: string;
  readonly environment: Readonly<Record<string, string>>;
}

export async function startSeparately(given: Surroundings): Promise<Separate> {
  const ports = await portsOfProbes();
  const surroundings = { ...given, world: { ...given.world, ports: portsOfWorld(ports) } };
  const running = new Map<Service, ChildProcess>();
  const start = async (service: Service) => {
    const child = spawnService(service, surroundings, ports);
    running.set(service, child);
    await answers(service, { child, port: ports[service] });
  };
  const end = async (service: Service, signal: NodeJS.Signals) => {
    const child = running.get(service);
    running.delete(service);
    await endProgram(child, signal);
  };
  const stop = async () => {
    await Promise.all([...running.keys()].map((service) => end(service, 'SIGTERM')));
  };
  await Promise.all(services.map(({ service }) => start(service))).catch(async (error) => {
    await stop();
    throw error;
  });
  return {
    urlOf: (service) => `http://127.0.0.1:${ports[service]}`,
    kill: (service) => end(service, 'SIGKILL'),
    start,
    isRunning: (service) => runs(running.get(service)),
    ready: async () => {
      const said = await Promise.all([...running.keys()].map((service) => readiness(ports[service])));
      return { services: said.flat() };
    },
    stop,
  };
}

function spawnService(service: Service, given: Surroundings, ports: ServicePorts): ChildProcess {
  const { world, programs = {}, logs } = given;
  const { file, environment } = programs[service] ?? { file: programFile(service), environment: {} };
  const child = spawn(process.execPath, [...endingWithParent, compilingOnce, file], {
    stdio: ['pipe', logs === undefined ? 'ignore' : 'pipe', 'inherit'],
    env: {
      ...passedOn(),
      LOG_LEVEL: logs?.level ?? 'error',
      // Where people are served the probes are beside them.
      HEALTH_PORT: isEdge(service) ? '0' : String(ports[service]),
      ...environmentOf(service, world),
      ...given.environmentOf(service, world),
      ...environment,
    },
  });
  if (logs !== undefined && child.stdout !== null)
    createInterface(child.stdout).on('line', (line) => logs.write(line));
  return child;
}

async function readiness(port: number): Promise<readonly ServiceReadiness[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  const said = (await answer?.json().catch(() => undefined)) as
    | { services?: readonly ServiceReadiness[] }
    | undefined;
  return said?.services ?? [];
}

function answers(
  service: Service,
  { child, port }: { readonly child: ChildProcess; readonly port: number },
): Promise<true> {
  return waitFor(
    `an answer of ${service} on port ${port}`,
    () => {
      const { exitCode, signalCode } = child;
      if (exitCode !== null || signalCode !== null)
        throw new Error(`${service} ended: ${signalCode ?? `exit code ${exitCode}`}.`);
      return fetch(`http://127.0.0.1:${port}/livez`).then(
        () => true as const,
        () => undefined,
      );
    },
    { withinMs: 240_000 },
  );
}
