import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endingWithParent } from '@countersign/event-store/embedded';

export const PROGRAM = fileURLToPath(new URL('../main.js', import.meta.url));

/** The command line as a person runs it: a process, what it prints, and how it ends. */
export class CountersignProcess {
  out = '';
  err = '';
  readonly #child: ChildProcess;
  readonly ended: Promise<number | string>;

  constructor(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    const { DATABASE_URL: _none, ...env } = process.env;
    this.#child = spawn(process.execPath, [...endingWithParent, PROGRAM, ...args], {
      env: { ...env, ...environment },
    });
    this.#child.stdout?.on('data', (chunk) => {
      this.out += chunk;
    });
    this.#child.stderr?.on('data', (chunk) => {
      this.err += chunk;
    });
    this.ended = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Resolves when it has printed this. */
  async printed(pattern: RegExp, withinMs = 120_000): Promise<void> {
    for (const end = performance.now() + withinMs; performance.now() < end; await wait(20)) {
      if (pattern.test(this.out)) return;
      if (!this.running) break;
    }
    throw new Error(`It did not print ${pattern}:\n${this.out}\n${this.err}`);
  }
}

/** Runs a command to its end. */
export async function runToEnd(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number | string; out: string; err: string }> {
  const run = new CountersignProcess(args, environment);
  const code = await run.ended;
  return { code, out: run.out, err: run.err };
}

/** Resolves as soon as the condition holds; throws when it does not within the time. */
export async function until(holds: () => boolean | Promise<boolean>, withinMs = 120_000): Promise<void> {
  for (const end = performance.now() + withinMs; performance.now() < end; await wait(50)) {
    if (await holds()) return;
  }
  throw new Error(`The condition did not hold within ${withinMs} ms: ${holds}`);
}
