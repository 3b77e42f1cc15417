/** Waits until the run that started it is gone, even by kill -9, and ends the run's servers. */
import { closeTestRun } from '@countersign/event-store/testing';
import { endTestKafka } from '@countersign/messaging/kafka/testing';

const [run] = process.argv.slice(2);
process.stdin.once('end', async () => {
  await endTestKafka(run);
  await closeTestRun(run);
});
process.stdin.resume();
