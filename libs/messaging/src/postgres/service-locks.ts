import type { Ports } from '@countersign/contracts';
import pg from 'pg';

/** Called while the service is this process's; the signal fires when the lock is gone. */
type Holder = (lost: AbortSignal) => Promise<void>;

interface Wanted {
  readonly service: string;
  readonly holder: Holder;
  readonly signal: AbortSignal;
}

const retryMs = 500;
const heartbeatMs = 5_000;

/**
 * One process at a time hears for a service. The lock belongs to a session of the database: when the process
 * or its connection goes, the database gives the lock to whoever asks next. It keeps two processes from
 * doing the same work twice; that nothing happens twice is the store's promise, not this one's.
 */
export class ServiceLocks {
  #session: Promise<Session> | undefined;

  constructor(
    private readonly url: string,
    private readonly ports: Ports,
  ) {}

  /** Holds the lock whenever it can be had, and calls the holder each time, until the signal fires. */
  async hold(wanted: Wanted): Promise<void> {
    while (!wanted.signal.aborted) {
      const session = await this.#open().catch(() => undefined);
      if (session !== undefined && (await session.tryLock(wanted.service).catch(() => false))) {
        await wanted.holder(AbortSignal.any([session.lost, wanted.signal]));
        await session.unlock(wanted.service).catch(() => undefined);
      }
      await this.#pause(wanted.signal);
    }
  }

  async close(): Promise<void> {
    const session = await this.#session?.catch(() => undefined);
    await session?.end();
  }

  /** One session for all services of the process, opened anew after it was lost. */
  #open(): Promise<Session> {
    if (this.#session === undefined) {
      const opening = Session.open(this.url, this.ports);
      this.#session = opening;
      const forget = () => {
        if (this.#session === opening) this.#session = undefined;
      };
      opening.then((session) => session.lost.addEventListener('abort', forget), forget);
    }
    return this.#session;
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const ms = retryMs * (0.75 + this.ports.randomness.fraction() / 2);
    await this.ports.clock.wait(ms, signal).catch(() => undefined);
  }
}

class Session {
  readonly #gone = new AbortController();
  #before: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly client: pg.Client,
    private readonly ports: Ports,
  ) {}

  static async open(url: string, ports: Ports): Promise<Session> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'countersign locks',
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    const session = new Session(client, ports);
    client.on('error', () => session.#lose());
    client.once('end', () => session.#lose());
    await client.connect();
    void session.#beat();
    return session;
  }

  get lost(): AbortSignal {
    return this.#gone.signal;
  }

  async tryLock(service: string): Promise<boolean> {
    const { rows } = await this.#ask<{ held: boolean }>(
      `select pg_try_advisory_lock(hashtext('countersign'), hashtext($1)) as held`,
      [`service ${service}`],
    );
    return rows[0]?.held === true;
  }

  async unlock(service: string): Promise<void> {
    if (this.lost.aborted) return;
    await this.#ask(`select pg_advisory_unlock(hashtext('countersign'), hashtext($1))`, [
      `service ${service}`,
    ]);
  }

  async end(): Promise<void> {
    this.#gone.abort();
    await this.client.end().catch(() => undefined);
  }

  /** One question at a time, for all services: a client of pg that is asked twice at once warns on the terminal. */
  #ask<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<pg.QueryResult<Row>> {
    const answer = this.#before.then(() => this.client.query<Row>(text, values));
    this.#before = answer.catch(() => undefined);
    return answer;
  }

  #lose(): void {
    if (this.lost.aborted) return;
    this.#gone.abort();
    void this.client.end().catch(() => undefined);
  }

  /** A peer that is gone without a word is noticed by a question it does not answer. */
  async #beat(): Promise<void> {
    const { clock } = this.ports;
    while (!this.lost.aborted) {
      await clock.wait(heartbeatMs, this.lost).catch(() => undefined);
      if (!this.lost.aborted) await this.#ask('select 1').catch(() => this.#lose());
    }
  }
}
