import { eventTopics, topics } from '@countersign/contracts';
import kafkajs, { type Admin, type ITopicConfig, type Kafka } from 'kafkajs';
import { silenceNegativeTimeouts } from '../kafka-admin/negative-timeouts.js';
import { until } from './until.js';

export interface TestTopics {
  readonly brokers: readonly string[];
  readonly topicPrefix: string;
  readonly partitions?: number;
  /** The largest batch the event topics take. */
  readonly maxMessageBytes?: number;
}

export function testClient(brokers: readonly string[]): Kafka {
  silenceNegativeTimeouts();
  return new kafkajs.Kafka({
    brokers: [...brokers],
    clientId: 'countersign-test',
    logLevel: kafkajs.logLevel.NOTHING,
    // A broker that is busy may say for many seconds that it does not lead yet what it has just been given.
    retry: { retries: 200, initialRetryTime: 50, maxRetryTime: 500 },
  });
}

/** Every topic of ours under a prefix of its own, small. */
export async function createTestTopics(options: TestTopics): Promise<void> {
  const { brokers, topicPrefix, partitions = 3, maxMessageBytes = 2_097_152 } = options;
  const admin = testClient(brokers).admin();
  await admin.connect();
  const names = Object.values(topics);
  await admin.createTopics({
    waitForLeaders: false,
    topics: names.map((topic) => ({
      topic: topicPrefix + topic,
      numPartitions: partitions,
      replicationFactor: 1,
      configEntries: [
        {
          name: 'max.message.bytes',
          value: String(carriesEvents(topic) ? maxMessageBytes : 8_388_608),
        },
        ...(isIngress(topic) ? [{ name: 'message.timestamp.type', value: 'LogAppendTime' }] : []),
      ],
    })),
  });
  await untilLed(
    admin,
    names.map((topic) => topicPrefix + topic),
  );
  await admin.disconnect();
}

/** One topic, as soon as it can be used. */
export async function createTopic(admin: Admin, topic: ITopicConfig): Promise<void> {
  await admin.createTopics({ waitForLeaders: false, topics: [topic] });
  await untilLed(admin, [topic.topic]);
}

/** kafkajs's own wait for leaders gives up where the broker has not heard of the topic yet. */
function untilLed(admin: Admin, topics: string[]): Promise<void> {
  return until(async () => {
    const found = await admin.fetchTopicMetadata({ topics }).catch(() => undefined);
    return found?.topics.every(({ partitions }) => partitions.every(({ leader }) => leader >= 0)) === true;
  });
}

const carriesEvents = (topic: string): boolean => (eventTopics as readonly string[]).includes(topic);
const isIngress = (topic: string): boolean =>
  topic === topics.customerRequests || topic === topics.approvalDecisions;
