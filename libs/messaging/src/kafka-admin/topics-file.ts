import { parse } from 'yaml';

/** A topic as it has to be. */
export interface TopicPlan {
  readonly name: string;
  readonly partitions: number;
  /** Copies, each on another broker. */
  readonly replication: number;
  /** Milliseconds that a message is kept at least; -1 is for ever. */
  readonly retentionMs: number;
  readonly cleanup: 'delete' | 'compact';
  /** Of a batch, as the broker counts it: compressed, with keys and headers. */
  readonly maxMessageBytes: number;
  /** Whose clock dates a message: its publisher's, or the broker's where publishers are not to be believed. */
  readonly timestamps: 'created' | 'appended';
}

/** The file is not a list of topics; the message names the place and what is wrong with it. */
export class TopicsInvalid extends Error {
  override readonly name = 'TopicsInvalid';
  readonly code = 'topics_invalid';
}

const keys = ['name', 'partitions', 'replication', 'retention', 'cleanup', 'maxMessageBytes', 'timestamps'];
const dayMs = 24 * 3_600_000;

/**
 * Reads deploy/kafka/topics.yaml. Nothing has a default: a topic says everything about itself.
 * @throws TopicsInvalid
 */
export function parseTopics(text: string): readonly TopicPlan[] {
  const topics = listIn(text).map(topicOf);
  const twice = topics.find(({ name }, at) => topics.findIndex((other) => other.name === name) !== at);
  if (twice !== undefined) throw new TopicsInvalid(`The topic ${twice.name} is listed twice.`);
  return topics;
}

function listIn(text: string): unknown[] {
  let read: unknown;
  try {
    read = parse(text);
  } catch (cause) {
    throw new TopicsInvalid(`It is not YAML: ${(cause as Error).message.split('\n')[0]}`, { cause });
  }
  const list = isRecord(read) ? read['topics'] : undefined;
  if (Array.isArray(list) && list.length > 0) return list;
  throw new TopicsInvalid('It has no list of topics.');
}

function topicOf(entry: unknown, at: number): TopicPlan {
  if (!isRecord(entry)) throw new TopicsInvalid(`Topic ${at + 1} is not a mapping.`);
  const name = entry['name'];
  if (typeof name !== 'string' || !/^[A-Za-z0-9._-]{1,249}$/.test(name)) {
    throw new TopicsInvalid(`Topic ${at + 1} has no name that Kafka takes.`);
  }
  const wrong = (key: string, what: string) => new TopicsInvalid(`${name}: ${key} ${what}.`);
  const unknown = Object.keys(entry).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw wrong(unknown, 'is not something a topic has');
  const whole = (key: string, most: number): number => {
    const value = entry[key];
    if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most)
      return value as number;
    throw wrong(key, `is not a whole number from 1 to ${most}`);
  };
  const cleanup = entry['cleanup'];
  if (cleanup !== 'delete' && cleanup !== 'compact') throw wrong('cleanup', 'is neither delete nor compact');
  const retentionMs = retentionOf(entry['retention']);
  if (retentionMs === undefined) throw wrong('retention', 'is neither days such as 7d nor forever');
  const timestamps = entry['timestamps'];
  if (timestamps !== 'created' && timestamps !== 'appended') {
    throw wrong('timestamps', 'is neither created nor appended');
  }
  return {
    name,
    partitions: whole('partitions', 1_000),
    replication: whole('replication', 9),
    retentionMs,
    cleanup,
    maxMessageBytes: whole('maxMessageBytes', 64 * 1024 * 1024),
    timestamps,
  };
}

function retentionOf(value: unknown): number | undefined {
  if (value === 'forever') return -1;
  const days = /^([1-9]\d{0,3})d$/.exec(String(value))?.[1];
  return days === undefined ? undefined : Number(days) * dayMs;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
