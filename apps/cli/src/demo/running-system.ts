import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolder } from '../instance/data-folder.js';
import { portsFrom } from '../instance/ports.js';
import { type RunningInstance, runningOn } from '../instance/running-file.js';
import { wrappingKeyIn } from '../instance/secrets.js';
import { openReadingStore } from '../record/reading-store.js';
import type { Printer } from '../terminal/printer.js';
import { CommandRefused } from '../terminal/refusal.js';
import type { Stage } from './act.js';
import { OutsideWorld } from './outside-world.js';

type Play = (stage: Stage, own: boolean) => Promise<void>;

/** Plays on the instance of the data folder, or on one started for it, which is then removed. */
export async function onRunningSystem(data: string | undefined, printer: Printer, play: Play): Promise<void> {
  const folder = await dataFolder(data);
  const running = await runningOn(folder);
  if (running !== undefined) {
    printer.line(`Playing on the instance at ${running.services.gateway}.`);
    return playOn({ running, folder }, printer, (stage) => play(stage, false));
  }
  if (data !== undefined)
    throw new CommandRefused(`Nothing runs on ${folder}; start it with: npm start -- --data ${data}`);
  return onOwnSystem(printer, play);
}

async function playOn(
  { running, folder }: { running: RunningInstance; folder: string },
  printer: Printer,
  play: (stage: Stage) => Promise<void>,
): Promise<void> {
  const { store, close } = openReadingStore(running.auditorUrl, await wrappingKeyIn(folder));
  const world = new OutsideWorld(running.outside);
  let latest: string | undefined;
  const onProposal = (proposalId: string) => {
    latest = proposalId;
  };
  try {
    await play({ running, store, printer, world, onProposal });
  } catch (error) {
    throw isGone(error) ? new CommandRefused(brokenOff(running, latest), { cause: error }) : error;
  } finally {
    await close();
  }
}

/** No answer from a service, or none from the database. */
function isGone(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return code === 'store_unavailable' || (code === 'command_refused' && cause !== undefined);
}

/** Whoever pulls the plug in the middle is told that nothing is lost, and where to see how it goes on. */
function brokenOff({ services }: RunningInstance, proposalId: string | undefined): string {
  const look =
    proposalId === undefined ? '' : `: npm run countersign -- show ${proposalId.slice(0, 8)} tells how`;
  return `\nThe instance at ${services.gateway} stopped answering in the middle of the demo.\nNothing that was recorded is lost. Start it again with npm start, and what had begun goes on${look}.`;
}

async function onOwnSystem(printer: Printer, play: Play): Promise<void> {
  const { startInstance } = await import('../instance/instance.js');
  const folder = await mkdtemp(join(tmpdir(), 'countersign-demo-'));
  // The database's own user passes through it.
  await chmod(folder, 0o755);
  const stopping = new AbortController();
  const stop = () => stopping.abort(new CommandRefused('The demo was stopped before its end.'));
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  printer.line('No instance runs here, so the demo starts one of its own on free ports.');
  try {
    const instance = await startInstance({
      ...{ folder, ports: portsFrom(0), bus: { kind: 'postgres' } as const, databaseUrl: undefined },
      ...{ fresh: false, signal: stopping.signal },
      onStep: (phrase) => printer.line(printer.paint.dim(`  ${phrase} …`)),
      onRestart: (sentence) => printer.line(sentence),
      onDied: (sentence) => stopping.abort(new CommandRefused(sentence)),
    });
    const interrupted = untilInterrupted(stopping.signal);
    try {
      await Promise.race([
        playOn({ running: instance.running, folder }, printer, (stage) => play(stage, true)),
        interrupted,
      ]);
    } finally {
      await instance.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function untilInterrupted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () =>
      reject(new CommandRefused('The demo was stopped before its end.')),
    );
  });
}
