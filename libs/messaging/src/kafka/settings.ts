import type { Service, Topic } from '@countersign/contracts';
import type { KafkaSecurity } from '../kafka-security/security.js';

export interface KafkaSettings {
  /** `host:port`, one or more of the cluster. */
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly security?: KafkaSecurity;
  /** In front of every topic and group, where a cluster is shared. */
  readonly topicPrefix?: string;
  /** After so long without a word from a member the broker gives its partitions to others. */
  readonly sessionTimeoutMs?: number;
}

export const sessionTimeoutMsOf = ({ sessionTimeoutMs = 10_000 }: KafkaSettings): number => sessionTimeoutMs;

export const topicNameOf = ({ topicPrefix = '' }: KafkaSettings, topic: Topic): string => topicPrefix + topic;

/** All processes of a service share its work. */
export const groupOf = ({ topicPrefix = '' }: KafkaSettings, service: Service): string =>
  `${topicPrefix}countersign.${service.replaceAll('_', '-')}`;
