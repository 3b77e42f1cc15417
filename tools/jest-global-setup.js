/** Opens a run for tests with a database or a broker. Each starts with the first test that asks for it. */
import { openTestRun } from '@countersign/event-store/testing';
import { endAbandonedTestKafkas } from '@countersign/messaging/kafka/testing';

export default async function setup() {
  await endAbandonedTestKafkas();
  globalThis.countersignTestRun = await openTestRun();
}
