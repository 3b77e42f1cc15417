import type { Parked, Parking, ToPark } from '@countersign/messaging/simulation';

interface Entry extends Parked {
  readonly status: Parked['status'];
}

/** What the services of one run have set aside. It survives their crashes, as the table does. */
export class MemoryParking implements Parking {
  readonly entries = new Map<string, Entry>();

  constructor(
    private readonly now: () => string,
    /** Told of what is set aside, for the trace. */
    private readonly tell: (entry: ToPark) => void = () => undefined,
  ) {}

  async park(entry: ToPark): Promise<void> {
    const same = [...this.entries.values()].some(
      ({ service, delivery }) =>
        service === entry.service &&
        delivery.source === entry.delivery.source &&
        delivery.id === entry.delivery.id,
    );
    if (same) return;
    this.tell(entry);
    const id = String(this.entries.size + 1);
    this.entries.set(id, { ...entry, id, parkedAt: this.now() });
  }

  async update(id: string, to: Parameters<Parking['update']>[1]): Promise<void> {
    const entry = this.entries.get(id);
    if (entry !== undefined) this.entries.set(id, { ...entry, ...to });
  }

  async settle(id: string): Promise<void> {
    const entry = this.entries.get(id);
    if (entry !== undefined) this.entries.set(id, { ...entry, status: 'handled' });
  }

  async haltedOrders(service: string): Promise<readonly string[]> {
    return this.#of(service)
      .filter(({ status }) => status === 'halted')
      .map(({ delivery }) => delivery.order);
  }

  async firstInOrder(service: string, order: string): Promise<Parked | undefined> {
    return this.#of(service).find(
      ({ status, delivery }) => delivery.order === order && (status === 'halted' || status === 'waiting'),
    );
  }

  async takeRetries(): Promise<readonly Parked[]> {
    return [];
  }

  /** What still waits for somebody. */
  waiting(): readonly Parked[] {
    return [...this.entries.values()].filter(({ status }) => status !== 'handled');
  }

  #of(service: string): readonly Entry[] {
    return [...this.entries.values()].filter((entry) => entry.service === service);
  }
}
