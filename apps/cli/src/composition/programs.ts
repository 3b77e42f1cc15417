import { fileURLToPath } from 'node:url';
import type { Service } from '@countersign/contracts';
import type { Role } from '@countersign/event-store';
import { environmentOf, type World } from './service-environment.js';
import { folderOf, services } from './services.js';

/** What runs as a process of its own on Kafka: every service, and the relay that moves events there. */
export type Program = Service | 'relay';

/** The relay first: what the services write moves from the start. */
export const programs: readonly Program[] = ['relay', ...services.map(({ service }) => service)];

/** Everything a program is pointed at when it runs on Kafka. */
export interface OnKafka {
  readonly world: World;
  readonly brokers: readonly string[];
  /** In front of every topic and group, where a cluster is shared. */
  readonly topicPrefix?: string;
  readonly sessionTimeoutMs?: number;
  urlOf(role: Role): string;
  /** Where a program without an HTTP edge answers whether it lives and is ready. */
  readonly probePorts: Readonly<Record<ProbedProgram, number>>;
}

const edges = ['gateway', 'approval_service', 'reconciler'] as const;

/** Programs that people do not talk to. */
export type ProbedProgram = Exclude<Program, (typeof edges)[number]>;

/** `policy-gate`, as it is called on paper and on disk. */
export const programName = (program: Program): string => (program === 'relay' ? 'relay' : folderOf(program));

/** What node is to run. */
export const programFile = (program: Program): string =>
  fileURLToPath(new URL(`../../../${programName(program)}/dist/main.js`, import.meta.url));

/** `http://127.0.0.1:<port>` of its own: people’s, or of its probes alone. */
export function addressOf(program: Program, { world: { ports }, probePorts }: OnKafka): string {
  const port = {
    ...probePorts,
    gateway: ports.gateway,
    approval_service: ports.approvalService,
    reconciler: ports.reconciler,
  }[program];
  return `http://127.0.0.1:${port}`;
}

/** The environment of one program: the bus, its own database role, and no key that is not its own. */
export function environmentOfProgram(program: Program, on: OnKafka): Readonly<Record<string, string>> {
  const { brokers, topicPrefix, sessionTimeoutMs, urlOf } = on;
  const bus = {
    BUS: 'kafka',
    KAFKA_BROKERS: brokers.join(','),
    ...(topicPrefix === undefined ? {} : { KAFKA_TOPIC_PREFIX: topicPrefix }),
    ...(sessionTimeoutMs === undefined ? {} : { KAFKA_SESSION_TIMEOUT_MS: String(sessionTimeoutMs) }),
    DATABASE_URL: urlOf(`countersign_${program}`),
  };
  if (program === 'relay') return { ...bus, RELAY_PORT: String(on.probePorts.relay) };
  const probes = isProbed(program) ? on.probePorts[program] : 0;
  return {
    ...environmentOf(program, on.world),
    ...bus,
    READER_DATABASE_URL: urlOf('countersign_reader'),
    HEALTH_PORT: String(probes),
  };
}

const isProbed = (program: Program): program is ProbedProgram => !edges.some((edge) => edge === program);
