import type { RecordedEvent } from '@countersign/contracts';
import { subjectId, tenantId } from '@countersign/domain';
import { expect, test } from '@jest/globals';
import type { Host } from '../host/host.js';
import type { ServiceDefinition, Wiring } from '../wiring/wiring.js';
import { append, someEvent } from './events.js';
import { rule, serviceOf } from './rule.js';
import type { UnderTest } from './transport-contract.js';
import { until } from './until.js';

const at = '2026-11-29T12:00:00Z';

export function redeliveryContract({ world, start, stream }: UnderTest): void {
  /** Answers each opened case with one message, and counts how often it is asked to. */
  function answering(name: string, asked: string[]): ServiceDefinition {
    const id = name.slice('case-'.length);
    return serviceOf('coordinator', [
      rule<RecordedEvent>('CaseOpened', async (heard: RecordedEvent, { cases }: Wiring) => {
        if (heard.stream !== name) return;
        asked.push(heard.id);
        await cases.answer(heard, { tenant: heard.tenant, id, rule: 'greet' }, () => ({
          commands: [
            {
              type: 'receive_message',
              fact: { messageId: heard.id, text: 'hello', from: subjectId('ada'), receivedAt: at },
            },
          ],
        }));
      }),
    ]);
  }
  const opened = () =>
    someEvent('CaseOpened', {
      requestId: 'r-1',
      tenant: tenantId('fjordlight'),
      customer: { subject: 'ada', name: 'Ada' },
      startedBy: 'ada',
      bounds: { wallClockMs: 1, turnsMax: 1, toolCallsMax: 1, spendMicrosMax: 1 },
      openedAt: at,
    });

  test.each([1, 2, 10])('S54: an event delivered %i times leaves the same stream', async (times) => {
    const name = stream();
    const asked: string[] = [];
    await append(world().store, name, 0, opened());
    for (let n = 1; n <= times; n += 1) {
      const host: Host = await start(answering(name, asked));
      await until(() => asked.length === n);
      await host.stop();
      await world().rewind('coordinator');
    }
    const events = await world().store.readStream('fjordlight', name);
    expect(events.map(({ type }) => type)).toEqual(['CaseOpened', 'CustomerMessageReceived']);
  });

  test('C51: reset to the beginning, a service that has answered everything appends nothing', async () => {
    const asked: string[] = [];
    const names = Array.from({ length: 20 }, stream);
    for (const name of names) await append(world().store, name, 0, opened());
    const all: ServiceDefinition = serviceOf('coordinator', [
      rule<RecordedEvent>('CaseOpened', async (heard: RecordedEvent, { cases }: Wiring) => {
        if (!names.includes(heard.stream)) return;
        const to = { tenant: heard.tenant, id: heard.stream.slice('case-'.length), rule: 'route' };
        const fact = { capability: 'refunds', reason: 'asked', messageId: heard.id, at };
        await cases.answer(heard, to, () => ({ commands: [{ type: 'route', fact }] }));
        asked.push(heard.stream);
      }),
    ]);
    const first = await start(all);
    await until(() => asked.length === 20);
    await first.stop();
    const before = (await world().recorded()).length;
    await world().rewind('coordinator');
    await start(all);
    await until(() => asked.length === 40);
    expect((await world().recorded()).length).toBe(before);
  });

  test('a service that was stopped goes on where it was, and hears nothing again', async () => {
    const name = stream();
    const heard: number[] = [];
    const service = serviceOf('coordinator', [
      rule<RecordedEvent>('CaseRouted', (event) => {
        if (event.stream === name) heard.push(event.version);
      }),
    ]);
    const first = await start(service);
    await append(world().store, name, 0, someEvent('CaseRouted'), someEvent('CaseRouted'));
    await until(() => heard.length === 2);
    await first.stop();
    await append(world().store, name, 2, someEvent('CaseRouted'));
    await start(service);
    await until(() => heard.includes(3));
    expect(heard).toEqual([1, 2, 3]);
  });
}
