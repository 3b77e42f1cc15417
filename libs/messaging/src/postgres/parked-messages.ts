import type { IngressMessage, RecordedEvent } from '@countersign/contracts';
import type { JsonObject } from '@countersign/domain';
import type { Sealing } from '@countersign/event-store';
import { type Delivery, eventDelivery, revived, type Source } from '../delivery/delivery.js';
import type { Parked, ParkedStatus, Parking, ToPark } from '../delivery/parking.js';

/** A prepared statement of the role `countersign_reader`; rejects with a `StoreError`. */
export type Statement = <Row extends object>(name: string, text: string, values: unknown[]) => Promise<Row[]>;

/** What an operator lists by. */
export interface ParkedFilter {
  readonly service?: string;
  readonly tenant?: string;
  readonly statuses?: readonly ParkedStatus[];
  readonly limit?: number;
}

interface Row {
  id: string;
  service: string;
  source: Source;
  pattern: string;
  message_id: string;
  bytes: Buffer;
  envelope: string;
  status: ParkedStatus;
  kind: Parked['kind'];
  code: string;
  reason: string;
  attempts: number;
  parked_at: string;
}

const columns = `id::text, service, source, pattern, message_id, bytes, envelope, status, kind, code, reason,
  attempts, countersign.instant(parked_at) as parked_at`;

/**
 * The table of messages set aside, `countersign.parked`. What is sensitive stays sealed in it and is opened only to
 * be heard again; without a sealing it is shown as it is stored.
 */
export class ParkedMessages implements Parking {
  constructor(
    private readonly run: Statement,
    private readonly sealing?: Sealing,
  ) {}

  /** What stands aside, oldest first. */
  async list(filter: ParkedFilter = {}): Promise<readonly Parked[]> {
    const { service, tenant, statuses = ['parked', 'halted', 'waiting'], limit = 200 } = filter;
    const rows = await this.run<Row>(
      'parked-list',
      `select ${columns} from countersign.parked
       where ($1::text is null or service = $1) and ($2::text is null or tenant = $2) and status = any($3)
       order by id limit $4`,
      [service ?? null, tenant ?? null, statuses, limit],
    );
    return this.#parked(rows);
  }

