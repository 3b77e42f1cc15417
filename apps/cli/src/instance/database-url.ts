import pg from 'pg';
import { CommandRefused } from '../terminal/refusal.js';

/** The same database as another role. */
export function urlAs(adminUrl: string, role: string, password: string): string {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = encodeURIComponent(password);
  return url.href;
}

/** `127.0.0.1:4832/postgres`: where the database is, without who may enter. */
export function placeOf(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `${hostname || 'localhost'}:${port || '5432'}${pathname === '' ? '/postgres' : pathname}`;
}

/**
 * Checks that this is a PostgreSQL we can work with, and creates the database when the server has none of that
 * name and it may. @throws CommandRefused with one sentence.
 */
export async function requireDatabase(
  databaseUrl: string,
  when: 'must_exist' | 'create_missing' = 'create_missing',
): Promise<void> {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl) || !URL.canParse(databaseUrl)) {
    throw new CommandRefused(
      'DATABASE_URL is not an address such as postgres://admin:secret@localhost:5432/countersign.',
    );
  }
  const missing = await withClient(databaseUrl, (client) => requireVersion(client, databaseUrl)).then(
    () => false,
    (error: unknown) => {
      if (codeOf(error) === '3D000' && when === 'create_missing') return true;
      throw refusalOf(error, databaseUrl);
    },
  );
  if (missing) await createDatabase(databaseUrl);
}

async function createDatabase(databaseUrl: string): Promise<void> {
  const maintenance = new URL(databaseUrl);
  const name = decodeURIComponent(maintenance.pathname.slice(1));
  maintenance.pathname = '/postgres';
  try {
    await withClient(maintenance.href, async (client) => {
      await requireVersion(client, databaseUrl);
      await client.query(`create database ${client.escapeIdentifier(name)}`);
    });
  } catch (error) {
    throw refusalOf(error, databaseUrl);
  }
}

async function requireVersion(client: pg.Client, databaseUrl: string): Promise<void> {
  const { rows } = await client.query<{ number: number; name: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
  );
  if ((rows[0]?.number ?? 0) >= 150_000) return;
  throw new CommandRefused(
    `PostgreSQL 15 or later is needed; the server at ${placeOf(databaseUrl)} is ${rows[0]?.name}.`,
  );
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const codeOf = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
};

/** One sentence for what people meet most; the password is never part of it. */
export function refusalOf(error: unknown, databaseUrl: string): unknown {
  const code = codeOf(error);
  const place = placeOf(databaseUrl);
  const user = decodeURIComponent(new URL(databaseUrl).username) || 'nobody named';
  const say = (text: string) => new CommandRefused(text, { cause: error });
  switch (code) {
    case 'ECONNREFUSED':
      return say(`Nothing answers at ${place}; is PostgreSQL running there?`);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return say(`The database host of ${place} is not known.`);
    case '28P01':
    case '28000':
      return say(`PostgreSQL at ${place} does not let ${user} in; check user and password in DATABASE_URL.`);
    case '3D000':
      return say(`There is no database at ${place}.`);
    case '42501':
      return say(
        `The role ${user} may not set up the database at ${place}; it needs to be a superuser or to have CREATEROLE and CREATEDB.`,
      );
    case 'command_refused':
    case 'migration_refused':
      return error;
    default:
      return say(
        `The database at ${place} cannot be used: ${error instanceof Error && error.message !== '' ? error.message : (code ?? 'no reason given')}.`,
      );
  }
}
