import { PostgresEventStore } from '@countersign/event-store';
import { type Parked, ParkedMessages } from '@countersign/messaging';
import type { OnModuleDestroy } from '@nestjs/common';

export interface ParkedDeskPorts {
  /** Of this service's own role, which may read what is set aside and nothing more of it. */
  readonly databaseUrl: string;
  /** Of the role `countersign_reader`, which may ask for another try. */
  readonly readerUrl: string | undefined;
}

/** A message set aside, as an operator judges it. `content` is somebody else's words, shown as they came. */
export interface ParkedItem {
  readonly id: string;
  readonly service: string;
  readonly status: Parked['status'];
  readonly kind: Parked['kind'];
  readonly code: string;
  readonly reason: string;
  readonly attempts: number;
  readonly parkedAt: string;
  readonly source: string;
  readonly pattern: string;
  readonly messageId: string;
  readonly sizeBytes: number;
  readonly content: string;
}

export type RetryAnswer = 'asked' | 'not_found' | 'already_handled' | 'unavailable';

export const parkedToken = 'reconciler:parked';

const contentCharactersMax = 16_000;

/** What no service could handle, of one tenant; each is looked at and tried again one by one. */
export class ParkedDesk implements OnModuleDestroy {
  readonly #reading: PostgresEventStore;
  readonly #asking: PostgresEventStore | undefined;

  constructor({ databaseUrl, readerUrl }: ParkedDeskPorts) {
    const applicationName = 'countersign parked';
    const connections = { readConnections: 1, appendConnections: 1, applicationName };
    this.#reading = new PostgresEventStore({ url: databaseUrl, ...connections });
    this.#asking =
      readerUrl === undefined ? undefined : new PostgresEventStore({ url: readerUrl, ...connections });
  }

  async list(tenant: string): Promise<readonly ParkedItem[]> {
    return (await over(this.#reading).list({ tenant })).map(itemOf);
  }

  /** Heard again by the service it is for, wherever that runs; a halted stream begins with its first message. */
  async retry(tenant: string, id: string): Promise<RetryAnswer> {
    const found = /^\d{1,18}$/.test(id) ? await over(this.#reading).find(id) : undefined;
    if (found?.delivery.tenant !== tenant) return 'not_found';
    if (found.status === 'handled') return 'already_handled';
    if (this.#asking === undefined) return 'unavailable';
    return (await over(this.#asking).requestRetry(id)) ? 'asked' : 'already_handled';
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.#reading.close(), this.#asking?.close()]);
  }
}

function over(store: PostgresEventStore): ParkedMessages {
  return new ParkedMessages((name, text, values) => store.query(name, text, values));
}

function itemOf({ delivery, ...parked }: Parked): ParkedItem {
  const { bytes } = delivery.kept();
  const content = new TextDecoder().decode(bytes.subarray(0, 4 * contentCharactersMax));
  return {
    ...parked,
    source: delivery.source,
    pattern: delivery.pattern,
    messageId: delivery.id,
    sizeBytes: bytes.byteLength,
    content: content.slice(0, contentCharactersMax),
  };
}
