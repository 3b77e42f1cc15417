import type { Ports, RecordedEvent, Service } from '@countersign/contracts';
import type { PostgresEventStore, Sealing } from '@countersign/event-store';
import type { Log } from '@countersign/telemetry';
import type { RuleServer } from '../delivery/rule-server.js';
import type { KafkaSettings } from '../kafka/settings.js';
import { PostgresTransport, type TransportStanding } from '../postgres/postgres-transport.js';
import type { ProcessFeed } from '../postgres/process-feed.js';
import type { Ingress } from '../wiring/wiring.js';

/** How the services of a process hear of each other. The same rules run over either. */
export type BusChoice = { readonly kind: 'postgres' } | ({ readonly kind: 'kafka' } & KafkaSettings);

export type Transport = RuleServer & { readonly standing: TransportStanding };

export interface TransportOf {
  readonly service: Service;
  readonly logger: Log;
}

export interface OpenBus {
  transport(of: TransportOf): Transport;
  /** The way in for a service, published under its own role where there are roles. */
  ingress(of: { readonly service: Service; readonly store: PostgresEventStore }): Ingress;
  observe(event: RecordedEvent): void;
  /** Somebody was forgotten. */
  forgetKept(): void;
  close(): Promise<void>;
}

export interface BusGiven {
  readonly feed: ProcessFeed;
  readonly sealing: Sealing;
  readonly ports: Ports;
  readonly logger: Log;
}

/** Kafka's client is loaded only where it is used. */
export async function openBus(choice: BusChoice, given: BusGiven): Promise<OpenBus> {
  if (choice.kind === 'postgres') return postgresBus(given);
  const { kafkaBus } = await import('../kafka/kafka-bus-of-host.js');
  return kafkaBus(choice, given);
}

function postgresBus({ feed, sealing, ports }: BusGiven): OpenBus {
  return {
    transport: ({ service, logger }) => new PostgresTransport({ service, feed, ports, logger }),
    ingress: ({ store }) => ({
      async publish(topic, { writtenBy, ...message }) {
        const plain = typeof message.value === 'string' ? Buffer.from(message.value) : message.value;
        const value =
          writtenBy === undefined
            ? plain
            : await sealing.messages.sealed({ ...message, topic, value: plain }, writtenBy);
        await store.publish({ ...message, topic, value });
        feed.messages.ring();
      },
    }),
    observe: () => undefined,
    forgetKept: () => undefined,
    close: async () => undefined,
  };
}
