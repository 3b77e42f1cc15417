import type { RecordedEvent } from '@countersign/contracts';
import { subjectId } from '@countersign/domain';
import { expect, test } from '@jest/globals';
import { poison } from '../failure/failure.js';
import type { TimerFired } from '../streams/answer.js';
import type { ServiceDefinition, Wiring } from '../wiring/wiring.js';
import { rule, serviceOf } from './rule.js';
import { at, open, tenant } from './some-case.js';
import type { UnderTest } from './transport-contract.js';
import { until } from './until.js';

export function timerContract({ world, start, stream }: UnderTest): void {
  /** Sets a timer when a case is opened through the returned service, and says what it hears. */
  function reminding(name: string, hear: (fired: TimerFired, wiring: Wiring<unknown>) => unknown) {
    const id = name.slice('case-'.length);
    let cases: Wiring['cases'] | undefined;
    const service: ServiceDefinition = serviceOf('coordinator', [
      rule<TimerFired>(`timer.remind-${id}`, (fired, wiring) => hear(fired, wiring)),
    ]);
    const withStreams: ServiceDefinition = {
      ...service,
      module: (wiring) => {
        cases = wiring.cases;
        return service.module(wiring);
      },
    };
    const set = () =>
      cases?.answer({ id: `cause-${id}`, correlationId: 'r-1' }, { tenant, id, rule: 'open' }, () => ({
        commands: [open],
        timers: [{ task: `remind-${id}`, key: id, payload: { n: 1 }, dueAt: { inMs: 0 } }],
      }));
    return { service: withStreams, set };
  }

  test('a timer set with an event is heard when it is due, and its rule may answer to it', async () => {
    const name = stream();
    const id = name.slice('case-'.length);
    const { service, set } = reminding(name, (fired, { cases }) =>
      cases.answer(fired, { tenant: fired.tenant, id, rule: 'remind' }, () => ({
        commands: [
          {
            type: 'receive_message',
            fact: { messageId: fired.key, text: 'late', from: subjectId('ada'), receivedAt: at },
          },
        ],
      })),
    );
    await start(service);
    expect(await set()).toMatchObject({ outcome: 'appended' });
    const events = async (): Promise<readonly RecordedEvent[]> => world().store.readStream(tenant, name);
    await until(async () => (await events()).length === 2);
    expect((await events())[1]).toMatchObject({
      type: 'CustomerMessageReceived',
      metadata: { correlationId: 'r-1' },
    });
  });

  test('a timer that nobody can handle is parked, and can be heard again', async () => {
    const name = stream();
    let broken = true;
    const heard: TimerFired[] = [];
    const { service, set } = reminding(name, (fired) => {
      if (broken) throw poison('unreadable', 'Not this one.');
      heard.push(fired);
    });
    const host = await start(service);
    await set();
    const aside = async () =>
      (await host.parked()).filter(({ delivery }) => delivery.order.endsWith(`/${name}`));
    await until(async () => (await aside()).length === 1);
    expect((await aside())[0]?.delivery).toMatchObject({ source: 'timer' });
    broken = false;
    await host.retry((await aside())[0]?.id ?? '');
    await until(() => heard.length === 1);
    expect(heard[0]).toMatchObject({ tenant, stream: name, payload: { n: 1 } });
  });

  test('a timer whose process went away while it ran is heard by the next one', async () => {
    const name = stream();
    const started = Promise.withResolvers<void>();
    const never = Promise.withResolvers<void>();
    const first = reminding(name, async () => {
      started.resolve();
      await never.promise;
    });
    await start(first.service);
    await first.set();
    await started.promise;
    // The process still has the job, but no way to say so: its connections are gone and stay gone.
    await world().loseProcesses();
    const heard: string[] = [];
    const second = reminding(name, (fired) => heard.push(fired.key));
    await start(second.service);
    await until(() => heard.length > 0);
    never.resolve();
  });
}
