import { join } from 'node:path';
import { migrate, type Role, roles } from '@countersign/event-store';
import { type EmbeddedPostgres, ended, startEmbeddedPostgres } from '@countersign/event-store/embedded';
import type { TestDatabase } from '@countersign/event-store/testing';
import { waitFor } from '@countersign/testing';

const password = 'own-database';

export interface OwnDatabase {
  readonly database: Omit<TestDatabase, 'dispose'>;
  readonly port: number;
  /** As an operator stops it. */
  stop(): Promise<void>;
  /** SIGKILL to the server; its workers notice and end. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

export async function ownDatabase(folder: string): Promise<OwnDatabase> {
  const at = { folder: join(folder, 'database') };
  let server: EmbeddedPostgres = await startEmbeddedPostgres({ ...at, port: 0 });
  const { url, port } = server;
  const rolePasswords = Object.fromEntries(roles.map((role) => [role, password]));
  await migrate(url, { rolePasswords });
  const urlAs = (role: Role) => {
    const as = new URL(url);
    as.username = role;
    as.password = password;
    return as.href;
  };
  const urls = Object.fromEntries(roles.map((role) => [role, urlAs(role)])) as Record<Role, string>;
  return {
    port,
    database: {
      ...{ name: 'postgres', urls, ownerUrl: urls.countersign_owner, adminUrl: url },
      advanceTime: () => Promise.reject(new Error('The time of this database is not moved.')),
    },
    stop: () => server.stop(),
    kill: async () => {
      process.kill(server.pid, 'SIGKILL');
      await ended(server.pid, 10_000);
      await server.stop();
    },
    start: async () => {
      // Workers of the killed server hold its memory for a moment, and a new one will not start beside them.
      const started = () => startEmbeddedPostgres({ ...at, port }).catch(() => undefined);
      server = await waitFor('the database to start again', started);
    },
  };
}
