import { systemPorts } from '@countersign/contracts';
import { afterAll, beforeAll, test } from '@jest/globals';
import kafkajs, { type Kafka, type PartitionAssigner } from 'kafkajs';
import { describeOnKafka } from '../kafka-local/describe-on-kafka.js';
import { testKafka } from '../kafka-local/test-kafka.js';
import { createTopic, testClient } from '../testing/kafka-topics.js';
import { quiet } from '../testing/kafka-world.js';
import { until } from '../testing/until.js';
import { GroupMember } from './member.js';

type Cluster = Parameters<PartitionAssigner>[0]['cluster'];
type Broker = Awaited<ReturnType<Cluster['findBroker']>>;

/** What goes wrong at the next call of its kind, once. */
interface Faults {
  fetch?: Error | undefined;
  findGroupCoordinator?: Error | undefined;
  joinGroup?: Error | undefined;
}

/** The client, with consumers whose calls to the cluster can be made to fail. */
function failingBy(client: Kafka, faults: Faults): Pick<Kafka, 'consumer'> {
  const once = (fault: keyof Faults) => {
    const error = faults[fault];
    delete faults[fault];
    return error;
  };
  const refusing = (broker: Broker, call: 'fetch' | 'joinGroup', error: Error | undefined): Broker =>
    error === undefined
      ? broker
      : Object.assign(Object.create(broker) as Broker, { [call]: () => Promise.reject(error) });
  const consumer: Kafka['consumer'] = (config) => {
    const [assigner = kafkajs.PartitionAssigners.roundRobin] = config.partitionAssigners ?? [];
    const failing: PartitionAssigner = (given) => {
      const { cluster } = given;
      const [findBroker, find] = [cluster.findBroker, cluster.findGroupCoordinator].map((one) =>
        one.bind(cluster),
      ) as [Cluster['findBroker'], Cluster['findGroupCoordinator']];
      cluster.findBroker = async (node) => refusing(await findBroker(node), 'fetch', once('fetch'));
      cluster.findGroupCoordinator = async (group) => {
        const error = once('findGroupCoordinator');
        if (error !== undefined) throw error;
        return refusing(await find(group), 'joinGroup', once('joinGroup'));
      };
      return assigner(given);
    };
    return client.consumer({ ...config, partitionAssigners: [failing] });
  };
  return { consumer };
}

/** What a broker says that has just been given a partition, or the offsets of a group. */
const saying = (type: string) =>
  Object.assign(new Error(type), { name: 'KafkaJSProtocolError', type, retriable: true });

await describeOnKafka('a membership that is lost without a word', () => {
  const stopping = new AbortController();
  const heard: string[] = [];
  let running: Promise<void>;
  let topic: string;
  let brokers: readonly string[];
  const faults: Faults = {};

  const publish = async (value: string) => {
    const producer = testClient(brokers).producer();
    await producer.connect();
    await producer.send({ topic, messages: [{ value }] });
    await producer.disconnect();
  };

  beforeAll(async () => {
    const kafka = await testKafka();
    brokers = kafka.brokers;
    topic = `${kafka.topicPrefix}lost-membership`;
    const admin = testClient(brokers).admin();
    await admin.connect();
    await createTopic(admin, { topic, numPartitions: 1, replicationFactor: 1 });
    await admin.disconnect();
    let mine = false;
    const member = new GroupMember({
      ...{
        client: failingBy(testClient(brokers), faults),
        groupId: topic,
        topics: [topic],
        sessionTimeoutMs: 6_000,
      },
      ...{ ports: systemPorts(), logger: quiet() },
      joined: () => {
        mine = true;
      },
      leaving: async () => {
        mine = false;
      },
      take: async ({ batch }) => {
        if (!mine) return false;
        heard.push(...batch.messages.map(({ value }) => String(value)));
        return true;
      },
    });
    running = member.run(stopping.signal);
  });
  afterAll(async () => {
    stopping.abort();
    await running;
  });

  test.each(['findGroupCoordinator', 'joinGroup'] as const)(
    'when its way back fails at %s and the broker still counts it as a member, it joins anew and hears what came',
    async (failing) => {
      await publish(`before ${failing}`);
      await until(() => heard.includes(`before ${failing}`));
      Object.assign(faults, {
        [failing]: saying('GROUP_LOAD_IN_PROGRESS'),
        fetch: saying('LEADER_NOT_AVAILABLE'),
      });
      await until(() => Object.keys(faults).length === 0);
      await publish(`after ${failing}`);
      await until(() => heard.includes(`after ${failing}`));
    },
  );
});
