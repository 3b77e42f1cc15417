import { type IngressTopic, type Service, systemPorts } from '@countersign/contracts';
import { sealingWithoutKeys } from '@countersign/event-store';
import { createLogger } from '@countersign/telemetry';
import type { Publication } from '../wiring/wiring.js';
import { askAdmin } from './ask-admin.js';
import { KafkaBus } from './bus.js';
import { publishIngress } from './publish-ingress.js';
import { groupOf, type KafkaSettings } from './settings.js';

/** Publishes one message as an outside party does, from a program that is none of the services. */
export async function publishOnce(
  settings: KafkaSettings,
  topic: IngressTopic,
  message: Publication,
): Promise<void> {
  const bus = new KafkaBus(settings, silent());
  const given = { bus, sealing: sealingWithoutKeys(), ports: systemPorts(), source: '/outside' };
  try {
    await publishIngress(topic, message, given);
  } finally {
    await bus.close();
  }
}

/**
 * Forgets how far a service has come, so that it hears everything from the beginning at its next start. Refused by
 * the broker while a process of the service is there.
 */
export async function rewindGroup(settings: KafkaSettings, service: Service): Promise<void> {
  const { client } = new KafkaBus(settings, silent());
  await askAdmin(client, (admin) => admin.deleteGroups([groupOf(settings, service)]));
}

/** Messages that no process of the service has handled or set aside yet, as the broker knows it. */
export async function behindOf(settings: KafkaSettings, service: Service): Promise<number> {
  return (await new KafkaBus(settings, silent()).progressOf(service)).lag;
}

const silent = () => createLogger({ service: 'countersign', level: 'silent', now: () => 0 });
