import { closeSync, openSync } from 'node:fs';
import type { Service } from '@countersign/contracts';
import {
  addressOf,
  environmentOfProgram,
  type OnKafka,
  type Program,
  programFile,
  programName,
  programs,
} from '../composition/composition.js';
import { endLeft } from './left-process.js';
import { ServiceProcess } from './service-process.js';
import { UndoList } from './undo-list.js';

/** The services of an instance, wherever they run. */
export interface InstanceServices {
  urlOf(service: Service): string | undefined;
  /** Process ids by program; none where they live in this process. */
  pids(): Readonly<Partial<Record<Program, number>>>;
  stop(): Promise<void>;
}

export interface InProcessesOptions {
  readonly on: OnKafka;
  readonly logFile: string;
  readonly signal: AbortSignal;
  /** A service ended and is started again in a moment. */
  onRestart(sentence: string): void;
  /** It was; its process id is another now. */
  onRestarted(): void;
  /** A service ended too often to go on. */
  onGivenUp(sentence: string): void;
}

/**
 * Every service and the relay, each as a process of its own, all ready when this resolves. They are stopped in the
 * order of what they need: the services together, and after them the relay, so that what was committed last is
 * still moved.
 */
export async function startInProcesses(options: InProcessesOptions): Promise<InstanceServices> {
  const { on, logFile, signal, onRestart, onRestarted, onGivenUp } = options;
  const undo = new UndoList();
  const log = openSync(logFile, 'a', 0o600);
  undo.add(async () => closeSync(log));
  const started = new Map<Program, ServiceProcess>();
  const start = (program: Program) => {
    const process = new ServiceProcess({
      ...{ log, onRestart, onRestarted, onGivenUp },
      name: programName(program),
      file: programFile(program),
      env: environmentOfProgram(program, on),
      address: addressOf(program, on),
    });
    started.set(program, process);
    return process;
  };
  const [relay, ...services] = programs.map(start);
  undo.add(async () => relay?.stop());
  undo.add(() => Promise.all(services.map((service) => service.stop())));
  try {
    await allReady([...started.values()], signal);
  } catch (error) {
    await undo.undo();
    throw error;
  }
  return {
    urlOf: (service) => addressOf(service, on),
    pids: () => Object.fromEntries([...started].map(([program, { pid }]) => [program, pid])),
    stop: () => undo.undo(),
  };
}

/** The first that fails ends the waiting for the others. */
async function allReady(processes: readonly ServiceProcess[], signal: AbortSignal): Promise<void> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  await Promise.all(processes.map((one) => one.untilReady(either))).catch((error: unknown) => {
    failed.abort(error);
    throw error;
  });
}

/** What a killed instance left running of these. */
export async function endLeftPrograms(pids: Readonly<Partial<Record<Program, number>>>): Promise<void> {
  const left = Object.entries(pids) as [Program, number][];
  await Promise.all(left.map(([program, pid]) => endLeft(pid, programFile(program))));
}
