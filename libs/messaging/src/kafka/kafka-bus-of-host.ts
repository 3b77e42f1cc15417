import type { BusGiven, OpenBus } from '../host/open-bus.js';
import { KafkaBus } from './bus.js';
import { KafkaTransport } from './kafka-transport.js';
import { KnownEvents } from './known-events.js';
import { publishIngress } from './publish-ingress.js';
import type { KafkaSettings } from './settings.js';

/** Kafka as a process's bus: one client and one producer for all of its services. */
export function kafkaBus(settings: KafkaSettings, { feed, sealing, ports, logger }: BusGiven): OpenBus {
  const bus = new KafkaBus(settings, logger);
  const known = new KnownEvents(feed.store);
  return {
    transport: (of) => new KafkaTransport({ ...of, bus, feed, known, sealing, ports }),
    ingress: ({ service }) => {
      const source = `/countersign/${service.replaceAll('_', '-')}`;
      return { publish: (topic, message) => publishIngress(topic, message, { bus, sealing, ports, source }) };
    },
    observe: (event) => known.observe(event),
    forgetKept: () => known.clear(),
    close: () => bus.close(),
  };
}
