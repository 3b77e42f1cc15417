import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ended, endingWithParent } from '@countersign/event-store/embedded';
import { CommandRefused } from '../terminal/refusal.js';
import type { PortPlan } from './ports.js';
import type { RunningInstance } from './running-file.js';

export interface SandboxProcess {
  readonly pid: number;
  readonly urls: Addresses;
  stop(): Promise<void>;
}

export interface SandboxOptions {
  readonly folder: string;
  readonly ports: PortPlan;
  /** Called once when it ends by itself. */
  onDied(reason: string): void;
}

/** The outside world, and the stand-ins that capabilities bring to it. */
export type Addresses = Pick<RunningInstance, 'outside' | 'standIns'>;
type Found = Record<(typeof SYSTEMS)[number], string> & Record<string, string>;

const SYSTEMS = ['identity', 'orders', 'documents', 'payments', 'admin'] as const;
const STARTS_WITHIN_MS = 120_000;
const STOPS_WITHIN_MS = 5_000;

/** The outside world as a process of its own: it shares no code, no memory and no database with what is tested. */
export async function startSandboxProcess(options: SandboxOptions): Promise<SandboxProcess> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...endingWithParent, programOfSandbox()],
    // In a process group of its own: Ctrl-C reaches us, and we stop the outside world after the services.
    { env: environmentOf(options), stdio: ['pipe', 'pipe', 'pipe'], detached: true },
  );
  const state = { stopping: false };
  const urls = await addressesOf(child);
  child.once('exit', (code, signal) => {
    if (!state.stopping) options.onDied(signal === null ? `exit code ${code}` : `signal ${signal}`);
  });
  const pid = child.pid ?? 0;
  return {
    pid,
    urls,
    stop: async () => {
      state.stopping = true;
      await end(child, pid);
    },
  };
}

export function programOfSandbox(): string {
  return fileURLToPath(import.meta.resolve('@countersign/sandbox'));
}

function environmentOf({ folder, ports }: SandboxOptions): NodeJS.ProcessEnv {
  const own = SYSTEMS.map((name) => [`SANDBOX_${name.toUpperCase()}_PORT`, String(ports[name])]);
  return {
    PATH: process.env['PATH'],
    SANDBOX_DATA_FOLDER: join(folder, 'sandbox'),
    SANDBOX_STAND_INS_PORT: String(ports.standIns),
    ...Object.fromEntries(own),
  };
}

/** Its lines, one a server, the admin server's last; by the time it is printed, every server answers. */
async function addressesOf(child: ChildProcess): Promise<Addresses> {
  const found: Record<string, string> = {};
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-2_000);
  });
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new CommandRefused(`The sandbox did not start: ${why}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail('no answer in time.');
    }, STARTS_WITHIN_MS);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(complaint.trim().split('\n')[0] || `it ended with exit code ${code}.`);
    });
    if (child.stdout === null) return;
    createInterface(child.stdout).on('line', (line) => {
      const [, name, url] = /^sandbox ([\w-]+)\s+(http\S+)$/.exec(line) ?? [];
      if (name !== undefined && url !== undefined) found[name] = url;
      if (!SYSTEMS.every((system) => found[system] !== undefined)) return;
      clearTimeout(timer);
      const { identity, orders, documents, payments, admin, ...standIns } = found as Found;
      resolve({ outside: { identity, orders, documents, payments, admin }, standIns });
    });
  });
}

async function end(child: ChildProcess, pid: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  if (!(await ended(pid, STOPS_WITHIN_MS))) child.kill('SIGKILL');
  await ended(pid, STOPS_WITHIN_MS);
}
