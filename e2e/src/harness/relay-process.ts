import { type ChildProcess, spawn } from 'node:child_process';
import { programFile } from '@countersign/cli/composition';
import { endingWithParent } from '@countersign/event-store/embedded';
import { endProgram, passedOn, runs } from './programs.js';

/** The relay as `node apps/relay/dist/main.js`. */
export interface RelayProcess {
  readonly isRunning: boolean;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Once more, after a kill. */
  start(): void;
  stop(): Promise<void>;
}

export function relayProcess(environment: Readonly<Record<string, string>>): RelayProcess {
  const spawned = (): ChildProcess =>
    spawn(process.execPath, [...endingWithParent, programFile('relay')], {
      stdio: ['pipe', 'ignore', 'inherit'],
      env: { ...passedOn(), LOG_LEVEL: 'error', RELAY_PORT: '0', ...environment },
    });
  let child = spawned();
  return {
    get isRunning() {
      return runs(child);
    },
    kill: () => endProgram(child, 'SIGKILL'),
    start: () => {
      child = spawned();
    },
    stop: () => endProgram(child, 'SIGTERM'),
  };
}
