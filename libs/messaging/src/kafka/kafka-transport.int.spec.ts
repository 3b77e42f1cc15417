import { describeOnKafka } from '../kafka-local/describe-on-kafka.js';
import { testKafka } from '../kafka-local/test-kafka.js';
import { kafkaWorld } from '../testing/kafka-world.js';
import { describeTransport } from '../testing/transport-contract.js';

await describeOnKafka('on a real broker', () => {
  describeTransport('the transport over Kafka', async () => kafkaWorld(await testKafka()));
});
