import type { Ports, Service } from '@countersign/contracts';
import type { Log } from '@countersign/telemetry';
import type { Environment, ServiceDefinition } from '../wiring/wiring.js';

export interface HostOptions {
  readonly services: readonly ServiceDefinition[];
  databaseUrlOf(service: Service): string;
  readonly readerUrl: string;
  readonly env: Environment;
  readonly ports?: Ports;
  readonly logger?: Log;
}

export interface Readiness {
  readonly ready: boolean;
  readonly database: 'up' | 'down';
  /** Events of the global order not yet handled, a service. */
  readonly lag: Readonly<Partial<Record<Service, number>>>;
  /** Streams that wait for an operator, a service. */
  readonly halted: Readonly<Partial<Record<Service, number>>>;
  /** The transaction that holds readers back, if one does for long. */
  readonly holdingBack?: string;
}

export interface Host {
  /** `http://127.0.0.1:<port>` of a service with an HTTP edge. */
  urlOf(service: Service): string | undefined;
  ready(): Promise<Readiness>;
  stop(): Promise<void>;
}
