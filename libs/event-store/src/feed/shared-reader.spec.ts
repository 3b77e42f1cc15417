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
  away = false;

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
