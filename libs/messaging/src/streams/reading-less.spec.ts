import { beforeEach, describe, expect, test } from '@jest/globals';
import { CountingStore, cause, message, open, ports, tenant } from '../testing/some-case.js';
import { type CaseStreams, caseStreams, type StreamCaches, streamCaches } from './categories.js';

describe('a stream that is known already', () => {
  let store: CountingStore;
  let caches: StreamCaches;
  let cases: CaseStreams;
  beforeEach(() => {
    store = new CountingStore({ service: 'coordinator', mayAppend: () => true });
    caches = streamCaches();
    cases = caseStreams({ store, ports, caches });
  });
  const to = (id: string, rule = 'a-rule') => ({ tenant, id, rule });
  const recorded = (id: string) => store.readStream(tenant, `case-${id}`);

  test('what was heard is enough to see the stream, without a read; what is behind it is read', async () => {
    await cases.answer(cause('c1'), to('1'), () => ({ commands: [open] }));
    const [opened] = await recorded('1');
    if (opened === undefined) throw new Error('There is no event.');
    caches.observe(opened);
    store.reads = 0;
    expect(await cases.loadHeard(opened, to('1'))).toMatchObject({ version: 1, state: { status: 'open' } });
    expect(store.reads).toBe(0);
    // Another's append, known of and not heard yet; a cause that is no event; a stream that is not in memory.
    await cases.answer(opened, to('1', 'greet'), () => ({ commands: [message('m1')] }));
    expect(await cases.loadHeard(opened, to('1'))).toMatchObject({ version: 2 });
    expect(await cases.loadHeard(cause('c2'), to('1'))).toMatchObject({ version: 2 });
    caches.clear();
    expect(await cases.loadHeard(opened, to('1'))).toMatchObject({ version: 2 });
    expect(store.reads).toBe(3);
  });

  test('decides on what was loaded for the same cause, and reads only if the stream has moved since', async () => {
    await cases.answer(cause('c1'), to('1'), () => ({ commands: [open] }));
    const loaded = await cases.load(tenant, '1');
    const seen: number[] = [];
    const work = (_state: unknown, { version }: { version: number }) => {
      seen.push(version);
      return { commands: [message(`m${version}`)] };
    };
    store.reads = 0;
    expect(await cases.answer(cause('c2'), { ...to('1'), loaded }, work)).toMatchObject({ version: 2 });
    expect([seen, store.reads]).toEqual([[1], 0]);
    expect(await cases.answer(cause('c3'), { ...to('1'), loaded }, work)).toMatchObject({ version: 3 });
    expect([seen, store.reads]).toEqual([[1, 1, 2], 1]);
  });

  test('a cause that was answered since it was loaded is not answered twice', async () => {
    await cases.answer(cause('c1'), to('1'), () => ({ commands: [open] }));
    const loaded = await cases.load(tenant, '1');
    const again = () =>
      cases.answer(cause('c2'), { ...to('1'), loaded }, () => ({ commands: [message('m')] }));
    expect(await again()).toMatchObject({ outcome: 'appended', version: 2 });
    expect(await again()).toMatchObject({ outcome: 'already_done', version: 2 });
    expect((await recorded('1')).map(({ type }) => type)).toEqual(['CaseOpened', 'CustomerMessageReceived']);
  });
});
