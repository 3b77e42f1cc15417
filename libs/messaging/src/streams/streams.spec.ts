import type { RecordedEvent } from '@countersign/contracts';
import { StoreError } from '@countersign/event-store';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { someEvent } from '../testing/events.js';
import { at, CountingStore, cause, message, open, ports, tenant } from '../testing/some-case.js';
import { type CaseStreams, caseStreams, type StreamCaches, streamCaches } from './categories.js';

describe('answering on a stream', () => {
  let store: CountingStore;
  let caches: StreamCaches;
  let cases: CaseStreams;
  let forbidden: string;
  beforeEach(() => {
    forbidden = '';
    store = new CountingStore({ service: 'coordinator', mayAppend: (type) => type !== forbidden });
    caches = streamCaches();
    cases = caseStreams({ store, ports, caches });
  });
  const to = (id: string, rule = 'a-rule') => ({ tenant, id, rule });
  const types = async (id: string) => (await store.readStream(tenant, `case-${id}`)).map(({ type }) => type);
  const recorded = async (id: string) => store.readStream(tenant, `case-${id}`) as Promise<RecordedEvent[]>;

  test('one cause on two streams has an id of its own on each, and so has all that follows', async () => {
    for (const id of ['1', '2']) await cases.answer(cause('c1'), to(id), () => ({ commands: [open] }));
    const [one, two] = [await recorded('1'), await recorded('2')];
    expect([one.length, two.length]).toEqual([1, 1]);
    expect(one[0]?.id).not.toBe(two[0]?.id);
  });

  test('decides commands one after another and appends their events at once', async () => {
    const answer = await cases.answer(cause('c1'), to('1'), () => ({
      commands: [open, message('m1'), message('m1')],
    }));
    expect(answer).toMatchObject({
      outcome: 'appended',
      version: 2,
      state: { status: 'open', messages: [{ messageId: 'm1' }] },
    });
    const events = await recorded('1');
    expect(events.map(({ type }) => type)).toEqual(['CaseOpened', 'CustomerMessageReceived']);
    expect(events[1]?.metadata).toEqual({ causationId: 'c1', correlationId: 'r-1' });
  });

  test('answers the same cause of the same rule once, without running the work again', async () => {
    await cases.answer(cause('c1'), to('1'), () => ({ commands: [open] }));
    let ran = 0;
    const again = await cases.answer(cause('c1'), to('1'), () => {
      ran += 1;
      return { commands: [message('m1')] };
    });
    expect(again).toMatchObject({ outcome: 'already_done', version: 1 });
    expect(ran).toBe(0);
    expect(
      await cases.answer(cause('c1'), to('1', 'another-rule'), () => ({ commands: [message('m1')] })),
    ).toMatchObject({
      outcome: 'appended',
    });
  });

  test('a refusal is a value, and nothing of the same work is appended', async () => {
    const answer = await cases.answer(cause('c1'), to('1'), () => ({
      commands: [open, { type: 'settle', at }, message('m1')],
    }));
    expect(answer).toMatchObject({
      outcome: 'refused',
      code: 'not_settled',
      version: 0,
      state: { status: 'absent' },
    });
    expect(await types('1')).toEqual([]);
  });

  test('nothing to do appends nothing', async () => {
    expect(await cases.answer(cause('c1'), to('1'), () => 'nothing')).toMatchObject({
      outcome: 'nothing',
      version: 0,
    });
  });

  test('folds the next event of a cached stream in without a read', async () => {
    await cases.answer(cause('c1'), to('1'), () => ({ commands: [open] }));
    const [opened] = await recorded('1');
    if (opened === undefined) throw new Error('There is no event.');
    caches.observe(opened);
    await store.append({
      tenant,
      stream: 'case-1',
      expectedVersion: 1,
      events: [someEvent('CaseRouted', { messageId: 'm' })],
    });
    const heard = (await recorded('1'))[1];
    if (heard === undefined) throw new Error('There is no event.');
    store.reads = 0;
    const answer = await cases.answer(heard, to('1'), (state) => {
      expect(state).toMatchObject({ routes: [{ messageId: 'm' }] });
      return { commands: [message('m1')] };
    });
    expect(answer).toMatchObject({ outcome: 'appended', version: 3 });
    expect(store.reads).toBe(0);
  });

  test('an event heard again after a restart finds its answer, without running the work', async () => {
    await cases.answer(cause('c1'), to('1'), () => ({ commands: [open] }));
    const [opened] = await recorded('1');
    if (opened === undefined) throw new Error('There is no event.');
    await cases.answer(opened, to('1', 'greet'), () => ({ commands: [message('m1')] }));
    const restarted = caseStreams({ store, ports, caches: streamCaches() });
    let ran = 0;
    const again = await restarted.answer(opened, to('1', 'greet'), () => {
      ran += 1;
      return { commands: [message('m2')] };
    });
    expect(again).toMatchObject({ outcome: 'already_done', version: 2 });
    expect(ran).toBe(0);
  });

  test('after a conflict it reads again and runs the work on what is there now', async () => {
    await cases.answer(cause('c1'), to('1'), () => ({ commands: [open] }));
    const seen: number[] = [];
    const answer = await cases.answer(cause('c2'), to('1'), async (_state, { version }) => {
      seen.push(version);
      // Somebody else is faster, once.
      if (seen.length === 1) {
        await store.append({
          tenant,
          stream: 'case-1',
          expectedVersion: 1,
          events: [someEvent('CaseRouted', {})],
        });
      }
      return { commands: [message('m1')] };
    });
    expect(seen).toEqual([1, 2]);
    expect(answer).toMatchObject({ outcome: 'appended', version: 3 });
  });

  test('a stream that always moves is given up for now, not for ever', async () => {
    await cases.answer(cause('c1'), to('1'), () => ({ commands: [open] }));
    const racing = cases.answer(cause('c2'), to('1'), async (_state, { version }) => {
      const events = [someEvent('CaseRouted', {})];
      await store.append({ tenant, stream: 'case-1', expectedVersion: version, events });
      return { commands: [message('m1')] };
    });
    await expect(racing).rejects.toMatchObject({ failureKind: 'retryable', code: 'contended' });
  });

  test('says who holds a claim, and what is too late', async () => {
    const claimed = { outcome: 'claimed', key: 'refund:ch_1', holder: 'case-1' } as const;
    store.append = async () => claimed;
    expect(await cases.answer(cause('c2'), to('2'), () => ({ commands: [open] }))).toMatchObject(claimed);
    store.append = CountingStore.prototype.append;
    const late = { commands: [open], notAfter: '2020-01-01T00:00:00Z' };
    expect(await cases.answer(cause('c3'), to('3'), () => late)).toMatchObject({ outcome: 'too_late' });
  });

  test('a claim with what permits nothing is a bug of the rule, named by what the store refuses it for', async () => {
    const work = { commands: [open], claims: [{ key: 'refund:ch_1' }] };
    await expect(cases.answer(cause('c1'), to('1'), () => work)).rejects.toMatchObject({
      failureKind: 'bug',
      message: expect.stringContaining('claims_without_permission'),
    });
    expect(await types('1')).toEqual([]);
  });

  test('sets a timer as the message its rule will hear, each setting a cause of its own', async () => {
    const timers = [{ task: 'remind', key: '1', payload: { n: 1 }, dueAt: { inMs: 5 } }];
    await cases.answer(cause('c1'), to('1'), () => ({ commands: [open], timers }));
    await cases.answer(cause('c2'), to('1'), () => ({ commands: [message('m1')], timers }));
    const [first, second] = store.timers;
    expect(first).toMatchObject({
      task: 'remind',
      key: '1',
      dueAt: { inMs: 5 },
      payload: { tenant, stream: 'case-1', key: '1', correlationId: 'r-1', payload: { n: 1 } },
    });
    expect(first?.payload['id']).not.toBe(second?.payload['id']);
  });

  test('a stream that is let go of while its rest is read is read from its beginning', async () => {
    await cases.answer(cause('c1'), to('1'), () => ({ commands: [open] }));
    await cases.load(tenant, '1');
    const events = [{ ...someEvent('FactUnknown', { fact: 'f', about: 'a', reason: 'r', at }) }];
    await store.append({ tenant, stream: 'case-1', expectedVersion: 1, events });
    const reading = cases.load(tenant, '1');
    caches.clear();
    expect(await reading).toMatchObject({ version: 2, state: { status: 'open' } });
  });

  test('what the store will never take is a bug; an absent store is worth another try', async () => {
    forbidden = 'CaseOpened';
    await expect(cases.answer(cause('c1'), to('1'), () => ({ commands: [open] }))).rejects.toMatchObject({
      failureKind: 'bug',
      code: 'forbidden',
    });
    forbidden = '';
    store.away = new StoreError('store_unavailable', 'away');
    await expect(cases.answer(cause('c1'), to('1'), () => ({ commands: [open] }))).rejects.toMatchObject({
      failureKind: 'retryable',
      code: 'store_unavailable',
    });
  });

  test('a stream with a shape from a newer release is not folded by an older one', async () => {
    const events = [someEvent('CaseOpened', {}, 99)];
    await store.append({ tenant, stream: 'case-1', expectedVersion: 0, events });
    for (const event of await recorded('1')) caches.observe(event);
    await expect(cases.load(tenant, '1')).rejects.toMatchObject({
      failureKind: 'poison',
      code: 'schema_too_new',
    });
  });
});
