/**
 * Topics as data: what deploy/kafka/topics.yaml asks for, and bringing a cluster to it.
 * It refuses to delete, to shrink and to change: a topic that differs is told, and a person decides. Its one
 * invariant: applying twice is applying once.
 */

export { kafkaSecurityIn } from '../kafka-security/security-in-environment.js';
export {
  type Applied,
  type ApplyTopics,
  applyTopics,
  type Difference,
  TopicsRefused,
} from './apply-topics.js';
export { KafkaUnreachable } from './kafka-unreachable.js';
export { silenceNegativeTimeouts } from './negative-timeouts.js';
export { parseTopics, type TopicPlan, TopicsInvalid } from './topics-file.js';
