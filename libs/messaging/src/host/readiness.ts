import type { Service } from '@countersign/contracts';
import type { Cursor, PostgresEventStore } from '@countersign/event-store';
import type { Stall } from '../delivery/stall-watch.js';
import type { TransportStanding } from '../postgres/postgres-transport.js';
import type { Report } from '../wiring/tokens.js';

export interface Readiness {
  /** False only when nothing can be served: the database does not answer. */
  readonly ready: boolean;
  /** `degraded`: serving, but a person should look: something is halted or stalled, or readers are held back. */
  readonly status: 'ready' | 'degraded' | 'unavailable';
  readonly database: 'up' | 'down';
  /** Where there is one. While it is away nothing new is heard; people are still served. */
  readonly broker?: 'up' | 'down';
  readonly services: readonly ServiceReadiness[];
  /** The transaction that readers wait for, once they have waited for it too long. */
  readonly holdingBack?: string;
  /** Lists that no longer follow the record; what they show is old. */
  readonly stoppedReadModels?: readonly StoppedReadModel[];
}

export interface StoppedReadModel {
  readonly name: string;
  /** `unreadable_event`, or whatever else it stopped at. */
  readonly code: string;
}

export interface ServiceReadiness {
  readonly service: Service;
  readonly status: TransportStanding['status'];
  /** Events, or messages of its partitions, that are not handled or set aside yet; 0 for a standby. */
  readonly lag: number;
  /** Set when there is work and nothing of it was done for half a minute; `behind` is the service's, not this process's. */
  readonly stall?: Stall;
  /** Streams that wait for an operator. */
  readonly halted: number;
  readonly counts: TransportStanding['counts'];
  /** What the service says of itself: of the executor, how busy each target is and whose circuit is open. */
  readonly report?: unknown;
}

const heldTooLongMs = 5_000;

/** What readiness is judged by. */
export interface Judged {
  readonly store: Pick<PostgresEventStore, 'head' | 'holdingBack'>;
  readonly stoppedReadModels: readonly StoppedReadModel[];
}

export async function readinessOf(
  judged: Judged,
  running: readonly {
    readonly service: Service;
    readonly transport: { readonly standing: TransportStanding };
    readonly report?: Report | undefined;
  }[],
): Promise<Readiness> {
  const seen = await Promise.all([judged.store.head(), judged.store.holdingBack()]).catch(() => undefined);
  const standings = running.map(({ service, transport, report }) => ({
    service,
    standing: transport.standing,
    report: report?.(),
  }));
  const services = standings.map(({ service, standing, report }) => ({
    service,
    status: standing.status,
    lag: lagOf(standing, seen?.[0].recorded),
    halted: standing.haltedStreams,
    ...(standing.stall === undefined ? {} : { stall: standing.stall }),
    counts: standing.counts,
    ...(report === undefined ? {} : { report }),
  }));
  const brokers = standings.map(({ standing }) => standing.broker).filter((one) => one !== undefined);
  const broker = brokers.includes('down') ? 'down' : brokers[0];
  const held = seen?.[1];
  const holdingBack =
    held === undefined || held.openForMs < heldTooLongMs
      ? undefined
      : `transaction ${held.transactionId} of ${held.role ?? 'an unknown role'} (${held.application ?? held.kind}), open for ${Math.round(held.openForMs / 1_000)} s`;
  const { stoppedReadModels } = judged;
  const troubled =
    holdingBack !== undefined ||
    stoppedReadModels.length > 0 ||
    broker === 'down' ||
    services.some(({ halted, stall }) => halted > 0 || stall !== undefined);
  const status = seen === undefined ? 'unavailable' : troubled ? 'degraded' : 'ready';
  return {
    ready: status !== 'unavailable',
    status,
    database: seen === undefined ? 'down' : 'up',
    services,
    ...(broker === undefined ? {} : { broker }),
    ...(holdingBack === undefined ? {} : { holdingBack }),
    ...(stoppedReadModels.length === 0 ? {} : { stoppedReadModels }),
  };
}

function lagOf({ reached, lag = 0 }: TransportStanding, head: Cursor | undefined): number {
  if (reached === undefined) return lag;
  return head === undefined ? 0 : behind(head, reached);
}

/** By position: it counts the events of all, which is what a reader has to pass. */
function behind(head: Cursor, reached: Cursor): number {
  const difference = BigInt(head.position) - BigInt(reached.position);
  return difference > 0n ? Number(difference) : 0;
}
