import type { RecordedEvent } from '@countersign/contracts';
import { decideProposal, evolveProposal } from '@countersign/domain';
import {
  caseStreams,
  LiveEvents,
  type ReadModelQueries,
  type ServiceDefinition,
  type StreamCaches,
  Streams,
  streamCaches,
  type Wiring,
} from '@countersign/messaging';
import { MemoryReadModels } from '@countersign/messaging/simulation';
import {
  Chance,
  Container,
  Owner,
  ProcessCalls,
  ProcessStore,
  processPorts,
  type Seat,
  ServiceProcess,
  simulatedFetch,
} from '@countersign/testing/simulation';
import { configurationOf } from './services.js';
import type { Running, World } from './world.js';

interface Birth {
  readonly definition: ServiceDefinition;
  readonly seat: Seat;
  /** Which process of its service this is. */
  readonly birth: number;
}

/** A process of a service, wired as its host would wire it, with nothing in it that another process had. */
export async function bornProcess(world: World, { definition, seat, birth }: Birth): Promise<Running> {
  const { service } = definition;
  const { script, mutation } = world.options;
  const owner = new Owner(`${service} ${birth}`, service);
  const chance = new Chance(script.seed, owner.name);
  const calls = new ProcessCalls(owner, world, new Chance(script.seed, `${owner.name} latency`));
  const fetch = watched(world, simulatedFetch(world, calls, world.targets));
  const own = processPorts(world, owner, { chance, skewMs: script.skewsMs[service] ?? 0, fetch });
  const ports = mutation?.ports?.(own, service) ?? own;
  const plain = new ProcessStore(world.records, service, calls);
  const store = mutation?.store?.(plain, service) ?? plain;
  const caches = streamCaches();
  const decide = mutation?.decide?.(decideProposal, service) ?? decideProposal;
  const rules = { category: 'proposal', decide, evolve: evolveProposal };
  const models = new MemoryReadModels(world.records, definition.readModels ?? []);
  const wiring: Wiring = {
    config: configurationOf(definition),
    ...{ ports, store, databaseUrl: 'postgres://nobody@nowhere/none', logger: quiet, worker: owner.name },
    proposals: new Streams({ rules, cache: caches.proposals, store, ports }),
    cases: caseStreams({ store, ports, caches }),
    readModels: models as unknown as ReadModelQueries,
    shutdown: new AbortController().signal,
    live: new LiveEvents(store),
    ingress: ingressOf(world, calls),
  };
  const module = await definition.module(wiring);
  const container = new Container(module, overrides(world));
  await container.open();
  const process = new ServiceProcess({
    ...{ owner, machine: world, container, ports, parking: world.parking, seat, logger: quiet },
    commitsFirst: mutation?.commitsFirst?.includes(service) === true,
    eventsAfter: (cursor) => heard(world.records.after(cursor, 200), caches),
    messagesAfter: (position) => world.messages.slice(position),
  });
  return { process, owner, caches, definition };
}

/** The way in for what is not an event yet. As with an outside publisher, what is published twice is there twice. */
function ingressOf(world: World, calls: ProcessCalls): Wiring['ingress'] {
  return {
    publish: (topic, { key, id, headers, value }) => {
      const text = typeof value === 'string' ? value : new TextDecoder().decode(value);
      const told = () => `published ${id}`;
      return calls.toStore(
        'publish message',
        () => world.publish(topic, { key, id, headers, value: text }),
        told,
      );
    },
  };
}

/** What a service keeps in tables of its own. */
function overrides({ passages, unplaced }: World): ReadonlyMap<unknown, unknown> {
  return new Map<unknown, unknown>([
    ['refund-specialist:passages', passages],
    ['reconciler:unplaced-reports', unplaced],
  ]);
}

/** The reader of a process feeds the folded streams before the rules hear, as the host does. */
function heard<Page extends { events: readonly RecordedEvent[] }>(page: Page, caches: StreamCaches): Page {
  for (const event of page.events) caches.observe(event);
  return page;
}

/** The world sees every request for an effect as it leaves. */
function watched(world: World, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    if (init?.method === 'POST') world.onSend(operationOf(String(input), init));
    return fetch(input, init);
  };
}

function operationOf(url: string, { headers, body }: RequestInit): string {
  const said = url.includes('/v1/refunds')
    ? new URLSearchParams(String(body)).get('metadata[operation_id]')
    : new Headers(headers).get('operation-id');
  return said ?? 'none';
}

const nothing = () => undefined;
const quiet: Wiring['logger'] = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  with: () => quiet,
};
