import type { Ports } from '@countersign/contracts';
import type { Delivery } from '../delivery/delivery.js';
import type { Parking, ToPark } from '../delivery/parking.js';
import { failureOf } from '../failure/failure.js';
import { type FromRecord, type KafkaRecord, placeOf } from './record.js';
import { type Sender, tooLarge } from './sender.js';

/** A dead letter on its way: what it was, and why it is one. */
export interface DeadLetter {
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: Uint8Array;
}

export interface DeadLetterOptions {
  readonly sender: Pick<Sender, 'send'>;
  /** The dead-letter topic by the name it has on the broker. */
  readonly topicName: string;
  readonly ports: Ports;
}

/** What is set aside stands in the table, where operators retry it, and on the topic, with its bytes and the reason. */
export function withDeadLetters(parking: Parking, options: DeadLetterOptions): Parking {
  return {
    park: async (entry) => {
      await parking.park(entry);
      if (entry.status !== 'waiting') await sendDeadLetter(letterOf(entry, options.ports), options);
    },
    update: (id, to) => parking.update(id, to),
    settle: (id) => parking.settle(id),
    haltedOrders: (service) => parking.haltedOrders(service),
    firstInOrder: (service, order) => parking.firstInOrder(service, order),
    takeRetries: (services) => parking.takeRetries(services),
  };
}

/** What is too large for this topic too goes without its bytes: the headers say where they are. */
async function sendDeadLetter(
  { key, headers, value }: DeadLetter,
  { sender, topicName }: Pick<DeadLetterOptions, 'sender' | 'topicName'>,
): Promise<void> {
  const send = (content: Buffer | null, said: Readonly<Record<string, string>>) =>
    sender.send([{ topic: topicName, messages: [{ key, value: content, headers: { ...said } }] }]);
  try {
    await send(Buffer.from(value), headers);
  } catch (error) {
    if (failureOf(error).code !== tooLarge) throw error;
    await send(null, { ...headers, deadletter_content: 'left out' });
  }
}

function letterOf(entry: ToPark, ports: Ports): DeadLetter {
  const { service, delivery, status, kind, code, reason, attempts } = entry;
  const record = recordOf(delivery);
  return {
    key: record?.key ?? delivery.order,
    headers: {
      ...record?.headers,
      deadletter_service: service,
      deadletter_status: status,
      deadletter_kind: kind,
      deadletter_code: printable(code),
      deadletter_reason: printable(reason),
      deadletter_attempts: String(attempts),
      deadletter_from: record === undefined ? delivery.pattern : placeOf(record),
      deadletter_at: ports.clock.now(),
    },
    value: record?.value ?? delivery.kept().bytes,
  };
}

const recordOf = (delivery: Delivery): KafkaRecord | undefined => (delivery as Partial<FromRecord>).record;

const printable = (text: string): string => text.toWellFormed().slice(0, 1_000);
