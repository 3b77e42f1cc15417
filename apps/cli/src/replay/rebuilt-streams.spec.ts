import { eventMessage, type RecordedEvent, readEventMessage } from '@countersign/contracts';
import { describe, expect, test } from '@jest/globals';
import { compareWith, type StoreToCompare } from './compare.js';
import { RebuiltStreams } from './rebuilt-streams.js';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const hash = (n: number) => String(n).padStart(64, '0');

/** An event of a type that folds pass over: what is tried here is order, not meaning. */
const event = (version: number, change: Partial<RecordedEvent> = {}): RecordedEvent => ({
  ...{ id: id(version), type: 'SomethingNoted', schemaVersion: 1, data: {} },
  metadata: { causationId: 'cause', correlationId: 'correlation' },
  ...{ tenant: 'fjordlight', stream: `proposal-${id(0)}`, version },
  ...{ position: String(version), transactionId: String(version) },
  ...{ recordedAt: '2026-11-29T12:00:00.000000Z', recordedBy: 'countersign_executor' },
  ...{ previousHash: hash(version - 1), hash: hash(version) },
  ...change,
});

const heard = (...events: readonly RecordedEvent[]) => {
  const streams = new RebuiltStreams();
  for (const [at, one] of events.entries()) {
    const { headers, value } = eventMessage(one);
    streams.hear(readEventMessage(headers, Buffer.from(value)), `offset ${at}`);
  }
  return streams;
};

const only = (...events: readonly RecordedEvent[]) => {
  const [one] = heard(...events).results();
  if (one === undefined) throw new Error('Nothing was rebuilt.');
  return one;
};

describe('what a topic holds', () => {
  test('in order: counted, bound, nothing odd', () => {
    expect(only(event(1), event(2), event(3))).toMatchObject({
      ...{ events: 3, version: 3, hash: hash(3), oddities: [], first: 1 },
    });
  });

  test('twice, as after a relay that began anew: the same, and nothing odd', () => {
    expect(only(event(1), event(2), event(1), event(2), event(3))).toEqual(
      only(event(1), event(2), event(3)),
    );
  });

  test('out of order: folded in order, and named', () => {
    expect(only(event(1), event(3), event(2), event(4))).toMatchObject({
      events: 4,
      oddities: ['version 3 arrived before version 2'],
    });
  });

  test('with a gap: named, and nothing after it is folded', () => {
    expect(only(event(1), event(3), event(4))).toMatchObject({
      ...{ version: 1, events: 1 },
      oddities: ['version 2 is missing; 2 after it could not be folded'],
    });
    expect(only(event(1), event(5)).oddities).toEqual([
      'versions 2 to 4 are missing; 1 after it could not be folded',
    ]);
  });

  test('with another event in the place of one: named', () => {
    expect(only(event(1), event(2), event(2, { hash: hash(9) })).oddities).toEqual([
      'two different events claim version 2',
    ]);
  });

  test('with an event that is not bound to the one before it: named', () => {
    expect(only(event(1), event(2, { previousHash: hash(7) })).oddities).toEqual([
      'version 2 is not bound to version 1',
    ]);
  });

  test('from the middle: begun before what was read, which is not odd, and no state', () => {
    expect(only(event(4), event(5))).toMatchObject({ first: 4, events: 0, oddities: [] });
  });

  test('what is no event is kept apart with its place', () => {
    const streams = new RebuiltStreams();
    streams.hear(readEventMessage({}, Buffer.from('{}')), 'partition 1 offset 7');
    expect(streams.results()).toEqual([]);
    expect(streams.unreadable).toEqual([expect.stringMatching(/^partition 1 offset 7: /)]);
  });
});

describe('held against the store', () => {
  const store = (...events: readonly RecordedEvent[]): StoreToCompare => ({
    readStream: async (tenant, stream) =>
      events.filter((one) => one.tenant === tenant && one.stream === stream),
    streams: async () => events.filter(({ version }) => version === 1),
  });
  const whole = { fromTheBeginning: true, toTheEnd: true };
  const compared = async (topic: readonly RecordedEvent[], inStore: readonly RecordedEvent[]) =>
    (await compareWith(store(...inStore), heard(...topic).results(), whole)).map(({ what }) => what);

  test('the same is no difference', async () => {
    expect(await compared([event(1), event(2)], [event(1), event(2)])).toEqual([]);
  });

  test('an event more in the store is one, in count and in version', async () => {
    expect(await compared([event(1)], [event(1), event(2)])).toEqual([
      'the topic gives 1 events, the store 2',
      'the topic ends at version 1, the store at 2',
    ]);
  });

  test('another hash is one', async () => {
    expect(await compared([event(1, { hash: hash(8) })], [event(1)])).toEqual([
      'version 1 has another hash on the topic than in the store',
    ]);
  });

  test('a stream that only one of them has is one', async () => {
    expect(await compared([event(1)], [])).toEqual(['the topic has it and the store does not']);
    expect(await compared([], [event(1)])).toEqual(['the store has it and the topic does not']);
  });

  test('read up to an instant, it is compared as far as it was read', async () => {
    const results = heard(event(1)).results();
    const bounded = { fromTheBeginning: true, toTheEnd: false };
    expect(await compareWith(store(event(1), event(2)), results, bounded)).toEqual([]);
  });
});
