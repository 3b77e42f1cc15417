import pg from 'pg';

/**
 * Hears the database's notifications on a connection of its own and comes back by itself after an outage. A lost
 * notification only costs time: whoever relies on it also polls.
 */
export class Listener {
  #client: pg.Client | undefined;
  #stopped = false;
  #retry: NodeJS.Timeout | undefined;
  #tries = 0;

  constructor(
    private readonly url: string,
    /** By channel: told the payload, which anybody may have written, or nothing when news may have been missed. */
    private readonly channels: Readonly<Record<string, (payload?: string) => void>>,
  ) {}

  start(): void {
    this.#stopped = false;
    void this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'countersign listen',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    client.on('error', () => undefined);
    client.once('end', () => this.#lost(client));
    client.on('notification', ({ channel, payload }) => this.channels[channel]?.(payload));
    this.#client = client;
    try {
      await client.connect();
      for (const channel of Object.keys(this.channels)) await client.query(`listen ${channel}`);
      this.#tries = 0;
      // Whatever was announced while nobody listened.
      for (const ring of Object.values(this.channels)) ring();
    } catch {
      await client.end().catch(() => undefined);
      this.#lost(client);
    }
  }

  #lost(client: pg.Client): void {
    if (this.#stopped || this.#client !== client) return;
    this.#client = undefined;
    this.#tries += 1;
    const delayMs = Math.min(5_000, 100 * 2 ** Math.min(this.#tries, 6)) * (0.5 + Math.random() / 2);
    this.#retry = setTimeout(() => void this.#connect(), delayMs);
  }
}