  async find(id: string): Promise<Parked | undefined> {
    const rows = await this.run<Row>(
      'parked-find',
      `select ${columns} from countersign.parked where id = $1`,
      [id],
    );
    return (await this.#parked(rows))[0];
  }

  /**
   * Asks the service that hears it, in whichever process, to try it again. For a halted stream that starts with
   * its first message. False when there is nothing of that id left to try.
   */
  async requestRetry(id: string): Promise<boolean> {
    const rows = await this.run<{ id: string }>(
      'parked-request-retry',
      `update countersign.parked first set retry_requested_at = countersign.now()
       from countersign.parked wanted
       where wanted.id = $1 and wanted.status <> 'handled'
         and first.id = case wanted.status when 'parked' then wanted.id else (
           select min(id) from countersign.parked
           where service = wanted.service and order_key = wanted.order_key and status in ('halted', 'waiting')
         ) end
       returning first.id::text`,
      [id],
    );
    return rows.length > 0;
  }

  async park({ service, delivery, status, kind, code, reason, attempts }: ToPark): Promise<void> {
    const { bytes, envelope } = (await this.#sealed(delivery)).kept();
    const { source, pattern, tenant, order, id } = delivery;
    await this.run(
      'park',
      `insert into countersign.parked (service, source, pattern, tenant, order_key, message_id, bytes, envelope,
         status, kind, code, reason, attempts)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
       on conflict (service, source, tenant, message_id) where status <> 'handled' do nothing`,
      [service, source, pattern, tenant, order, id, Buffer.from(bytes), JSON.stringify(envelope)].concat([
        status,
        kind,
        storable(code),
        storable(reason),
        String(attempts),
      ]),
    );
  }

  async update(id: string, to: Parameters<Parking['update']>[1]): Promise<void> {
    await this.run(
      'parked-update',
      `update countersign.parked set status = $2, kind = $3, code = $4, reason = $5, attempts = attempts + $6,
         retry_requested_at = null
       where id = $1 and status <> 'handled'`,
      [id, to.status, to.kind, storable(to.code), storable(to.reason), to.attempts],
    );
  }

  async settle(id: string): Promise<void> {
    await this.run(
      'parked-settle',
      `update countersign.parked
       set status = 'handled', handled_at = countersign.now(), retry_requested_at = null
       where id = $1 and status <> 'handled'`,
      [id],
    );
  }

  async haltedOrders(service: string): Promise<readonly string[]> {
    const rows = await this.run<{ order_key: string }>(
      'parked-halted',
      `select distinct order_key from countersign.parked where service = $1 and status in ('halted', 'waiting')`,
      [service],
    );
    return rows.map(({ order_key }) => order_key);
  }

  async firstInOrder(service: string, order: string): Promise<Parked | undefined> {
    const rows = await this.run<Row>(
      'parked-first',
      `select ${columns} from countersign.parked
       where service = $1 and order_key = $2 and status in ('halted', 'waiting') order by id limit 1`,
      [service, order],
    );
    return (await this.#parked(rows))[0];
  }

  async takeRetries(services: readonly string[]): Promise<readonly Parked[]> {
    const rows = await this.run<Row>(
      'parked-retries',
      `select ${columns} from countersign.parked
       where service = any($1) and retry_requested_at is not null and status <> 'handled' order by id limit 100`,
      [services],
    );
    return this.#parked(rows);
  }

  async #sealed(delivery: Delivery): Promise<Delivery> {
    if (this.sealing === undefined || delivery.source !== 'event') return delivery;
    const event = delivery.payload as RecordedEvent;
    try {
      const [sealed] = await this.sealing.events.encode(event, [event]);
      return sealed === undefined ? delivery : eventDelivery({ ...event, data: sealed.data });
    } catch (error) {
      // It does not say whom it is about, so it was not sealed in the store either. It must be set aside all the same.
      if ((error as { code?: unknown }).code === 'invalid_append') return delivery;
      throw error;
    }
  }

  #parked(rows: readonly Row[]): Promise<Parked[]> {
    return Promise.all(
      rows.map(async (row) => {
        const parked = toParked(row);
        return { ...parked, delivery: await this.#opened(parked.delivery) };
      }),
    );
  }

  async #opened(delivery: Delivery): Promise<Delivery> {
    if (this.sealing === undefined) return delivery;
    if (delivery.source === 'event') {
      const [event] = await this.sealing.events.decode([delivery.payload as RecordedEvent]);
      return event === undefined ? delivery : eventDelivery(event);
    }
    if (delivery.source !== 'message') return delivery;
    const message = delivery.payload as IngressMessage;
    const value = await this.sealing.messages.opened(message);
    return value === message.value ? delivery : reopened(delivery, value);
  }
}

/** Heard as it was published, kept as it was stored. */
function reopened(delivery: Delivery, value: Uint8Array): Delivery {
  return { ...delivery, payload: { ...(delivery.payload as IngressMessage), value } };
}

/** A reason may quote what came in; what the store cannot keep is made visible instead. */
const storable = (text: string): string =>
  text.toWellFormed().replaceAll('\u0000', '\\u0000').slice(0, 4_000);

function toParked(row: Row): Parked {
  const { id, service, status, kind, code, reason, attempts } = row;
  const kept = { bytes: row.bytes, envelope: JSON.parse(row.envelope) as JsonObject };
  const delivery: Delivery = revived({ source: row.source, pattern: row.pattern, id: row.message_id }, kept);
  return { id, service, status, kind, code, reason, attempts, parkedAt: row.parked_at, delivery };
}
