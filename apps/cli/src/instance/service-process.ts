import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { ended, endingWithParent } from '@countersign/event-store/embedded';
import { CommandRefused } from '../terminal/refusal.js';
import { complaintIn } from './complaint.js';

export interface ServiceProcessOptions {
  /** `policy-gate` */
  readonly name: string;
  /** What node runs. */
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where `/readyz` answers. */
  readonly address: string;
  /** An open file for what it prints. */
  readonly log: number;
  /** Before the first restart; doubled for each one after it within a minute. */
  readonly firstBackoffMs?: number;
  /** It ended by itself and is started again in a moment. */
  onRestart(sentence: string): void;
  onRestarted(): void;
  /** It ended too often to go on. */
  onGivenUp(sentence: string): void;
}

/** On a small and busy machine, where all of them start at once. */
const STARTS_WITHIN_MS = 240_000;
const STOPS_WITHIN_MS = 20_000;
const RESTARTS_MAX = 5;
const WITHIN_MS = 60_000;
const FIRST_BACKOFF_MS = 250;

/**
 * A service as a process of its own, kept running: when it ends by itself it is started again, at most five times
 * a minute with growing pauses. Nothing is lost meanwhile: what it did not finish is heard again.
 */
export class ServiceProcess {
  #child: ChildProcess;
  #stopping = false;
  #ready = false;
  #complaint = '';
  #endings: number[] = [];

  constructor(private readonly options: ServiceProcessOptions) {
    this.#child = this.#spawn();
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** @throws CommandRefused with its own complaint when it ends before it is ready. */
  async untilReady(signal: AbortSignal): Promise<void> {
    const { name, address } = this.options;
    for (const until = performance.now() + STARTS_WITHIN_MS; performance.now() < until; await wait(100)) {
      signal.throwIfAborted();
      if (this.#over) throw new CommandRefused(`The ${name} did not start: ${this.#why()}`);
      if (!(await isReady(address))) continue;
      this.#ready = true;
      return;
    }
    throw new CommandRefused(`The ${name} was not ready within ${STARTS_WITHIN_MS / 1_000} seconds.`);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#over) return;
    this.#child.kill('SIGTERM');
    if (!(await ended(this.pid, STOPS_WITHIN_MS))) this.#child.kill('SIGKILL');
    await ended(this.pid, STOPS_WITHIN_MS);
  }

  get #over(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  #spawn(): ChildProcess {
    const { file, env, log } = this.options;
    this.#complaint = '';
    const child = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        '--disable-warning=TimeoutNegativeWarning',
        ...endingWithParent,
        file,
      ],
      // In a process group of its own: Ctrl-C reaches us, and we stop it before what it depends on.
      { env: { ...passedOn(), ...env }, stdio: ['pipe', log, 'pipe'], detached: true },
    );
    child.stderr?.on('data', (chunk) => {
      this.#complaint = `${this.#complaint}${chunk}`.slice(-8_000);
    });
    child.once('error', (error) => {
      this.#complaint = error.message;
    });
    child.once('exit', () => void this.#afterExit());
    return child;
  }

  /** Before it was ever ready, its end is for whoever waits for that. */
  async #afterExit(): Promise<void> {
    if (this.#stopping || !this.#ready) return;
    const { name, onRestart, onRestarted, onGivenUp } = this.options;
    const nowMs = performance.now();
    this.#endings = [...this.#endings.filter((at) => nowMs - at < WITHIN_MS), nowMs];
    if (this.#endings.length > RESTARTS_MAX) {
      onGivenUp(`The ${name} ended ${this.#endings.length} times within a minute: ${this.#why()}`);
      return;
    }
    onRestart(`The ${name} ended by itself (${this.#why().replace(/\.$/, '')}); it is started again.`);
    await wait((this.options.firstBackoffMs ?? FIRST_BACKOFF_MS) * 2 ** (this.#endings.length - 1));
    if (this.#stopping) return;
    this.#child = this.#spawn();
    onRestarted();
  }

  #why(): string {
    const { exitCode, signalCode } = this.#child;
    const how = signalCode === null ? `exit code ${exitCode}` : `signal ${signalCode}`;
    return complaintIn(this.#complaint) ?? `${how}.`;
  }
}

/** What a person may set for all of them at once. */
function passedOn(): NodeJS.ProcessEnv {
  const names = ['PATH', 'LOG_LEVEL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'TZ', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(names.map((name) => [name, process.env[name]]).filter(([, value]) => value));
}

async function isReady(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5_000) });
    const { broker } = (await answer.json()) as { broker?: string };
    return answer.ok && broker !== 'down';
  } catch {
    return false;
  }
}
