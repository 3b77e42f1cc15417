import type { RecordedEvent } from '@countersign/contracts';
import { PostgresEventStore, START } from '@countersign/event-store';
import { type TestDatabase, testDatabase } from '@countersign/event-store/testing';
import { createLogger } from '@countersign/telemetry';
import pg from 'pg';
import { startHost } from '../host/host.js';
import type { TransportWorld } from './world.js';

/** The embedded default on a database of its own. */
export async function postgresWorld(): Promise<TransportWorld> {
  const database = await testDatabase();
  const store = new PostgresEventStore({ url: database.urls.countersign_coordinator });
  const gateway = new PostgresEventStore({ url: database.urls.countersign_gateway });
  const logger = createLogger({ service: 'test', level: 'silent', now: () => Date.now() });
  return {
    store,
    start: (services) =>
      startHost({
        services,
        databaseUrlOf: (service) => database.urls[`countersign_${service}`],
        readerUrl: database.urls.countersign_reader,
        env: {},
        logger,
      }),
    publish: async (topic, message) => {
      await gateway.publish({ ...message, topic, value: Buffer.from(message.value) });
    },
    recorded: () => everything(store),
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
    },
    cutDatabase: () => cut(database),
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
      await database.dispose();
    },
  };
}

async function everything(store: PostgresEventStore): Promise<readonly RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for (let cursor = START; ; ) {
    const page = await store.readAfter(cursor, 500);
    if (page.events.length === 0) return all;
    all.push(...page.events);
    cursor = page.cursor;
  }
}

/** What a restart looks like from outside: connections break, and new ones are refused for a while. */
async function cut(database: TestDatabase): Promise<() => Promise<void>> {
  await asServerAdmin(database, async (admin) => {
    await admin.query(`alter database ${database.name} with allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      database.name,
    ]);
  });
  return () =>
    asServerAdmin(database, async (admin) => {
      await admin.query(`alter database ${database.name} with allow_connections true`);
    });
}

const asAdmin = (database: TestDatabase, work: (admin: pg.Client) => Promise<void>): Promise<void> =>
  connected(database.adminUrl, work);

function asServerAdmin(database: TestDatabase, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const url = new URL(database.adminUrl);
  url.pathname = '/postgres';
  return connected(url.href, work);
}

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
