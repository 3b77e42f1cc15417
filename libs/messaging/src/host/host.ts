import { hostname } from 'node:os';
import { type Ports, type Service, systemPorts } from '@countersign/contracts';
import { PostgresEventStore, ReadModelRunner, sealingWithoutKeys } from '@countersign/event-store';
import { createLogger, type Log } from '@countersign/telemetry';
import { ConfigurationError } from '../configuration/environment.js';
import type { Parked } from '../delivery/parking.js';
import { LiveEvents } from '../live/live-events.js';
import type { ParkedFilter } from '../postgres/parked-messages.js';
import { ProcessFeed } from '../postgres/process-feed.js';
import { streamCaches } from '../streams/categories.js';
import type { Environment, ServiceDefinition } from '../wiring/wiring.js';
import { type BusChoice, type OpenBus, openBus } from './open-bus.js';
import { openSealing, wrappingKeyIn } from './open-sealing.js';
import { type Readiness, readinessOf } from './readiness.js';
import { type Process, type Running, startService } from './service-runtime.js';

export interface HostOptions {
  readonly services: readonly ServiceDefinition[];
  /** URL of the role `countersign_<service>`. */
  databaseUrlOf(service: Service): string;
  /** URL of the role `countersign_reader`. */
  readonly readerUrl: string;
  /**
   * With `SUBJECT_KEYS_WRAPPING_KEY` in it sensitive values are sealed and opened. Without it nothing is sealed and
   * what is sealed stays hidden: for tests of single rules, and for services that are not to read people's words.
   */
  readonly env: Environment;
  readonly ports?: Ports;
  readonly logger?: Log;
  /** The address HTTP edges listen on; this machine alone unless said otherwise. */
  readonly httpHost?: string;
  /** How the services hear; straight from the database unless said otherwise. */
  readonly bus?: BusChoice;
}

/** Services running in this process. */
export interface Host {
  /** `http://127.0.0.1:<port>` of a service with an HTTP edge. */
  urlOf(service: Service): string | undefined;
  ready(): Promise<Readiness>;
  /** What was set aside, oldest first. */
  parked(filter?: ParkedFilter): Promise<readonly Parked[]>;
  /** Asks for another try, in whichever process hears for that service. False if there is nothing left to try. */
  retry(parkedId: string): Promise<boolean>;
  /** Finishes what runs, keeps how far it came, lets go of the services. */
  stop(): Promise<void>;
}

/**
 * Runs services in this process, one or all: they share a reader, the folded streams and nothing else. The
 * database may be away at the start; services hear as soon as it is there.
 * @throws ConfigurationError with the bad keys of every service, or for a wrapping key that is not this database's.
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const configs = configsOf(options);
  const ports = options.ports ?? systemPorts();
  const logger =
    options.logger ?? createLogger({ service: 'countersign', level: 'info', now: () => ports.clock.nowMs() });
  const caches = streamCaches();
  const open = await openSealing(options);
  const { sealing } = open;
  const stopping = new AbortController();
  let live: LiveEvents | undefined;
  let bus: OpenBus | undefined;
  const feed = new ProcessFeed({
    readerUrl: options.readerUrl,
    ports,
    logger,
    sealing,
    onForgotten: () => {
      caches.clear();
      bus?.forgetKept();
    },
    observe(event) {
      caches.observe(event);
      bus?.observe(event);
      live?.deliver(event);
    },
  });
  bus = await openBus(options.bus ?? { kind: 'postgres' }, { feed, sealing, ports, logger });
  live = new LiveEvents(feed.store);
  const processName = `${hostname()}:${process.pid}:${ports.randomness.uuid().slice(0, 8)}`;
  const running: Running[] = [];
  const given: Process = {
    feed,
    bus,
    caches,
    live,
    ports,
    logger,
    shutdown: stopping.signal,
    processName,
    sealing,
    httpHost: options.httpHost ?? '127.0.0.1',
    readiness: () => readiness(),
  };
  const readModels = readModelRunner(options, feed, logger);
  const readiness = () =>
    readinessOf({ store: feed.store, stoppedReadModels: readModels.stopped() }, running);
  feed.start();
  readModels.start();
  const stop = async () => {
    stopping.abort();
    await Promise.allSettled(running.map((service) => service.stop()));
    await readModels.stop();
    await feed.stop();
    await bus.close();
    await open.close();
  };
  try {
    for (const { definition, config } of configs) {
      const databaseUrl = options.databaseUrlOf(definition.service);
      running.push(await startService(definition, config, { ...given, databaseUrl }));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return hostOf(feed, running, { readiness, stop });
}

function hostOf(
  feed: ProcessFeed,
  running: readonly Running[],
  { readiness, stop }: { readiness(): Promise<Readiness>; stop(): Promise<void> },
): Host {
  let stopped: Promise<void> | undefined;
  return {
    urlOf: (service) => running.find((one) => one.service === service)?.url,
    ready: readiness,
    parked: (filter) => feed.parking.list(filter),
    retry: async (id) => {
      const found = await feed.parking.requestRetry(id);
      if (found) await feed.retries.look();
      return found;
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/**
 * The read models of all services, each kept once. They are written from what a reader without keys sees, so that
 * nothing sensitive is copied to where forgetting does not reach.
 */
function readModelRunner({ services, readerUrl }: HostOptions, feed: ProcessFeed, logger: Log) {
  const byName = new Map(
    services.flatMap((service) => service.readModels ?? []).map((model) => [model.name, model]),
  );
  const connection = { url: readerUrl, applicationName: 'countersign read models' };
  const store = new PostgresEventStore({ ...connection, codec: sealingWithoutKeys().events });
  const stopped = new Map<string, string>();
  const runner = new ReadModelRunner({
    connection,
    store,
    reader: feed.events,
    projections: [...byName.values()],
    onStopped: (name, error) => {
      logger.error('read_model.stopped', { reader: name }, error);
      const { code = 'bug' } = error as { readonly code?: string };
      // A newer program keeps it: nothing of it is old.
      if (code !== 'newer_read_model') stopped.set(name, code);
    },
  });
  return {
    start: () => runner.start(),
    stopped: () => [...stopped].map(([name, code]) => ({ name, code })),
    stop: async () => {
      await runner.stop();
      await store.close();
    },
  };
}

function configsOf({ services, env }: HostOptions) {
  const problems: { key: string; problem: string }[] = [];
  const configs = services.map((definition) => {
    try {
      return { definition, config: definition.readConfig(env) };
    } catch (error) {
      const found = (error as { code?: unknown; problems?: ConfigurationError['problems'] }).problems;
      if ((error as { code?: unknown }).code !== 'configuration_invalid' || found === undefined) throw error;
      problems.push(...found);
      return { definition, config: undefined };
    }
  });
  try {
    wrappingKeyIn(env);
  } catch (error) {
    problems.push(...(error as ConfigurationError).problems);
  }
  const once = problems.filter(
    (a, at) => problems.findIndex((b) => b.key === a.key && b.problem === a.problem) === at,
  );
  if (once.length > 0) throw new ConfigurationError(once);
  return configs;
}
