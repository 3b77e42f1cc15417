import { type RecordedEvent, readEventMessage, topics } from '@countersign/contracts';
import { PostgresEventStore } from '@countersign/event-store';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { describeOnKafka } from '../../kafka-local/describe-on-kafka.js';
import { testKafka } from '../../kafka-local/test-kafka.js';
import { append, someEvent } from '../../testing/events.js';
import { type KafkaWorld, kafkaWorld } from '../../testing/kafka-world.js';
import { topicRecords } from '../../testing/topic-records.js';
import { until } from '../../testing/until.js';

let streams = 0;
const stream = () => {
  streams += 1;
  return `case-relay-${streams}`;
};
const routed = () => someEvent('CaseRouted');

await describeOnKafka('the relay', () => {
  let world: KafkaWorld;

  beforeAll(async () => {
    world = await kafkaWorld(await testKafka(), { relay: false, maxMessageBytes: 60_000 });
  });
  afterAll(() => world.close());

  async function relayed(of: readonly string[]): Promise<readonly RecordedEvent[]> {
    const records = await topicRecords(world.kafka, topics.cases);
    return records
      .map(({ headers, value }) => readEventMessage(headers, value))
      .map((read) => {
        if (read.outcome === 'refused') throw new Error(read.reason);
        return read.event;
      })
      .filter((event) => of.includes(event.stream));
  }
  const versionsOf = async (name: string) => (await relayed([name])).map(({ version }) => version);
  /** Everything recorded so far was sent, or set aside. */
  const caughtUp = (relay: ReturnType<KafkaWorld['relay']>) =>
    until(async () => {
      const last = (await world.recorded()).at(-1);
      return relay.standing.reached?.position === last?.position;
    });

  test('moves an event whole: what is read from the topic is what the store recorded', async () => {
    const relay = world.relay();
    const name = stream();
    await append(world.store, name, 0, someEvent('CaseRouted', { '9': 'ü', '10': [1.5, null] }), routed());
    await caughtUp(relay);
    expect(await relayed([name])).toEqual(await world.store.readStream('fjordlight', name));
    await relay.stop();
  });

  test('a reply goes to the topic of replies as well', async () => {
    const relay = world.relay();
    const name = stream();
    await append(world.store, name, 0, someEvent('ReplySent', { text: 'done' }));
    await caughtUp(relay);
    const replies = await topicRecords(world.kafka, topics.replies);
    expect(replies.filter(({ key }) => key === name).map(({ value }) => String(value))).toEqual([
      '{"text":"done"}',
    ]);
    await relay.stop();
  });

  test.each(['commits', 'rolls back'])(
    'C38: what a transaction wrote that %s after a later one is neither skipped nor waited for in vain',
    async (how) => {
      const relay = world.relay();
      const [slow, fast] = [stream(), stream()];
      const client = new pg.Client({ connectionString: world.database.urls.countersign_coordinator });
      await client.connect();
      await client.query('begin');
      const { id, type } = routed();
      const event = {
        id,
        type,
        schemaVersion: 1,
        data: '{}',
        metadata: '{"causationId":"c","correlationId":"r"}',
      };
      const request = { tenant: 'fjordlight', stream: slow, expectedVersion: 0, events: [event] };
      await client.query('select countersign.append($1)', [JSON.stringify([request])]);
      await append(world.store, fast, 0, routed());
      const held = new PostgresEventStore({ url: world.database.urls.countersign_reader });
      await until(async () => (await held.head()).recorded.position > (await held.head()).readable.position);
      expect(await relayed([slow, fast])).toEqual([]);
      await client.query(how === 'commits' ? 'commit' : 'rollback');
      await until(async () => (await versionsOf(fast)).length === 1);
      expect(await versionsOf(slow)).toEqual(how === 'commits' ? [1] : []);
      await Promise.all([client.end(), held.close(), relay.stop()]);
    },
  );

  test('C40: of two relays one sends at a time, whoever it is, and each stream is in order', async () => {
    const relays = [world.relay({ pageMax: 5 }), world.relay({ pageMax: 5 })];
    const names = Array.from({ length: 10 }, stream);
    const half = async (from: number) => {
      for (let version = from; version < from + 50; version += 1) {
        await Promise.all(names.map((name) => append(world.store, name, version, routed())));
      }
    };
    await half(0);
    await until(() => relays.some(({ standing }) => standing.relayed > 0));
    expect(relays.filter(({ standing }) => standing.status !== 'standby')).toHaveLength(1);
    const active = relays.findIndex(({ standing }) => standing.status === 'relaying');
    await Promise.all([relays[active]?.stop(), half(50)]);
    const other = relays[1 - active];
    if (other === undefined) throw new Error('There is no second relay.');
    await caughtUp(other);
    for (const [name, versions] of byStream(await relayed(names))) {
      // A page may be there twice, never out of its order: what is new always continues what was.
      let seen = 0;
      for (const version of versions) {
        expect([name, version <= seen + 1]).toEqual([name, true]);
        seen = Math.max(seen, version);
      }
      expect([name, seen]).toEqual([name, 100]);
    }
    await other.stop();
  });

  test('resumes where the topics end: nothing missing, and not all of it again', async () => {
    const names = Array.from({ length: 8 }, stream);
    const first = world.relay({ pageMax: 3 });
    for (const name of names) await append(world.store, name, 0, routed(), routed(), routed());
    await caughtUp(first);
    await first.stop();
    for (const name of names) await append(world.store, name, 3, routed());
    const second = world.relay();
    await caughtUp(second);
    const versions = byStream(await relayed(names));
    for (const name of names) expect(new Set(versions.get(name))).toEqual(new Set([1, 2, 3, 4]));
    // A page of three and the eight new ones: what was confirmed is not sent again.
    expect(second.standing.relayed).toBeLessThanOrEqual(11);
    await second.stop();
  });

  test('C43: rows the broker will never take are set aside with a dead letter, and the others go on', async () => {
    const relay = world.relay({ pageMax: 50 });
    const large = Array.from({ length: 60 }, stream);
    const text = 'x'.repeat(100_000);
    await Promise.all(large.map((name) => append(world.store, name, 0, someEvent('CaseRouted', { text }))));
    const other = stream();
    const answer = await world.store.append({
      tenant: 'nordwind',
      stream: other,
      expectedVersion: 0,
      events: [routed()],
    });
    expect(answer.outcome).toBe('appended');
    await until(async () => (await versionsOf(other)).length === 1);
    await caughtUp(relay);
    expect(relay.standing.parked).toBe(60);
    const letters = await topicRecords(world.kafka, topics.deadLetters);
    expect(letters.filter(({ headers }) => headers['deadletter_code'] === 'too_large')).toHaveLength(60);
    const [row] = await parkedBy('relay');
    expect(row).toMatchObject({ code: 'too_large', attempts: 2 });
    await relay.stop();
  });

  async function parkedBy(service: string) {
    const reader = new PostgresEventStore({ url: world.database.urls.countersign_reader });
    const rows = await reader.query<{ code: string; attempts: number }>(
      'parked-by',
      'select code, attempts from countersign.parked where service = $1',
      [service],
    );
    await reader.close();
    return rows;
  }
});

function byStream(events: readonly RecordedEvent[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { stream: name, version } of events) found.set(name, [...(found.get(name) ?? []), version]);
  return found;
}
