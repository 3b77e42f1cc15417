import type { RecordedEvent, Service } from '@countersign/contracts';
import type { EventStore } from '@countersign/event-store';
import type { Host } from '../host/host.js';
import type { Publication, ServiceDefinition } from '../wiring/wiring.js';

/** A transport with everything behind it, as the contract suite needs it. */
export interface TransportWorld {
  /** Whether one of several processes of a service hears everything, or each hears a share. */
  readonly replicas: 'one hears' | 'all share';
  /** A process with these services, on this transport. */
  start(services: readonly ServiceDefinition[]): Promise<Host>;
  /** Appends as the service that may write what the tests write. */
  readonly store: EventStore;
  publish(topic: 'countersign.customer-requests', message: Publication): Promise<void>;
  /** Every event recorded so far, in the global order. */
  recorded(): Promise<readonly RecordedEvent[]>;
  /** Makes the transport begin at the beginning for this service at its next start. */
  rewind(service: Service): Promise<void>;
  /** Runs the process of `recording-process.ts` with this environment until it is killed. */
  readonly childEnvironment: Readonly<Record<string, string>>;
  /** Cuts every connection to the database and lets none in. Returns the way back. */
  cutDatabase(): Promise<() => Promise<void>>;
  /** Cuts the processes started so far off, for good. Later ones reach the database. */
  loseProcesses(): Promise<void>;
  /** Cuts only the connection that makes a process the one that hears. */
  cutHolder(): Promise<void>;
  close(): Promise<void>;
}
