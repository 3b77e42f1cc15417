import type { Ports } from '@countersign/contracts';
import { type Cursor, compareCursors, START } from '@countersign/event-store';
import type { Admin, Consumer, Kafka, KafkaMessage } from 'kafkajs';
import { askAdmin } from '../ask-admin.js';
import { reachedHeader } from './relayed-records.js';

export interface ResumeOptions {
  readonly client: Kafka;
  /** The event topics, by their names on the broker. */
  readonly topics: readonly string[];
  /** A name for the short-lived group that reads their ends. */
  readonly groupId: string;
  readonly ports: Ports;
}

interface End {
  readonly topic: string;
  readonly partition: number;
  /** The offset to read from, and the last one that is there. */
  readonly from: bigint;
  readonly last: bigint;
}

/** So many of the last messages of a partition are looked at: somebody else's may lie among them. */
const lookedAt = 20n;
const withinMs = 60_000;

/**
 * Where the topics end. A page is only sent when the one before it was confirmed, and each message says how far that
 * was; so whatever the newest of them says is surely there, of every partition. What was sent after it is sent
 * again: duplicates are harmless, gaps are not. Empty topics begin at the beginning.
 */
export async function resumePoint(options: ResumeOptions): Promise<Cursor> {
  const ends = await askAdmin(options.client, (admin) => endsOf(admin, options.topics));
  if (ends.length === 0) return START;
  const consumer = options.client.consumer({
    groupId: options.groupId,
    allowAutoTopicCreation: false,
    maxWaitTimeInMs: 100,
    retry: { retries: 5, restartOnFailure: () => Promise.resolve(false) },
  });
  try {
    return await newestIn(ends, consumer, options);
  } finally {
    await consumer.disconnect().catch(() => undefined);
    await deleteGroup(options);
  }
}

async function endsOf(admin: Admin, topics: readonly string[]): Promise<readonly End[]> {
  const ends: End[] = [];
  for (const topic of topics) {
    for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
      const last = BigInt(high) - 1n;
      if (last < BigInt(low)) continue;
      const from = last - lookedAt + 1n;
      ends.push({ topic, partition, last, from: from > BigInt(low) ? from : BigInt(low) });
    }
  }
  return ends;
}

async function newestIn(
  ends: readonly End[],
  consumer: Consumer,
  { ports, topics }: ResumeOptions,
): Promise<Cursor> {
  const waiting = new Map(ends.map((end) => [`${end.topic}/${end.partition}`, end]));
  const done = Promise.withResolvers<void>();
  let newest = START;
  consumer.on(consumer.events.CRASH, ({ payload }) => done.reject(payload.error));
  await consumer.connect();
  await consumer.subscribe({ topics: [...topics], fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachBatch: async ({ batch }) => {
      const place = `${batch.topic}/${batch.partition}`;
      const end = waiting.get(place);
      for (const message of batch.messages) {
        const reached = reachedIn(message);
        if (reached !== undefined && compareCursors(reached, newest) > 0) newest = reached;
      }
      if (end !== undefined && BigInt(batch.lastOffset()) >= end.last) waiting.delete(place);
      if (waiting.size === 0) done.resolve();
    },
  });
  for (const { topic, partition, from } of ends) consumer.seek({ topic, partition, offset: String(from) });
  const over = new AbortController();
  const deadline = ports.clock.wait(withinMs, over.signal).then(
    () => done.reject(new Error(`The ends of the topics were not read within ${withinMs} ms.`)),
    () => undefined,
  );
  try {
    await done.promise;
    return newest;
  } finally {
    over.abort();
    await deadline;
  }
}

function reachedIn({ headers }: KafkaMessage): Cursor | undefined {
  const found = /^([0-9]{1,20})\/([0-9]{1,20})$/.exec(String(headers?.[reachedHeader] ?? ''));
  return found === null ? undefined : { transactionId: found[1] ?? '0', position: found[2] ?? '0' };
}

/** The group was only a way to read; the broker forgets it by itself if this fails. */
async function deleteGroup({ client, groupId }: ResumeOptions): Promise<void> {
  await askAdmin(client, (admin) => admin.deleteGroups([groupId])).catch(() => undefined);
}
