import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, startOf } from '@countersign/event-store/embedded';
import type { Outside, Program } from '../composition/composition.js';
import { readIfThere, writePrivate } from './data-folder.js';

/** What other commands need to find a running instance. 0600: it holds the auditor's password. */
export interface RunningInstance {
  readonly pid: number;
  /** Tells the process from a later one with the same number. */
  readonly pidStart: string;
  readonly startedAt: string;
  readonly services: {
    readonly gateway: string;
    readonly approvalService: string;
    readonly reconciler: string;
  };
  readonly outside: Outside & { readonly admin: string };
  /** Addresses of the stand-ins that capabilities bring, by name. */
  readonly standIns: Readonly<Record<string, string>>;
  readonly sandboxPid: number;
  /** On Kafka: where it is, and the process of each program. */
  readonly kafka?: {
    readonly brokers: readonly string[];
    readonly pids: Readonly<Partial<Record<Program, number>>>;
  };
  /** The database as the role that may only read. */
  readonly auditorUrl: string;
}

const fileIn = (folder: string): string => join(folder, 'running.json');

export async function announceRunning(folder: string, running: RunningInstance): Promise<void> {
  await writePrivate(fileIn(folder), `${JSON.stringify(running, undefined, 2)}\n`);
}

export async function forgetRunning(folder: string): Promise<void> {
  await rm(fileIn(folder), { force: true });
}

/** What the folder's last instance wrote, whether or not it still lives. */
export async function lastAnnounced(folder: string): Promise<RunningInstance | undefined> {
  const text = await readIfThere(fileIn(folder));
  return text === undefined ? undefined : (JSON.parse(text) as RunningInstance);
}

/** The instance that runs on this folder now, if one does. */
export async function runningOn(folder: string): Promise<RunningInstance | undefined> {
  const last = await lastAnnounced(folder);
  if (last === undefined || !isAlive(last.pid)) return undefined;
  return (await startOf(last.pid)) === last.pidStart ? last : undefined;
}
