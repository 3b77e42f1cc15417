import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { RecordedEvent } from '@countersign/contracts';
import { endingWithParent } from '@countersign/event-store/embedded';
import { expect, test } from '@jest/globals';
import { append, someEvent } from './events.js';
import { rule, serviceOf } from './rule.js';
import type { UnderTest } from './transport-contract.js';
import { until } from './until.js';

export function outageContract({ world, start, stream }: UnderTest): void {
  function noting(name: string) {
    const heard: number[] = [];
    const service = serviceOf('coordinator', [
      rule<RecordedEvent>('CaseRouted', (event) => {
        if (event.stream === name) heard.push(event.version);
      }),
    ]);
    return { heard, service };
  }

  test('of two processes one hears an event; when it stops, the other hears what comes', async () => {
    const name = stream();
    const [one, two] = [noting(name), noting(name)];
    const hosts = [await start(one.service), await start(two.service)];
    await append(world().store, name, 0, someEvent('CaseRouted'));
    await until(() => one.heard.length + two.heard.length === 1);
    const statuses = async () =>
      (await Promise.all(hosts.map((host) => host.ready()))).map(({ services }) => services[0]?.status);
    const shared = world().replicas === 'all share';
    await until(async () => (await statuses()).every((status) => status === 'hearing') === shared);
    expect((await statuses()).sort()).toEqual(['hearing', shared ? 'hearing' : 'standby']);
    await hosts[one.heard.length === 1 ? 0 : 1]?.stop();
    await append(world().store, name, 1, someEvent('CaseRouted'));
    await until(() => one.heard.includes(2) || two.heard.includes(2));
    expect([...one.heard, ...two.heard].filter((version) => version === 2)).toHaveLength(1);
  });

  test('a process that loses only its lock goes on hearing, in order, as soon as it has it again', async () => {
    const name = stream();
    const { heard, service } = noting(name);
    await start(service);
    await append(world().store, name, 0, someEvent('CaseRouted'));
    await until(() => heard.includes(1));
    await world().cutHolder();
    await append(world().store, name, 1, someEvent('CaseRouted'));
    await until(() => heard.includes(2));
    expect(new Set(heard)).toEqual(new Set([1, 2]));
  });

  test('while the database is away everything waits; then it goes on, with nothing lost and nothing parked', async () => {
    const name = stream();
    const id = name.slice('case-'.length);
    const reached = Promise.withResolvers<void>();
    const wasCut = Promise.withResolvers<void>();
    const heard: number[] = [];
    const host = await start(
      serviceOf('coordinator', [
        rule<RecordedEvent>('CaseRouted', async (event, { cases }) => {
          if (event.stream !== name) return;
          reached.resolve();
          await wasCut.promise;
          // It needs the database, which is away at the first try.
          await cases.load('fjordlight', `${id}-other`);
          heard.push(event.version);
        }),
      ]),
    );
    await append(world().store, name, 0, someEvent('CaseRouted'), someEvent('CaseRouted'));
    await reached.promise;
    const restore = await world().cutDatabase();
    wasCut.resolve();
    await until(async () => (await host.ready()).database === 'down');
    expect(await host.ready()).toMatchObject({ ready: false, status: 'unavailable' });
    await restore();
    await until(() => heard.includes(2));
    expect((await host.ready()).database).toBe('up');
    expect((await host.parked()).filter(({ delivery }) => delivery.order.endsWith(name))).toEqual([]);
  });

  test('a process may start before its database, and hears as soon as it is there', async () => {
    const name = stream();
    const { heard, service } = noting(name);
    const restore = await world().cutDatabase();
    await start(service);
    await append(world().store, name, 0, someEvent('CaseRouted'));
    expect(heard).toEqual([]);
    await restore();
    await until(() => heard.includes(1));
  });

  test('a stop waits for what runs, begins nothing more, and keeps how far it came', async () => {
    const name = stream();
    const entered = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const ran: number[] = [];
    const host = await start(
      serviceOf('coordinator', [
        rule<RecordedEvent>('CaseRouted', async (event) => {
          if (event.stream !== name) return;
          entered.resolve();
          await release.promise;
          ran.push(event.version);
        }),
      ]),
    );
    await append(world().store, name, 0, someEvent('CaseRouted'), someEvent('CaseRouted'));
    await entered.promise;
    const stopped = host.stop();
    release.resolve();
    await stopped;
    expect(ran).toEqual([1]);
    const { heard, service } = noting(name);
    await start(service);
    await until(() => heard.includes(2));
    expect(heard.at(-1)).toBe(2);
  });

  function recordingProcess(name: string) {
    const script = new URL('./recording-process.js', import.meta.url).pathname;
    const child = spawn(process.execPath, [...endingWithParent, script, name], {
      env: { ...process.env, ...world().childEnvironment },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = linesOf(child);
    const heard = () =>
      lines.filter((line) => line.startsWith('heard ')).map((line) => Number(line.slice(6)));
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    return { child, heard, ended, started: () => until(() => lines.includes('started')) };
  }

  test('a process killed outright loses nothing: another goes on from its checkpoint', async () => {
    const name = stream();
    const first = recordingProcess(name);
    await first.started();
    for (let n = 0; n < 10; n += 1) await append(world().store, name, n, someEvent('CaseRouted'));
    await until(() => first.heard().length >= 5);
    first.child.kill('SIGKILL');
    for (let n = 10; n < 20; n += 1) await append(world().store, name, n, someEvent('CaseRouted'));
    const { heard, service } = noting(name);
    await start(service);
    await until(() => heard.includes(20));
    expect(new Set([...first.heard(), ...heard])).toEqual(
      new Set(Array.from({ length: 20 }, (_, n) => n + 1)),
    );
    expect(heard).toEqual([...heard].sort((a, b) => a - b));
  });

  test('a process asked to stop ends by itself, and the next one hears nothing again', async () => {
    const name = stream();
    const first = recordingProcess(name);
    await first.started();
    await append(world().store, name, 0, someEvent('CaseRouted'));
    await until(() => first.heard().length === 1);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    await append(world().store, name, 1, someEvent('CaseRouted'));
    const { heard, service } = noting(name);
    await start(service);
    await until(() => heard.includes(2));
    expect(heard).toEqual([2]);
  });
}

function linesOf(child: ChildProcess): string[] {
  const lines: string[] = [];
  if (child.stdout !== null) createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  return lines;
}
