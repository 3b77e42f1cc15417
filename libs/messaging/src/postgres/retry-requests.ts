import type { Ports } from '@countersign/contracts';
import type { Parked, Parking } from '../delivery/parking.js';

type Retry = (parked: Parked) => void;

/** Looks for what operators asked to be tried again and hands it to the service that this process hears for. */
export class RetryRequests {
  readonly #services = new Map<string, Retry>();
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(
    private readonly parking: Pick<Parking, 'takeRetries'>,
    private readonly ports: Ports,
    private readonly everyMs = 1_000,
  ) {}

  start(): void {
    this.#running ??= this.#run();
  }

  register(service: string, retry: Retry): () => void {
    this.#services.set(service, retry);
    return () => {
      if (this.#services.get(service) === retry) this.#services.delete(service);
    };
  }

  /** Asked for in this very process: no need to wait for the next look. */
  async look(): Promise<void> {
    if (this.#services.size === 0) return;
    for (const parked of await this.parking.takeRetries([...this.#services.keys()])) {
      this.#services.get(parked.service)?.(parked);
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.ports.clock.wait(this.everyMs, signal).catch(() => undefined);
      // While the database is away there is nothing to look at; the request is still there afterwards.
      if (!signal.aborted) await this.look().catch(() => undefined);
    }
  }
}
