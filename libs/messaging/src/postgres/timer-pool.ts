import pg from 'pg';

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * Connections for the job library: each service with timers keeps one to be told of due jobs, the rest is shared.
 *
 * The library (0.18.0) may give the connection it listens on back twice, when the database goes away while it begins
 * to listen and its runner ends at the same time. The pool throws at the second time, in a promise of the library's
 * that nobody holds, which would end the process. So here a connection that is back stays back, and to give it back
 * once more does nothing, also when somebody else has it by then.
 */
export class TimerPool extends pg.Pool {
  constructor(url: string) {
    super({
      connectionString: url,
      application_name: 'countersign timers',
      max: 16,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    this.on('error', () => undefined);
    this.on('connect', (client) => client.on('error', () => undefined));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return super.connect().then(releasedOnce);
    super.connect((error, client, release) => callback(error, client, once(release)));
    return undefined;
  }
}

function releasedOnce(client: pg.PoolClient): pg.PoolClient {
  client.release = once(client.release);
  return client;
}

function once<Given>(release: (given?: Given) => void): (given?: Given) => void {
  let released = false;
  return (given) => {
    if (released) return;
    released = true;
    release(given);
  };
}
