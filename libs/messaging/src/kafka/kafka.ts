/**
 * Kafka between the services: the relay that moves events from the store to their topics, the transport that hears
 * them, and what an application needs to set either up.
 * It refuses to believe a topic: what a rule is given is what the store has. Its one invariant: an event is on its
 * topic before anything after it in the global order is sent, and an offset moves only behind what is handled.
 */
export { busIn, kafkaIn } from '../host/bus-in-environment.js';
export { behindOf, publishOnce, rewindGroup } from './outside.js';
export { type Relay, type RelayOptions, type RelayStanding, startRelay } from './relay/relay.js';
export { groupOf, type KafkaSettings, topicNameOf } from './settings.js';
