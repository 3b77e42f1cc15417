/**
 * Real Kafka for tests: one broker a run, started by whichever test file asks first; every file has names of its own.
 * It refuses to pass for what it did not run: without Java or Maven its suites are skipped and the run says so in
 * one line, and under CI they fail. Its one invariant: what a run started ends with the run.
 */
export { type BareLoop, type BareMessage, openBareLoop } from '../testing/bare-loop.js';
export { putAgain } from '../testing/put-again.js';
export { canRunOnKafka, describeOnKafka } from './describe-on-kafka.js';
export {
  endAbandonedTestKafkas,
  endTestKafka,
  type TestKafka,
  testKafka,
  whatKafkaLacked,
} from './test-kafka.js';
