/** Ends the servers of this run, if a test has started them, and says what could not be run. */
import { closeTestRun } from '@countersign/event-store/testing';
import { endTestKafka, whatKafkaLacked } from '@countersign/messaging/kafka/testing';

export default async function teardown() {
  const run = globalThis.countersignTestRun;
  const lacked = await whatKafkaLacked(run);
  if (lacked !== undefined) process.stderr.write(`${lacked}\n`);
  await endTestKafka(run);
  await closeTestRun(run);
  globalThis.countersignTestRunGuard.kill();
}
