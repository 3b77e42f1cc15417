import { join } from 'node:path';
import { migrate } from '@countersign/event-store';
import { startEmbeddedPostgres } from '@countersign/event-store/embedded';
import pg from 'pg';
import { CommandRefused } from '../terminal/refusal.js';
import { placeOf, refusalOf, requireDatabase } from './database-url.js';
import type { Secrets } from './secrets.js';

/** A migrated database that this process alone runs services on. */
export interface Database {
  readonly adminUrl: string;
  readonly kind: 'embedded' | 'given';
  stop(): Promise<void>;
}

export interface DatabaseOptions {
  readonly folder: string;
  readonly port: number;
  /** An administrator's URL of another PostgreSQL; without it, the embedded one is started. */
  readonly databaseUrl: string | undefined;
  readonly rolePasswords: Secrets['rolePasswords'];
  /** Called once when the embedded server ends by itself. */
  onDied(reason: string): void;
}

/** Starts or checks the database, takes it for this process and brings it up to date. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const server = await serverOf(options);
  try {
    const lock = await takeForThisProcess(server.adminUrl);
    await migrate(server.adminUrl, { rolePasswords: options.rolePasswords });
    return {
      ...server,
      stop: async () => {
        await lock.end().catch(() => undefined);
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw server.kind === 'given' ? refusalOf(error, server.adminUrl) : ofOwnFolder(error, options.folder);
  }
}

/** The embedded database belongs to its folder: another release's is told by where it lies, and what can be done. */
function ofOwnFolder(error: unknown, folder: string): unknown {
  if ((error as { code?: unknown }).code !== 'migration_refused') return error;
  return new CommandRefused(
    `The record in ${folder} was written by another release: ${(error as Error).message}. Use that release, another folder (--data), or begin anew with --fresh, which throws the record away.`,
    { cause: error },
  );
}

async function serverOf(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, folder, port, onDied } = options;
  if (databaseUrl !== undefined) {
    await requireDatabase(databaseUrl);
    return { adminUrl: databaseUrl, kind: 'given', stop: () => Promise.resolve() };
  }
  const embedded = await startEmbeddedPostgres({ folder: join(folder, 'database'), port, onDied });
  return { adminUrl: embedded.url, kind: 'embedded', stop: () => embedded.stop() };
}

/**
 * Two instances on one database would each set the roles' passwords and lock the other out. The lock ends with
 * the connection, however this process ends.
 */
async function takeForThisProcess(adminUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: adminUrl,
    application_name: 'countersign start',
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(hashtext('countersign'), hashtext('start')) as taken`,
  );
  if (rows[0]?.taken === true) return client;
  await client.end();
  throw new CommandRefused(
    `Another instance of Countersign is running on the database at ${placeOf(adminUrl)}; stop it first.`,
  );
}
