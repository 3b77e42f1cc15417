import pg from 'pg';

/** How to reach the database as one role, failing rather than hanging. */
export interface ConnectionOptions {
  /** Connection URL of one role. Its `connect_timeout`, in seconds, is kept to, as libpq does. */
  url: string;
  applicationName?: string;
  statementTimeoutMs?: number;
  lockTimeoutMs?: number;
  /** Before what the URL says; 10,000 where neither does. */
  connectTimeoutMs?: number;
  /** Called when an idle connection is lost; the pool replaces it by itself. */
  onConnectionLost?: (error: Error) => void;
}

/** The `connect_timeout` of a URL; `pg` itself passes over it. Undefined where none is said: nothing waits for ever. */
function timeoutMsIn(url: string): number | undefined {
  const seconds = Number(/[?&]connect_timeout=([0-9]{1,6})(?:&|$)/.exec(url)?.[1] ?? 0);
  return seconds > 0 ? seconds * 1_000 : undefined;
}

export function storePool(
  options: ConnectionOptions & { settings?: Readonly<Record<string, string>> },
  max: number,
): pg.Pool {
  const settings = Object.entries(options.settings ?? {}).map(([name, value]) => `-c ${name}=${value}`);
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.applicationName ?? 'countersign',
    max,
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    lock_timeout: options.lockTimeoutMs ?? 10_000,
    // An abandoned transaction would hold back every reader of the server.
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: options.connectTimeoutMs ?? timeoutMsIn(options.url) ?? 10_000,
    keepAlive: true,
    ...(settings.length > 0 && { options: settings.join(' ') }),
  });
  pool.on('error', (error) => options.onConnectionLost?.(error));
  // The pool hears for idle connections alone. One that is lost in somebody's hands, between two statements, would
  // end the process; whoever holds it meets the loss at the next statement.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
