/** Opens a run for tests with a database. The server starts with the first test that asks for one. */
import { openTestRun } from '@countersign/event-store/testing';

export default async function setup() {
  globalThis.countersignTestRun = await openTestRun();
}
