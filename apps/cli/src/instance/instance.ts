import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { PostgresEventStore, type Role } from '@countersign/event-store';
import { startOf } from '@countersign/event-store/embedded';
import { createLogger, type Log } from '@countersign/telemetry';
import { Announcing } from './announcing.js';
import { type Database, openDatabase } from './database.js';
import { urlAs } from './database-url.js';
import { type InstanceKafka, openKafka } from './kafka-of-instance.js';
import { pointPaymentsAt } from './payments-webhooks.js';
import { type PortPlan, type ProcessPortPlan, requireFree, withFreePorts } from './ports.js';
import type { RunningInstance } from './running-file.js';
import { type SandboxProcess, startSandboxProcess } from './sandbox-process.js';
import { startSealing } from './sealing.js';
import { openSecrets, type Secrets, sealSigner } from './secrets.js';
import { type InstanceServices, startInProcesses } from './services-in-processes.js';
import { type ServicesOptions, startTogether, worldOf } from './services-of-instance.js';
import { takeFolder } from './take-folder.js';
import { UndoList } from './undo-list.js';

/** In one process, fed from the database; or on Kafka, each service a process of its own. */
export type InstanceBus =
  | { readonly kind: 'postgres' }
  | {
      readonly kind: 'kafka';
      readonly ports: ProcessPortPlan;
      /** Of a cluster that runs already; without them one node is started here. */
      readonly brokers: readonly string[] | undefined;
    };

export interface InstanceOptions {
  readonly folder: string;
  readonly ports: PortPlan;
  readonly databaseUrl: string | undefined;
  readonly bus: InstanceBus;
  /** Throws away what an earlier run left in the folder. */
  readonly fresh: boolean;
  /** Aborted: stop starting. */
  readonly signal: AbortSignal;
  /** One short phrase a step, while it starts. */
  onStep(phrase: string): void;
  /** A service ended by itself and is started again. */
  onRestart(sentence: string): void;
  /** Called once when something it cannot do without ends by itself. */
  onDied(sentence: string): void;
}

/** Everything that runs when everything runs. */
export interface Instance {
  readonly running: RunningInstance;
  readonly database: Database['kind'];
  readonly logFile: string;
  /** Services first, then the relay, the last seal, the sandbox, the database and Kafka. */
  stop(): Promise<void>;
}

const SEAL_EVERY_MS = 60_000;

/** Starts everything or nothing: whatever fails, all that was started before it is stopped again. */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const undo = new UndoList();
  try {
    return await startIn(options, undo);
  } catch (error) {
    await undo.undo();
    throw error;
  }
}

async function startIn(options: InstanceOptions, undo: UndoList): Promise<Instance> {
  const { folder, signal, onStep, onDied } = options;
  await takeFolder(options, undo);
  await requirePorts(options);
  const secrets = await openSecrets(folder);
  const logFile = join(folder, 'countersign.log');
  const logger = fileLogger(logFile, undo);
  const kafka = await kafkaOf(options, undo);
  signal.throwIfAborted();

  onStep(options.databaseUrl === undefined ? 'starting PostgreSQL' : 'preparing the database');
  const database = await openDatabase({
    ...{ folder, port: options.ports.database, databaseUrl: options.databaseUrl },
    rolePasswords: secrets.rolePasswords,
    onDied: (reason) => onDied(`The database ended by itself (${reason}).`),
  });
  undo.add(() => database.stop());
  signal.throwIfAborted();

  onStep('starting the sandbox');
  const sandbox = await startSandboxProcess({
    ...{ folder, ports: options.ports },
    onDied: (reason) => onDied(`The sandbox ended by itself (${reason}).`),
  });
  undo.add(() => sandbox.stop());
  signal.throwIfAborted();

  startSeals({ database, secrets, logger }, undo);
  const urlOf = (role: Role) => urlAs(database.adminUrl, role, secrets.rolePasswords[role]);
  const given = { secrets, ...sandbox.urls, urlOf, logger, logFile };
  const announcing = new Announcing(folder, undo);
  const services = await startServices({ ...given, kafka, announcing }, options);
  undo.add(() => services.stop());
  signal.throwIfAborted();
  await pointPaymentsAt(services.urlOf('reconciler'), sandbox.urls.outside);

  const auditorUrl = urlOf('countersign_auditor');
  const running = await announcing.of(() => describe({ services, sandbox, auditorUrl, kafka }));
  return { running, database: database.kind, logFile, stop: () => undo.undo() };
}

