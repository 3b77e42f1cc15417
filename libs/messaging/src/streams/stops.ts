import { type Ports, stopStream, upcast } from '@countersign/contracts';
import {
  decideStop,
  evolveStop,
  notStopped,
  type Stop,
  type StopCommand,
  type StopEvent,
  type StopEventData,
  type StopRefusal,
  scopesOver,
} from '@countersign/domain';
import type { EventStore } from '@countersign/event-store';
import { StreamCache } from './stream-cache.js';
import { Streams } from './streams.js';

export type StopStreams = Streams<Stop, StopCommand, StopEvent, StopRefusal>;

/** The streams in which people stop and release, for whoever writes them. */
export function stopStreams(store: EventStore, ports: Ports): StopStreams {
  const rules = { category: 'stop', decide: decideStop, evolve: evolveStop };
  const cache = new StreamCache<Stop>({
    category: 'stop',
    initial: notStopped,
    evolve: (state, event) => evolveStop(state, event as unknown as StopEvent),
  });
  return new Streams({ rules, cache, store, ports });
}

export interface InForce {
  readonly scope: string;
  readonly stopped: StopEventData<'Stopped'>;
  /** By database time. */
  readonly recordedAt: string;
}

/**
 * The stop that forbids a call to this system now, the widest first; undefined when none does. Always read from the
 * store: once the append of a stop was answered, whoever asks sees it.
 */
export async function stopInForce(
  store: EventStore,
  tenant: string,
  system: string,
): Promise<InForce | undefined> {
  const stops = await Promise.all(scopesOver(system).map((scope) => readStop(store, tenant, scope)));
  return stops.find((stop) => stop !== undefined);
}

/** The stop of one scope as it is now; undefined when it is not stopped. */
export async function readStop(
  store: EventStore,
  tenant: string,
  scope: string,
): Promise<InForce | undefined> {
  const events = await store.readStream(tenant, stopStream(scope));
  const state = events.reduce(
    (stop, event) => evolveStop(stop, upcast(event) as unknown as StopEvent),
    notStopped as Stop,
  );
  const recordedAt = events.findLast(({ type }) => type === 'Stopped')?.recordedAt;
  if (state.status === 'running' || recordedAt === undefined) return undefined;
  return { scope, stopped: state.stopped, recordedAt };
}
