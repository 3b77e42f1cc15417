import { eventTypeOf, type IngressTopic, type RecordedEvent, readEventMessage } from '@countersign/contracts';
import type { Sealing } from '@countersign/event-store';
import { type Delivery, eventDelivery, messageDelivery, streamOrder } from '../delivery/delivery.js';
import type { KnownEvents } from './known-events.js';
import { type FromRecord, ingressFacts, type KafkaRecord, placeOf } from './record.js';
import type { StreamOrder } from './stream-order.js';

/** What a record holds for a service, found out in its turn. */
export interface Found {
  readonly order: string;
  readonly tenant: string;
  next(): Promise<Delivery | undefined>;
}

export interface Finding {
  hears(pattern: string): boolean;
  readonly known: Pick<KnownEvents, 'confirmed' | 'between'>;
  readonly order: StreamOrder;
  readonly messages: Sealing['messages'];
}

/** Where the event before this one was put, as the relay says it. */
export const previousHeader = 'relay_previous';

/**
 * What an event topic's record is to a service: undefined when it has no rule for it. An event that arrived before
 * its predecessors is given after them; the store has them, because it recorded them first.
 */
export function foundEvent(record: KafkaRecord, { hears, known, order }: Finding): Found | undefined {
  const { headers, partition, unreadable } = record;
  const type = eventTypeOf(headers['ce_type'] ?? '');
  if (unreadable !== undefined) return only(unreadableDelivery(record, unreadable));
  if (type !== undefined && !hears(type)) {
    noteArrival(record, order);
    return undefined;
  }
  const read = readEventMessage(headers, record.value);
  if (read.outcome === 'refused') return only(unreadableDelivery(record, read));
  const { event } = read;
  const stream = streamOrder(event.tenant, event.stream);
  const previousPartition = partitionIn(headers[previousHeader]);
  const missing = order.arrives({ order: stream, version: event.version, partition, previousPartition });
  let waiting: (() => Promise<FromRecord | Delivery>)[] | undefined;
  let given: Delivery | undefined;
  return {
    order: stream,
    tenant: event.tenant,
    next: async () => {
      waiting ??= [
        ...(missing === undefined ? [] : await earlier(event, missing, { hears, known, order })),
        ...(order.wasHeard(stream, event) ? [] : [() => confirmed(record, event, known)]),
      ];
      // Asked for the next: the last one is handled or set aside.
      noteHeard(given, order);
      given = undefined;
      const [first] = waiting;
      if (first === undefined) return undefined;
      given = await first();
      waiting.shift();
      return given;
    },
  };
}

/** What an ingress topic's record is: as it was published, or unreadable with the reason. */
export function foundMessage(record: KafkaRecord, { messages }: Finding): Found {
  const facts = ingressFacts(record);
  if ('unreadable' in facts) return only(unreadableDelivery(record, facts.unreadable));
  const { topic, key, headers, value, appendedAt } = record;
  const message = { topic: topic as IngressTopic, key, headers, value, recordedAt: appendedAt, ...facts };
  return once(messageDelivery(message, { position: placeOf(record) }), async () => {
    const opened = await messages.opened(message);
    const sealed = opened === value ? {} : { sealedValue: value };
    const delivery = messageDelivery({ ...message, value: opened }, { position: placeOf(record), ...sealed });
    return { ...delivery, record };
  });
}

async function earlier(
  event: RecordedEvent,
  from: number,
  { hears, known, order }: Pick<Finding, 'hears' | 'known' | 'order'>,
): Promise<(() => Promise<Delivery>)[]> {
  const stream = streamOrder(event.tenant, event.stream);
  const missing = await known.between(event, from, event.version);
  return missing
    .filter((one) => hears(one.type) && !order.wasHeard(stream, one))
    .map((one) => async () => eventDelivery(one));
}

/** As the store has it; what the store does not have is kept aside as it came. */
async function confirmed(
  record: KafkaRecord,
  event: RecordedEvent,
  known: Finding['known'],
): Promise<FromRecord> {
  const found = await known.confirmed(event);
  if (found === undefined) {
    const reason = `The store has no such event as version ${event.version} of this stream.`;
    return unreadableDelivery(record, { code: 'not_in_record', reason });
  }
  return { ...eventDelivery(found), record };
}

function unreadableDelivery(
  record: KafkaRecord,
  { code, reason }: { readonly code: string; readonly reason: string },
): FromRecord {
  const { topic, key, headers, value, appendedAt } = record;
  const said = headers['ce_tenant'] ?? '';
  const tenant = /^[a-z0-9][a-z0-9_-]{0,62}$/.test(said) ? said : '-';
  const message = { topic: topic as IngressTopic, tenant, key, headers, value, recordedAt: appendedAt };
  const position = placeOf(record);
  return {
    ...messageDelivery({ ...message, id: position }, { position, unreadable: { code, reason } }),
    record,
  };
}

function noteArrival({ headers, partition }: KafkaRecord, order: StreamOrder): void {
  const version = Number(headers['ce_streamversion']);
  const { ce_tenant: tenant, ce_subject: stream } = headers;
  if (tenant === undefined || stream === undefined || !(version > 0)) return;
  const previousPartition = partitionIn(headers[previousHeader]);
  order.passes({ order: streamOrder(tenant, stream), version, partition, previousPartition });
}

function noteHeard(given: Delivery | undefined, order: StreamOrder): void {
  if (given?.source === 'event') order.noteHeard(given.order, given.payload as RecordedEvent);
}

const partitionIn = (header: string | undefined): number | undefined =>
  header !== undefined && /^[0-9]{1,6}$/.test(header) ? Number(header) : undefined;

const only = (delivery: Delivery): Found => once(delivery, async () => delivery);

function once({ order, tenant }: Pick<Delivery, 'order' | 'tenant'>, make: () => Promise<Delivery>): Found {
  let made = false;
  return {
    order,
    tenant,
    next: async () => {
      if (made) return undefined;
      const delivery = await make();
      made = true;
      return delivery;
    },
  };
}
