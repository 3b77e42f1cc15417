import type { IngressMessage, RecordedEvent } from '@countersign/contracts';
import { expect, test } from '@jest/globals';
import { append, someEvent } from './events.js';
import { rule, serviceOf } from './rule.js';
import type { UnderTest } from './transport-contract.js';
import { until } from './until.js';

export function orderContract({ world, start, stream }: UnderTest): void {
  test('the events of a stream are heard one after another, in their order', async () => {
    const name = stream();
    const heard: number[] = [];
    let running = 0;
    let together = 0;
    const hear = async (event: RecordedEvent) => {
      if (event.stream !== name) return;
      running += 1;
      together = Math.max(together, running);
      await new Promise((resolve) => setImmediate(resolve));
      heard.push(event.version);
      running -= 1;
    };
    await start(serviceOf('coordinator', [rule('CaseRouted', hear), rule('ActionObserved', hear)]));
    for (let n = 0; n < 60; n += 1) {
      await append(world().store, name, n, someEvent(n % 2 === 0 ? 'CaseRouted' : 'ActionObserved'));
    }
    await until(() => heard.length === 60);
    expect(heard).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    expect(together).toBe(1);
  });

  test('a slow stream holds no other stream back, nor another service', async () => {
    const [slow, fast] = [stream(), stream()];
    const release = Promise.withResolvers<void>();
    const heard: string[] = [];
    const other: string[] = [];
    const hear = async (event: RecordedEvent) => {
      if (event.stream === slow) await release.promise;
      heard.push(event.stream);
    };
    await start(
      serviceOf('coordinator', [rule('ReplySent', hear)]),
      serviceOf('executor', [rule<RecordedEvent>('ReplySent', (event) => other.push(event.stream))]),
    );
    await append(world().store, slow, 0, someEvent('ReplySent'), someEvent('ReplySent'));
    await append(world().store, fast, 0, someEvent('ReplySent'));
    await until(() => heard.includes(fast) && other.filter((name) => name === slow).length === 2);
    expect(heard).not.toContain(slow);
    release.resolve();
    await until(() => heard.filter((name) => name === slow).length === 2);
  });

  test('many streams are handled at the same time, up to the limit', async () => {
    const names = new Set(Array.from({ length: 40 }, stream));
    const release = Promise.withResolvers<void>();
    let running = 0;
    let done = 0;
    await start(
      serviceOf('coordinator', [
        rule<RecordedEvent>('CaseCompleted', async (event) => {
          if (!names.has(event.stream)) return;
          running += 1;
          await release.promise;
          running -= 1;
          done += 1;
        }),
      ]),
    );
    for (const name of names) await append(world().store, name, 0, someEvent('CaseCompleted'));
    await until(() => running === 32);
    release.resolve();
    await until(() => done === 40);
  });

  test('every rule of an event hears it, and what nobody has a rule for is passed over', async () => {
    const name = stream();
    const heard: string[] = [];
    const note = (who: string) => (event: RecordedEvent) => {
      if (event.stream === name) heard.push(who);
    };
    await start(
      serviceOf('coordinator', [
        rule('CaseEscalated', note('first')),
        rule('CaseEscalated', note('second')),
        rule('CaseEscalated', note('third')),
      ]),
    );
    await append(world().store, name, 0, someEvent('CaseRouted'), someEvent('CaseEscalated'));
    await until(() => heard.length === 3);
    expect(heard.sort()).toEqual(['first', 'second', 'third']);
  });

  test('a published message is heard by its topic, as it was published', async () => {
    const heard: IngressMessage[] = [];
    const id = stream();
    await start(
      serviceOf('coordinator', [
        rule<IngressMessage>('countersign.customer-requests', (message) => {
          if (message.id === id) heard.push(message);
        }),
      ]),
    );
    const headers = { 'content-type': 'application/json' };
    await world().publish('countersign.customer-requests', {
      tenant: 'fjordlight',
      key: 'ada',
      id,
      headers,
      value: '{"text":"hello"}',
    });
    await until(() => heard.length === 1);
    expect(heard[0]).toMatchObject({
      topic: 'countersign.customer-requests',
      tenant: 'fjordlight',
      key: 'ada',
      id,
      headers,
    });
    expect(Buffer.from(heard[0]?.value ?? []).toString()).toBe('{"text":"hello"}');
  });
}
