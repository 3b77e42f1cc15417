import type { IngressMessage, RecordedEvent } from '@countersign/contracts';
import { expect, test } from '@jest/globals';
import { bug, outcomeUnknown, poison, rejection, retryable } from '../failure/failure.js';
import type { Host } from '../host/host.js';
import { append, someEvent } from './events.js';
import { rule, serviceOf } from './rule.js';
import type { UnderTest } from './transport-contract.js';
import { until } from './until.js';

const orderOf = (name: string) => `fjordlight/${name}`;

async function asideIn(host: Host, name: string) {
  const all = await host.parked({ service: 'coordinator' });
  return all.filter(({ delivery }) => delivery.order === orderOf(name));
}

export function failureContract({ world, start, stream }: UnderTest): void {
  /** A service whose rule fails for one stream as long as `fails` gives it something to throw. */
  async function failing(name: string, fails: (event: RecordedEvent) => unknown) {
    const heard: number[] = [];
    const tried: number[] = [];
    const hear = (event: RecordedEvent) => {
      if (event.stream !== name) return;
      tried.push(event.version);
      const error = fails(event);
      if (error !== undefined) throw error;
      heard.push(event.version);
    };
    const host = await start(serviceOf('coordinator', [rule('CaseRouted', hear)]));
    return { host, heard, tried };
  }
  const routed = (count: number) => Array.from({ length: count }, () => someEvent('CaseRouted'));

  test('a rejection is done: nothing is tried again, nothing is set aside', async () => {
    const name = stream();
    const { host, heard, tried } = await failing(name, ({ version }) =>
      version === 1 ? rejection('not_today', 'Not today.') : undefined,
    );
    await append(world().store, name, 0, ...routed(2));
    await until(() => heard.length === 1);
    expect(tried).toEqual([1, 2]);
    expect(await asideIn(host, name)).toEqual([]);
  });

  test('what may succeed later is tried again, in its place', async () => {
    const name = stream();
    let failures = 3;
    const { host, heard } = await failing(name, ({ version }) => {
      if (version !== 1 || failures === 0) return undefined;
      failures -= 1;
      return retryable('not_ready', 'The world is not ready.');
    });
    await append(world().store, name, 0, ...routed(3));
    await until(() => heard.length === 3);
    expect(heard).toEqual([1, 2, 3]);
    expect(await asideIn(host, name)).toEqual([]);
  });

  test('poison is parked at once with its bytes and the reason, and the next message goes on', async () => {
    const name = stream();
    const { host, heard, tried } = await failing(name, ({ version }) =>
      version === 1 ? poison('unreadable', 'It has no subject.') : undefined,
    );
    await append(world().store, name, 0, someEvent('CaseRouted', { note: 'bad' }), ...routed(1));
    await until(() => heard.length === 1);
    expect(tried).toEqual([1, 2]);
    const [parked] = await asideIn(host, name);
    expect(parked).toMatchObject({
      status: 'parked',
      kind: 'poison',
      code: 'unreadable',
      reason: 'It has no subject.',
      attempts: 1,
    });
    expect(Buffer.from(parked?.delivery.kept().bytes ?? []).toString()).toContain('"note":"bad"');
  });

  test('a parked message is heard once more when an operator asks', async () => {
    const name = stream();
    let broken = true;
    const { host, heard } = await failing(name, () =>
      broken ? poison('unreadable', 'Not yet.') : undefined,
    );
    await append(world().store, name, 0, ...routed(1));
    await until(async () => (await asideIn(host, name)).length === 1);
    broken = false;
    const [parked] = await asideIn(host, name);
    expect(await host.retry(parked?.id ?? '')).toBe(true);
    await until(async () => (await asideIn(host, name)).length === 0);
    expect(heard).toEqual([1]);
    expect(await host.retry(parked?.id ?? '')).toBe(false);
  });

  test('a bug halts its stream, visibly; other streams go on; a retry resumes it in order', async () => {
    const [name, other] = [stream(), stream()];
    let broken = true;
    const heard: string[] = [];
    const host = await start(
      serviceOf('coordinator', [
        rule<RecordedEvent>('CaseRouted', (event) => {
          if (event.stream === name && event.version === 2 && broken) throw new TypeError('x is undefined');
          if (event.stream === name || event.stream === other) heard.push(`${event.stream}:${event.version}`);
        }),
      ]),
    );
    await append(world().store, name, 0, ...routed(4));
    await append(world().store, other, 0, ...routed(1));
    await until(async () => heard.includes(`${other}:1`) && (await asideIn(host, name)).length === 3);
    expect((await asideIn(host, name)).map(({ status, code }) => [status, code])).toEqual([
      ['halted', 'unexpected'],
      ['waiting', 'behind_halted'],
      ['waiting', 'behind_halted'],
    ]);
    const readiness = await host.ready();
    expect(readiness).toMatchObject({ ready: true, status: 'degraded' });
    broken = false;
    await host.retry((await asideIn(host, name))[0]?.id ?? '');
    await until(async () => (await asideIn(host, name)).length === 0);
    await append(world().store, name, 4, ...routed(1));
    await until(() => heard.includes(`${name}:5`));
    expect(heard.filter((one) => one.startsWith(`${name}:`))).toEqual(
      [1, 2, 3, 4, 5].map((n) => `${name}:${n}`),
    );
  });

  test('a halted stream is still halted after a restart, and a failed retry leaves the rest waiting', async () => {
    const name = stream();
    const first = await failing(name, () => bug('impossible', 'This cannot be.'));
    await append(world().store, name, 0, ...routed(2));
    await until(async () => (await asideIn(first.host, name)).length === 2);
    await first.host.stop();
    const second = await failing(name, () => bug('impossible', 'Still.'));
    await append(world().store, name, 2, ...routed(1));
    await until(async () => (await asideIn(second.host, name)).length === 3);
    expect(second.tried).toEqual([]);
    await second.host.retry((await asideIn(second.host, name))[2]?.id ?? '');
    await until(async () => (await asideIn(second.host, name))[0]?.reason === 'Still.');
    expect(second.tried).toEqual([1]);
    expect((await asideIn(second.host, name)).map(({ status }) => status)).toEqual([
      'halted',
      'waiting',
      'waiting',
    ]);
  });

  test('an unknown outcome is heard once more, so that the rule can record it, and no third time', async () => {
    const [settled, lasting] = [stream(), stream()];
    const tried: string[] = [];
    const host = await start(
      serviceOf('coordinator', [
        rule<RecordedEvent>('CaseRouted', (event) => {
          if (event.stream !== settled && event.stream !== lasting) return;
          tried.push(event.stream);
          if (event.stream === lasting || tried.filter((name) => name === settled).length === 1) {
            throw outcomeUnknown('timed_out', 'The call may have been applied.');
          }
        }),
      ]),
    );
    await append(world().store, settled, 0, ...routed(1));
    await append(world().store, lasting, 0, ...routed(1));
    await until(async () => (await asideIn(host, lasting)).length === 1);
    await until(() => tried.length === 4);
    expect((await asideIn(host, lasting))[0]).toMatchObject({
      status: 'halted',
      kind: 'outcome_unknown',
      attempts: 2,
    });
    expect(await asideIn(host, settled)).toEqual([]);
  });

  test('a shape from a newer release is parked unheard; a type nobody knows is passed over', async () => {
    const name = stream();
    const { host, heard } = await failing(name, () => undefined);
    await append(world().store, name, 0, someEvent('CaseRouted', {}, 2), ...routed(1));
    await until(() => heard.length === 1);
    expect(heard).toEqual([2]);
    expect((await asideIn(host, name))[0]).toMatchObject({ status: 'parked', code: 'schema_too_new' });
  });

  test('four unusable messages of one key are kept byte for byte, and the fifth goes on', async () => {
    const heard: string[] = [];
    const key = stream();
    const values = [
      Buffer.from('not json'),
      Buffer.from('{"kind":"unknown"}'),
      Buffer.from('{}'),
      Buffer.alloc(0),
    ];
    const host = await start(
      serviceOf('coordinator', [
        rule<IngressMessage>('countersign.customer-requests', (message) => {
          if (message.key !== key) return;
          const text = Buffer.from(message.value).toString();
          if (!text.includes('"kind":"request"')) throw poison('unreadable', 'This is not a request.');
          heard.push(message.id);
        }),
      ]),
    );
    const publish = (id: string, value: Uint8Array) =>
      world().publish('countersign.customer-requests', { tenant: 'fjordlight', key, id, headers: {}, value });
    for (const [n, value] of values.entries()) await publish(`${key}-bad-${n}`, value);
    await publish(`${key}-good`, Buffer.from('{"kind":"request"}'));
    await until(() => heard.length === 1);
    const parked = (await host.parked()).filter(({ delivery }) => delivery.order.endsWith(`/${key}`));
    expect(parked.map(({ delivery }) => Buffer.from(delivery.kept().bytes))).toEqual(values);
  });
}
