import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PostgresEventStore, type Role } from '@countersign/event-store';
import { startOf, takeOwnership } from '@countersign/event-store/embedded';
import type { Host } from '@countersign/messaging';
import { createLogger, type Log } from '@countersign/telemetry';
import { CommandRefused } from '../terminal/refusal.js';
import { emptyFolder, prepareFolder } from './data-folder.js';
import { type Database, openDatabase } from './database.js';
import { urlAs } from './database-url.js';
import { type PortPlan, requireFree } from './ports.js';
import {
  announceRunning,
  forgetRunning,
  lastAnnounced,
  type RunningInstance,
  runningOn,
} from './running-file.js';
import { endLeftSandbox, type SandboxProcess, startSandboxProcess } from './sandbox-process.js';
import { startSealing } from './sealing.js';
import { openSecrets, type Secrets, sealSigner } from './secrets.js';
import { startServices } from './services-of-instance.js';
import { UndoList } from './undo-list.js';

export interface InstanceOptions {
  readonly folder: string;
  readonly ports: PortPlan;
  readonly databaseUrl: string | undefined;
  /** Throws away what an earlier run left in the folder. */
  readonly fresh: boolean;
  /** Aborted: stop starting. */
  readonly signal: AbortSignal;
  /** One short phrase a step, while it starts. */
  onStep(phrase: string): void;
  /** Called once when something it cannot do without ends by itself. */
  onDied(sentence: string): void;
}

/** Everything that runs when everything runs. */
export interface Instance {
  readonly running: RunningInstance;
  readonly database: Database['kind'];
  readonly logFile: string;
  /** Services first, then the last seal, the sandbox and the database. */
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
  const { database: databasePort, ...httpPorts } = options.ports;
  await requireFree(httpPorts);
  const secrets = await openSecrets(folder);
  const logFile = join(folder, 'countersign.log');
  const logger = fileLogger(logFile, undo);

  onStep(options.databaseUrl === undefined ? 'starting PostgreSQL' : 'preparing the database');
  const database = await openDatabase({
    ...{ folder, port: databasePort, databaseUrl: options.databaseUrl },
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
  onStep('starting the services');
  const urlOf = (role: Role) => urlAs(database.adminUrl, role, secrets.rolePasswords[role]);
  const host = await startServices({ ports: options.ports, secrets, outside: sandbox.urls, urlOf, logger });
  undo.add(() => host.stop());
  signal.throwIfAborted();

  const running = await describe({ host, sandbox, auditorUrl: urlOf('countersign_auditor') });
  await announceRunning(folder, running);
  undo.add(() => forgetRunning(folder));
  return { running, database: database.kind, logFile, stop: () => undo.undo() };
}

/** Nobody else runs on this folder, and what a killed instance left running is gone. */
async function takeFolder({ folder, fresh, databaseUrl }: InstanceOptions, undo: UndoList): Promise<void> {
  if (fresh && databaseUrl !== undefined) {
    throw new CommandRefused('--fresh does not drop the database in DATABASE_URL; drop it yourself.');
  }
  await prepareFolder(folder);
  const other = await runningOn(folder);
  if (other !== undefined) {
    throw new CommandRefused(
      `Countersign is already running on ${folder} (process ${other.pid}, ${other.services.gateway}); stop it first, or use another folder with --data and another first port with --port.`,
    );
  }
  await takeOwnership(folder);
  undo.add(() => rm(join(folder, 'owner'), { force: true }));
  const last = await lastAnnounced(folder);
  if (last !== undefined) await endLeftSandbox(last.sandboxPid);
  await forgetRunning(folder);
  if (fresh) await emptyFolder(folder);
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
  host: Host;
  sandbox: SandboxProcess;
  auditorUrl: string;
}): Promise<RunningInstance> {
  const { host, sandbox, auditorUrl } = of;
  return {
    pid: process.pid,
    pidStart: await startOf(process.pid),
    startedAt: new Date().toISOString(),
    services: {
      gateway: host.urlOf('gateway') ?? '',
      approvalService: host.urlOf('approval_service') ?? '',
      reconciler: host.urlOf('reconciler') ?? '',
    },
    outside: sandbox.urls,
    sandboxPid: sandbox.pid,
    auditorUrl,
  };
}