/** Looked at before anything is started; the database looks at its own, which a killed instance may still hold. */
async function requirePorts({ ports, bus }: InstanceOptions): Promise<void> {
  const { database: _own, ...needed } = ports;
  await requireFree(needed);
  if (bus.kind === 'postgres') return;
  const { kafka: _broker, kafkaController: _controller, ...probes } = bus.ports;
  await requireFree(probes);
}

async function kafkaOf(
  { folder, bus, onStep, onDied }: InstanceOptions,
  undo: UndoList,
): Promise<InstanceKafka | undefined> {
  if (bus.kind === 'postgres') return undefined;
  const { ports, brokers } = bus;
  const onDeath = (reason: string) => onDied(`Kafka ended by itself (${reason}).`);
  const kafka = await openKafka({ folder, ports, brokers, onStep, onDied: onDeath });
  undo.add(() => kafka.stop());
  return kafka;
}

interface Given extends Omit<ServicesOptions, 'ports'> {
  readonly logFile: string;
  readonly kafka: InstanceKafka | undefined;
  readonly announcing: Announcing;
}

async function startServices(given: Given, options: InstanceOptions): Promise<InstanceServices> {
  const { bus, signal, onStep, onRestart, onDied } = options;
  const { kafka, urlOf, logFile, announcing } = given;
  if (bus.kind === 'postgres' || kafka === undefined) {
    onStep('starting the services');
    const host = await startTogether({ ...given, ports: options.ports });
    return { urlOf: (service) => host.urlOf(service), pids: () => ({}), stop: () => host.stop() };
  }
  onStep('starting the relay and the services, each as a process of its own');
  const { refundSpecialist, policyGate, kafka: _broker, kafkaController: _controller, ...probes } = bus.ports;
  const { gateway, approvalService, reconciler } = options.ports;
  const all = await withFreePorts({
    ...{ gateway, approvalService, reconciler },
    ...{ ...probes, refund_specialist: refundSpecialist, policy_gate: policyGate },
  });
  const world = worldOf({ ...given, ports: { ...options.ports, ...all } });
  return startInProcesses({
    on: { world, brokers: kafka.brokers, urlOf, probePorts: all },
    ...{ logFile, signal, onGivenUp: onDied },
    onRestart,
    onRestarted: () => announcing.again(),
  });
}

/** The services' own log lines, JSON, for whoever looks into something. The terminal stays readable. */
function fileLogger(file: string, undo: UndoList): Log {
  const lines = createWriteStream(file, { flags: 'a', mode: 0o600 });
  lines.on('error', () => undefined);
  undo.add(() => new Promise((done) => lines.end(done)));
  return createLogger({ service: 'countersign', level: 'info', destination: lines, now: () => Date.now() });
}

function startSeals(
  { database, secrets, logger }: { database: Database; secrets: Secrets; logger: Log },
  undo: UndoList,
): void {
  const url = urlAs(database.adminUrl, 'countersign_auditor', secrets.rolePasswords.countersign_auditor);
  const store = new PostgresEventStore({ url, applicationName: 'countersign seals', readConnections: 1 });
  undo.add(() => store.close());
  const sealing = startSealing(store, sealSigner(secrets.sealKey), { everyMs: SEAL_EVERY_MS, logger });
  undo.add(() => sealing.stop());
}

async function describe(of: {
  services: InstanceServices;
  sandbox: SandboxProcess;
  auditorUrl: string;
  kafka: InstanceKafka | undefined;
}): Promise<RunningInstance> {
  const { services, sandbox, auditorUrl, kafka } = of;
  return {
    pid: process.pid,
    pidStart: await startOf(process.pid),
    startedAt: new Date().toISOString(),
    services: {
      gateway: services.urlOf('gateway') ?? '',
      approvalService: services.urlOf('approval_service') ?? '',
      reconciler: services.urlOf('reconciler') ?? '',
    },
    ...sandbox.urls,
    sandboxPid: sandbox.pid,
    ...(kafka === undefined ? {} : { kafka: { brokers: kafka.brokers, pids: services.pids() } }),
    auditorUrl,
  };
}
