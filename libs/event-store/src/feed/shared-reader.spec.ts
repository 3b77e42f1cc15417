import { describe, expect, test } from '@jest/globals';
import { type Cursor, START } from '../port.js';
import { until } from '../testing/until.js';
import { SharedReader } from './shared-reader.js';
import type { FeedSource } from './source.js';

/** A source in memory that notes from where it gave something. */
class Numbers implements FeedSource<Cursor> {
  readonly channel = 'numbers';
  readonly items: Cursor[] = [];
  readonly gaveAfter: number[] = [];
  reads = 0;
  away = false;
  /** Answers are on their way until then; what they hold is what was there when they were asked. */
  held: Promise<void> = Promise.resolve();

  add(count: number): void {
    for (let n = 0; n < count; n += 1) {
      this.items.push({
        transactionId: String(this.items.length + 1),
        position: String(this.items.length + 1),
      });
    }
  }

  async readAfter(cursor: Cursor, limit: number) {
    if (this.away) throw new Error('away');
    const from = Number(cursor.position);
    const items = this.items.slice(from, from + limit);
    this.reads += 1;
    await this.held;
    if (items.length > 0) this.gaveAfter.push(from);
    return { items, cursor: items.at(-1) ?? cursor, held: false };
  }

  async readable(): Promise<Cursor> {
    if (this.away) throw new Error('away');
    return this.items.at(-1) ?? START;
  }
}

function follower(reader: SharedReader<Cursor>, from: Cursor = START, limit = 10) {
  const heard: number[] = [];
  const stop = new AbortController();
  const done = (async () => {
    for await (const { items } of reader.follow(from, { limit, signal: stop.signal })) {
      heard.push(...items.map(({ position }) => Number(position)));
    }
  })();
  const end = () => {
    stop.abort();
    return done;
  };
  return { heard, end };
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

describe('the shared reader', () => {
  test('reads a new item once for all followers, and gives it to each in order', async () => {
    const source = new Numbers();
    const reader = new SharedReader(source, { pollMs: 60_000 });
    reader.start();
    const followers = [follower(reader), follower(reader), follower(reader)];
    await until(() => reader.readTo !== undefined);
    for (let n = 0; n < 5; n += 1) {
      source.add(3);
      reader.ring();
      await until(() => followers.every(({ heard }) => heard.length === (n + 1) * 3));
    }
    expect(followers.map(({ heard }) => heard)).toEqual([upTo(15), upTo(15), upTo(15)]);
    expect(source.gaveAfter).toEqual([0, 3, 6, 9, 12]);
    await Promise.all(followers.map(({ end }) => end()));
    await reader.stop();
  });

  test('one that is behind the tail reads the database by itself, and holds nobody back', async () => {
    const source = new Numbers();
    source.add(100);
    const reader = new SharedReader(source, { tailMax: 20, pollMs: 60_000 });
    reader.start();
    await until(() => reader.readTo !== undefined);
    const slow = reader.follow(START, { limit: 10 });
    expect((await slow.next()).value?.items).toHaveLength(10);
    const fast = follower(reader, { transactionId: '100', position: '100' });
    source.add(50);
    reader.ring();
    await until(() => fast.heard.length === 50);
    const rest: number[] = [];
    while (rest.length < 140) {
      rest.push(...((await slow.next()).value?.items ?? []).map(({ position }: Cursor) => Number(position)));
    }
    expect(rest).toEqual(upTo(150).slice(10));
    await slow.return(undefined);
    await fast.end();
    await reader.stop();
  });

  test('what was announced after it had been read is not read for again', async () => {
    const source = new Numbers();
    const reader = new SharedReader(source, { pollMs: 60_000 });
    reader.start();
    const { heard, end } = follower(reader);
    await until(() => source.reads === 1);
    source.add(3);
    reader.ring('3');
    await until(() => heard.length === 3);
    for (const late of ['1', '2', '3']) {
      reader.ring(late);
      // Time enough for a read to begin, were it one.
      await new Promise((turn) => setImmediate(turn));
    }
    expect(source.reads).toBe(2);
    source.add(1);
    reader.ring('4');
    await until(() => heard.length === 4);
    expect(source.reads).toBe(3);
    await end();
    await reader.stop();
  });

  test('what is announced while a read is out is read for, unless that read has brought it', async () => {
    const source = new Numbers();
    const reader = new SharedReader(source, { pollMs: 60_000 });
    reader.start();
    const { heard, end } = follower(reader);
    await until(() => source.reads === 1);
    const read = async (announced: readonly string[], more: number) => {
      const out = Promise.withResolvers<void>();
      source.held = out.promise;
      const before = source.reads;
      source.add(1);
      reader.ring(String(source.items.length));
      await until(() => source.reads === before + 1);
      source.add(more);
      for (const news of announced) reader.ring(news);
      source.held = Promise.resolve();
      out.resolve();
      await until(() => heard.length === source.items.length);
      return source.reads - before;
    };
    expect(await read(['1'], 0)).toBe(1);
    expect(await read(['2', '3'], 1)).toBe(2);
    await end();
    await reader.stop();
  });

  test.each(['', undefined, 'x', '-1', '9'.repeat(21)])(
    'what is announced as %p is read for',
    async (what) => {
      const source = new Numbers();
      const reader = new SharedReader(source, { pollMs: 60_000 });
      reader.start();
      const { heard, end } = follower(reader);
      await until(() => source.reads === 1);
      source.add(2);
      reader.ring(what);
      await until(() => heard.length === 2);
      await end();
      await reader.stop();
    },
  );

  test('goes on by itself after an outage, and says so once', async () => {
    const source = new Numbers();
    const told: string[] = [];
    const reader = new SharedReader(source, {
      pollMs: 20,
      onTrouble: () => told.push('trouble'),
      onRecovered: () => told.push('recovered'),
    });
    source.away = true;
    reader.start();
    const heard = follower(reader);
    await until(() => told.length === 1);
    source.away = false;
    await until(() => reader.readTo !== undefined);
    source.add(7);
    await until(() => heard.heard.length === 7);
    expect(told).toEqual(['trouble', 'recovered']);
    await heard.end();
    await reader.stop();
  });

  test('says it again when it fails for another reason than before', async () => {
    const told: unknown[] = [];
    let code = 'store_unavailable';
    const reader = new SharedReader<Cursor>(
      {
        channel: 'none',
        readable: () => Promise.reject(Object.assign(new Error('No.'), { code })),
        readAfter: () => Promise.reject(new Error('Not reached.')),
      },
      { pollMs: 20, onTrouble: (error) => told.push((error as { code?: unknown }).code) },
    );
    reader.start();
    await until(() => told.length === 1);
    code = 'wrong_wrapping_key';
    await until(() => told.length > 1);
    expect(told).toEqual(['store_unavailable', 'wrong_wrapping_key']);
    await reader.stop();
  });

  test('stopping it ends its followers', async () => {
    const reader = new SharedReader(new Numbers(), { pollMs: 60_000 });
    reader.start();
    const { heard, end } = follower(reader);
    await reader.stop();
    await end();
    expect(heard).toEqual([]);
  });
});
