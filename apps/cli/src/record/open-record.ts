import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresEventStore } from '@countersign/event-store';
import { startEmbeddedPostgres } from '@countersign/event-store/embedded';
import { dataFolder } from '../instance/data-folder.js';
import { refusalOf, requireDatabase, urlAs } from '../instance/database-url.js';
import { runningOn } from '../instance/running-file.js';
import { openSecrets, wrappingKeyIn } from '../instance/secrets.js';
import { CommandRefused } from '../terminal/refusal.js';
import { openReadingStore } from './reading-store.js';

export interface OpenRecord {
  readonly store: PostgresEventStore;
  /** What the tables hold, as it is. */
  readonly raw: PostgresEventStore;
  readonly folder: string;
}

/**
 * The record to look at: of the database in DATABASE_URL, of the instance that runs on the data folder, or, when
 * none runs, of the folder's own database, started for this look and stopped again.
 */
export async function onRecord<Answer>(
  data: string | undefined,
  look: (record: OpenRecord) => Promise<Answer>,
): Promise<Answer> {
  const folder = await dataFolder(data);
  const databaseUrl = process.env['DATABASE_URL'] || undefined;
  if (databaseUrl !== undefined) {
    await requireDatabase(databaseUrl, 'must_exist');
    return lookWith({ url: databaseUrl, folder, wrappingKey: givenWrappingKey() }, look);
  }
  const wrappingKey = await wrappingKeyIn(folder);
  const running = await runningOn(folder);
  if (running !== undefined) {
    return lookWith({ url: running.auditorUrl, folder, wrappingKey }, look);
  }
  const hasData = await access(join(folder, 'database')).then(
    () => true,
    () => false,
  );
  if (!hasData) throw new CommandRefused(`There is no record in ${folder} yet; start one with: npm start`);
  const { rolePasswords } = await openSecrets(folder);
  const server = await startEmbeddedPostgres({ folder: join(folder, 'database'), port: 0 });
  try {
    const url = urlAs(server.url, 'countersign_auditor', rolePasswords.countersign_auditor);
    return await lookWith({ url, folder, wrappingKey }, look);
  } finally {
    await server.stop();
  }
}

/** @throws CommandRefused for one that is none; the key itself is never repeated. */
function givenWrappingKey(): string | undefined {
  const given = process.env['SUBJECT_KEYS_WRAPPING_KEY'] || undefined;
  if (given === undefined || Buffer.from(given, 'base64').length === 32) return given;
  throw new CommandRefused('SUBJECT_KEYS_WRAPPING_KEY is not 32 bytes in base64.');
}

interface Place {
  readonly url: string;
  readonly folder: string;
  readonly wrappingKey: string | undefined;
}

async function lookWith<Answer>(
  { url, folder, wrappingKey }: Place,
  look: (record: OpenRecord) => Promise<Answer>,
): Promise<Answer> {
  const { store, raw, close } = openReadingStore(url, wrappingKey);
  try {
    return await look({ store, raw, folder });
  } catch (error) {
    const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
    if (cause?.code === '42P01') {
      throw new CommandRefused(
        'This database holds no record of Countersign; run countersign migrate first.',
      );
    }
    throw code === 'store_unavailable' ? refusalOf(cause, url) : error;
  } finally {
    await close();
  }
}
