import type { IngressTopic, Ports, Service } from '@countersign/contracts';
import type { EventStore } from '@countersign/event-store';
import type { Log } from '@countersign/telemetry';
import type { DynamicModule } from '@nestjs/common';
import type { LiveEvents } from '../live/live-events.js';
import type { CaseStreams, ProposalStreams } from '../streams/categories.js';
import type { ReadModelDefinition, ReadModelQueries } from './read-models.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A service as its package exports it from `./module`. */
export interface ServiceDefinition<Config = unknown> {
  /** Also its database role: `countersign_<service>`. */
  readonly service: Service;
  /** @throws ConfigurationError naming every bad key, never printing a value. */
  readConfig(env: Environment): Config;
  /** The module with the rules and whatever they need; `wiringModule(wiring)` among its imports. */
  module(wiring: Wiring<Config>): DynamicModule | Promise<DynamicModule>;
  /** Only for services that people or agents talk to. */
  readonly http?: HttpEdge<Config>;
  readonly readModels?: readonly ReadModelDefinition[];
}

export interface HttpEdge<Config> {
  /** 0 lets the system choose; `Host.urlOf` tells. */
  portOf(config: Config): number;
  readonly title: string;
  readonly prefix?: string;
  /** Whether the bytes of a body are kept beside what they say, for signatures over them. */
  readonly rawBody?: boolean;
}

/** Everything a service is given at the start. It reaches for nothing else. */
export interface Wiring<Config = unknown> {
  readonly config: Config;
  readonly ports: Ports;
  readonly store: EventStore;
  /** Of the service's own role, for tables of its own beside the store. */
  readonly databaseUrl: string;
  readonly proposals: ProposalStreams;
  readonly cases: CaseStreams;
  readonly readModels: ReadModelQueries;
  readonly logger: Log;
  readonly shutdown: AbortSignal;
  /** Newly committed events as this process hears them. */
  readonly live: LiveEvents;
  /** Unique name of this process and service. */
  readonly worker: string;
  readonly ingress: Ingress;
}

export interface Publication {
  readonly tenant: string;
  /** Messages of one key are heard in order. */
  readonly key: string;
  /** What makes hearing it twice the same as once. */
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: Uint8Array | string;
  /** The person whose words these are: they are stored under that person's key, and forgotten with it. */
  readonly writtenBy?: string;
}

/** The way in for what is not an event yet. Only the gateway's role may publish. */
export interface Ingress {
  publish(topic: IngressTopic, message: Publication): Promise<void>;
}
