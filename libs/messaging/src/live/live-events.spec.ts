import { beforeEach, describe, expect, test } from '@jest/globals';
import { append, someEvent } from '../testing/events.js';
import { MemoryEventStore } from '../testing/memory-event-store.js';
import { until } from '../testing/until.js';
import { LiveEvents } from './live-events.js';

describe('following a stream live', () => {
  let store: MemoryEventStore;
  let live: LiveEvents;
  beforeEach(() => {
    store = new MemoryEventStore({ service: 'coordinator' });
    live = new LiveEvents(store);
  });
  const stream = 'case-1';
  const routed = (after: number) => append(store, stream, after, someEvent('CaseRouted'));
  async function deliver(version: number): Promise<void> {
    for (const event of await store.readStream('fjordlight', stream, version)) {
      if (event.version === version) live.deliver(event);
    }
  }
  function follow(afterVersion: number) {
    const stop = new AbortController();
    const seen: number[] = [];
    const ended = (async () => {
      const following = live.follow({ tenant: 'fjordlight', stream, afterVersion, signal: stop.signal });
      for await (const { version } of following) seen.push(version);
    })();
    const end = () => {
      stop.abort();
      return ended;
    };
    return { seen, end };
  }

  test('gives the past after a version, then what is new, each once', async () => {
    for (let n = 0; n < 3; n += 1) await routed(n);
    const { seen, end } = follow(1);
    await until(() => seen.length === 2);
    await routed(3);
    await deliver(3);
    await deliver(4);
    await until(() => seen.length === 3);
    expect(seen).toEqual([2, 3, 4]);
    await end();
  });

  test('what was not delivered is read from the store before it goes on', async () => {
    const { seen, end } = follow(0);
    for (let n = 0; n < 4; n += 1) await routed(n);
    await deliver(4);
    await until(() => seen.length === 4);
    expect(seen).toEqual([1, 2, 3, 4]);
    await end();
  });

  test('ends when it is told to, and hears nothing of other streams and tenants', async () => {
    const { seen, end } = follow(0);
    await append(store, 'case-2', 0, someEvent('CaseRouted'));
    for (const event of await store.readStream('fjordlight', 'case-2')) {
      live.deliver(event);
      live.deliver({ ...event, tenant: 'nordstern', stream });
    }
    await end();
    expect(seen).toEqual([]);
  });
});
