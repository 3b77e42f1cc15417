import type { Parked, Parking, ToPark } from '@countersign/messaging/simulation';

interface Entry extends Parked {
  readonly status: Parked['status'];
}

/** What the services of one run have set aside. It survives their crashes, and answers as the table does. */
export class MemoryParking implements Parking {
  readonly entries = new Map<string, Entry>();

  constructor(
    private readonly now: () => string,
    /** Told of what is set aside, for the trace. */
    private readonly tell: (entry: ToPark) => void = () => undefined,
  ) {}

  async park(entry: ToPark): Promise<void> {
    const isSame = ({ service, delivery }: Parked) =>
      service === entry.service &&
      delivery.source === entry.delivery.source &&
      delivery.tenant === entry.delivery.tenant &&
      delivery.id === entry.delivery.id;
    if (this.waiting().some(isSame)) return;
    this.tell(entry);
    const id = String(this.entries.size + 1);
    this.entries.set(id, { ...entry, id, parkedAt: this.now() });
  }

  async update(id: string, to: Parameters<Parking['update']>[1]): Promise<void> {
    const entry = this.entries.get(id);
    if (entry === undefined || entry.status === 'handled') return;
    this.entries.set(id, { ...entry, ...to, attempts: entry.attempts + to.attempts });
  }

  async settle(id: string): Promise<void> {
    const entry = this.entries.get(id);
    if (entry !== undefined) this.entries.set(id, { ...entry, status: 'handled' });
  }

  /** A stream whose first message was heard is still halted while another waits in it. */
  async haltedOrders(service: string): Promise<readonly string[]> {
    return [...new Set(this.#inOrder(service).map(({ delivery }) => delivery.order))];
  }

  async firstInOrder(service: string, order: string): Promise<Parked | undefined> {
    return this.#inOrder(service).find(({ delivery }) => delivery.order === order);
  }

  async takeRetries(): Promise<readonly Parked[]> {
    return [];
  }

  /** What still waits for somebody. */
  waiting(): readonly Parked[] {
    return [...this.entries.values()].filter(({ status }) => status !== 'handled');
  }

  #inOrder(service: string): readonly Parked[] {
    return this.waiting().filter((entry) => entry.service === service && entry.status !== 'parked');
  }
}
