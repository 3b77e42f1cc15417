import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { takeOwnership } from '@countersign/event-store/embedded';
import { CommandRefused } from '../terminal/refusal.js';
import { emptyFolder, prepareFolder } from './data-folder.js';
import type { InstanceOptions } from './instance.js';
import { endLeft } from './left-process.js';
import { forgetRunning, lastAnnounced, runningOn } from './running-file.js';
import { programOfSandbox } from './sandbox-process.js';
import { endLeftPrograms } from './services-in-processes.js';
import type { UndoList } from './undo-list.js';

type Taking = Pick<InstanceOptions, 'folder' | 'fresh' | 'databaseUrl' | 'bus'>;

/** Nobody else runs on this folder, and what a killed instance left running is gone. */
export async function takeFolder({ folder, fresh, databaseUrl, bus }: Taking, undo: UndoList): Promise<void> {
  if (fresh && databaseUrl !== undefined) {
    throw new CommandRefused('--fresh does not drop the database in DATABASE_URL; drop it yourself.');
  }
  if (fresh && bus.kind === 'kafka' && bus.brokers !== undefined) {
    throw new CommandRefused(
      '--fresh does not empty the topics of the cluster in --brokers; do that yourself.',
    );
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
  if (last !== undefined) {
    await endLeftPrograms(last.kafka?.pids ?? {});
    await endLeft(last.sandboxPid, programOfSandbox());
  }
  await forgetRunning(folder);
  if (!fresh) return;
  const { endLeftKafka } = await import('@countersign/messaging/kafka/local');
  await endLeftKafka(join(folder, 'kafka'));
  await emptyFolder(folder);
}
