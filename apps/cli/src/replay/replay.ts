/**
 * Rebuilds proposals and cases from their topic alone, with the pure functions the services decide with.
 * It refuses to act: nothing it imports can call a target, append an event, publish a message or commit an offset;
 * a test walks its imports. Its one invariant: the same records give the same states, and what is missing is named.
 */
import { readEventMessage } from '@countersign/contracts';
import { type ReadTopic, readTopic } from '@countersign/messaging/kafka/read';
import { RebuiltStreams } from './rebuilt-streams.js';

export { type Comparing, compareWith, type Difference, type StoreToCompare } from './compare.js';
export { type Rebuilt, RebuiltStreams } from './rebuilt-streams.js';

/** Reads the topic to where it ends now. @throws KafkaUnreachable, TopicMissing */
export async function rebuildFrom(reading: ReadTopic): Promise<RebuiltStreams> {
  const streams = new RebuiltStreams();
  for await (const record of readTopic(reading)) {
    const place = `partition ${record.partition} offset ${record.offset}`;
    const { unreadable } = record;
    streams.hear(
      unreadable === undefined
        ? readEventMessage(record.headers, record.value)
        : { outcome: 'refused', code: 'not_an_event', reason: unreadable.reason },
      place,
    );
  }
  return streams;
}
