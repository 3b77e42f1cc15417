/** Ends the server of this run, if a test has started one. */
import { closeTestRun } from '@countersign/event-store/testing';

export default async function teardown() {
  await closeTestRun(globalThis.countersignTestRun);
}
