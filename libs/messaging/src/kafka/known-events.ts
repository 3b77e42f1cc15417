import type { RecordedEvent } from '@countersign/contracts';
import { streamOrder } from '../delivery/delivery.js';

type At = Pick<RecordedEvent, 'tenant' | 'stream' | 'version' | 'id' | 'hash'>;

interface Reads {
  readStream(tenant: string, stream: string, fromVersion?: number): Promise<RecordedEvent[]>;
}

/**
 * A topic says that something was recorded; the store says what. An event is given to a rule only as the store has
 * it, so that whoever can write to a topic can neither make a service believe anything nor hide anything from it.
 */
export class KnownEvents {
  readonly #newest = new Map<string, RecordedEvent>();

  constructor(
    private readonly store: Reads,
    private readonly eventsMax = 5_000,
  ) {}

  /** Called with what the process's own reader passes. */
  observe(event: RecordedEvent): void {
    this.#newest.set(keyOf(event), event);
    if (this.#newest.size <= this.eventsMax) return;
    const oldest = this.#newest.keys().next().value;
    if (oldest !== undefined) this.#newest.delete(oldest);
  }

  /** Somebody was forgotten. */
  clear(): void {
    this.#newest.clear();
  }

  /** The event as the store has it; undefined for what the store does not have. */
  async confirmed(at: At): Promise<RecordedEvent | undefined> {
    const known = this.#newest.get(keyOf(at)) ?? (await this.#read(at));
    return known?.hash === at.hash && known.id === at.id ? known : undefined;
  }

  /** The events of a stream from one version up to before another. */
  async between(
    { tenant, stream }: Pick<At, 'tenant' | 'stream'>,
    from: number,
    before: number,
  ): Promise<readonly RecordedEvent[]> {
    const events = await this.store.readStream(tenant, stream, from);
    return events.filter(({ version }) => version < before);
  }

  async #read({ tenant, stream, version }: At): Promise<RecordedEvent | undefined> {
    const events = await this.store.readStream(tenant, stream, version);
    return events.find((event) => event.version === version);
  }
}

const keyOf = ({ tenant, stream, version }: Pick<At, 'tenant' | 'stream' | 'version'>): string =>
  `${streamOrder(tenant, stream)}/${version}`;
