import { PostgresEventStore } from '@countersign/event-store';
import { everythingRecorded, type TestDatabase, testDatabase } from '@countersign/event-store/testing';
import { createLogger } from '@countersign/telemetry';
import pg from 'pg';
import { startHost } from '../host/host.js';
import type { BusChoice } from '../host/open-bus.js';
import { tcpProxy } from './tcp-proxy.js';
import type { TransportWorld } from './world.js';

/** The embedded default on a database of its own. */
export const postgresWorld = async (): Promise<TransportWorld> => worldOn(await testDatabase(), {});

/** What differs where the services hear through something else. */
interface Through {
  readonly bus?: BusChoice;
  readonly environment?: Readonly<Record<string, string>>;
}

export async function worldOn(
  database: TestDatabase,
  { bus, environment }: Through,
): Promise<TransportWorld> {
  const { hostname: host, port } = new URL(database.adminUrl);
  // Only the processes under test go this way; the test itself always reaches the database.
  const direct = { host, port: Number(port) };
  let proxy = await tcpProxy(direct);
  const store = new PostgresEventStore({ url: database.urls.countersign_coordinator });
  const gateway = new PostgresEventStore({ url: database.urls.countersign_gateway });
  const logger = createLogger({ service: 'test', level: 'silent', now: () => Date.now() });
  return {
    store,
    replicas: 'one hears',
    start: (services) =>
      startHost({
        services,
        databaseUrlOf: (service) => proxy.through(database.urls[`countersign_${service}`]),
        readerUrl: proxy.through(database.urls.countersign_reader),
        env: {},
        logger,
        ...(bus === undefined ? {} : { bus }),
      }),
    publish: async (topic, message) => {
      await gateway.publish({ ...message, topic, value: Buffer.from(message.value) });
    },
    recorded: () => everythingRecorded(store),
    rewind: (service) =>
      asAdmin(database, async (admin) => {
        await admin.query('delete from countersign.checkpoints where consumer in ($1, $2)', [
          service,
          `${service}:messages`,
        ]);
      }),
    childEnvironment: {
      DATABASE_URL: database.urls.countersign_coordinator,
      READER_DATABASE_URL: database.urls.countersign_reader,
      ...environment,
      SUBJECT_KEYS_WRAPPING_KEY: Buffer.alloc(32, 'outage').toString('base64'),
    },
    cutDatabase: async () => {
      await proxy.cut();
      return () => proxy.restore();
    },
    loseProcesses: async () => {
      await proxy.cut();
      proxy = await tcpProxy(direct);
    },
    cutHolder: () =>
      asAdmin(database, async (admin) => {
        await admin.query(
          `select pg_terminate_backend(pid) from pg_locks
           where locktype = 'advisory' and granted
             and database = (select oid from pg_database where datname = current_database())
             and pid in (select pid from pg_stat_activity where application_name = 'countersign locks')`,
        );
      }),
    close: async () => {
      await Promise.all([store.close(), gateway.close()]);
      await proxy.close();
      await database.dispose();
    },
  };
}

const asAdmin = (database: TestDatabase, work: (admin: pg.Client) => Promise<void>): Promise<void> =>
  connected(database.adminUrl, work);

async function connected(url: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end().catch(() => undefined);
  }
}
