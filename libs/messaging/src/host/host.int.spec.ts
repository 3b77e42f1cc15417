import type { IngressMessage, RecordedEvent } from '@countersign/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { environment } from '../configuration/environment.js';
import { append, someEvent } from '../testing/events.js';
import { postgresWorld } from '../testing/postgres-world.js';
import { rule, serviceOf } from '../testing/rule.js';
import { until } from '../testing/until.js';
import type { TransportWorld } from '../testing/world.js';
import type { ServiceDefinition, Wiring } from '../wiring/wiring.js';
import type { Host } from './host.js';

const openCases = {
  name: 'open-cases',
  revision: 1,
  categories: ['case'],
  project: (events: readonly RecordedEvent[]) => ({ events: events.length }),
  sortKey: () => '',
};

/** It cannot read the stream `case-odd`. */
const oddCases = {
  ...openCases,
  name: 'odd-cases',
  project: (events: readonly RecordedEvent[]) => {
    if (events.some(({ stream }) => stream === 'case-odd')) throw new Error('What is that?');
    return { events: events.length };
  },
};

describe('a host', () => {
  let world: TransportWorld;
  let host: Host;
  let wiring: Wiring;
  const published: IngressMessage[] = [];
  beforeAll(async () => {
    world = await postgresWorld();
    const gateway = serviceOf('gateway', []);
    const withWiring: ServiceDefinition = {
      ...gateway,
      readModels: [openCases, oddCases],
      module: (given) => {
        wiring = given;
        return gateway.module(given);
      },
    };
    const hears = rule<IngressMessage>('countersign.customer-requests', (message) => published.push(message));
    host = await world.start([withWiring, serviceOf('coordinator', [hears])]);
  });
  afterAll(async () => {
    await host.stop();
    await world.close();
  });

  test('names the bad keys of all its services at once, each once', async () => {
    const needing = (service: 'gateway' | 'executor', ...keys: string[]): ServiceDefinition => ({
      ...serviceOf(service, []),
      readConfig: (env) => {
        const reader = environment(env);
        return reader.frozen({ keys: keys.map((key) => reader.text(key)) });
      },
    });
    const starting = world.start([needing('gateway', 'A', 'B'), needing('executor', 'B', 'C')]);
    await expect(starting).rejects.toMatchObject({
      code: 'configuration_invalid',
      problems: ['A', 'B', 'C'].map((key) => ({ key, problem: 'is missing' })),
    });
  });

  test('keeps read models for whoever asks', async () => {
    await append(world.store, 'case-shown', 0, someEvent('CaseRouted'));
    const shown = () => wiring.readModels.get<{ events: number }>('open-cases', 'fjordlight', 'case-shown');
    await until(async () => (await shown())?.document.events === 1);
    await append(world.store, 'case-shown', 1, someEvent('CaseRouted'));
    await until(async () => (await shown())?.document.events === 2);
  });

  test('gives events to whoever follows a stream, past and new', async () => {
    await append(world.store, 'case-followed', 0, someEvent('CaseRouted'), someEvent('CaseRouted'));
    const stop = new AbortController();
    const seen: number[] = [];
    const following = (async () => {
      const follow = { tenant: 'fjordlight', stream: 'case-followed', afterVersion: 1, signal: stop.signal };
      for await (const { version } of wiring.live.follow(follow)) seen.push(version);
    })();
    await until(() => seen.length === 1);
    await append(world.store, 'case-followed', 2, someEvent('CaseRouted'));
    await until(() => seen.length === 2);
    stop.abort();
    await following;
    expect(seen).toEqual([2, 3]);
  });

  test('takes what the gateway publishes to the service that hears it', async () => {
    const headers = { 'content-type': 'text/plain' };
    const message = { tenant: 'fjordlight', key: 'ada', id: 'm-1', headers, value: 'hello' };
    await wiring.ingress.publish('countersign.customer-requests', message);
    await wiring.ingress.publish('countersign.customer-requests', message);
    await until(() => published.length === 1);
    expect(Buffer.from(published[0]?.value ?? []).toString()).toBe('hello');
  });

  test('says who hears, how far behind, and that nothing is wrong', async () => {
    // Degraded too while a transaction of another test file holds the server's readers back for seconds.
    await until(async () => {
      const { status, services } = await host.ready();
      return status === 'ready' && services.every((one) => one.status === 'hearing' && one.lag === 0);
    });
    expect(await host.ready()).toMatchObject({
      ready: true,
      status: 'ready',
      database: 'up',
      services: [
        { service: 'gateway', halted: 0 },
        { service: 'coordinator', halted: 0 },
      ],
    });
  });

  test('says which list stopped following the record, and keeps the others', async () => {
    await append(world.store, 'case-odd', 0, someEvent('CaseRouted'));
    await until(async () => (await host.ready()).stoppedReadModels !== undefined);
    expect(await host.ready()).toMatchObject({
      ...{ ready: true, status: 'degraded' },
      stoppedReadModels: [{ name: 'odd-cases', code: 'unreadable_event' }],
    });
    await until(
      async () => (await wiring.readModels.get('open-cases', 'fjordlight', 'case-odd')) !== undefined,
    );
  });
});
