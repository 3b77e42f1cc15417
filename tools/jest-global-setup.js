/**
 * Opens a run for tests with a database or a broker. Each starts with the first test that asks for it, and ends with
 * the run, however that ends: beside it stands a guard that clears up when this process is gone.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { openTestRun } from '@countersign/event-store/testing';
import { endAbandonedTestKafkas } from '@countersign/messaging/kafka/testing';

export default async function setup() {
  await endAbandonedTestKafkas();
  const run = await openTestRun();
  globalThis.countersignTestRun = run;
  // In a process group of its own: Ctrl-C is not meant for it.
  const options = { detached: true, stdio: ['pipe', 'ignore', 'inherit'] };
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'jest-run-guard.js'), run], options);
  guard.unref();
  guard.stdin.unref();
  globalThis.countersignTestRunGuard = guard;
}
