import { loopbackPort } from '@countersign/event-store/embedded';
import { CommandRefused } from '../terminal/refusal.js';

/** Every address of an instance. 0 takes a free one. */
export interface PortPlan {
  readonly gateway: number;
  readonly approvalService: number;
  readonly reconciler: number;
  readonly identity: number;
  readonly orders: number;
  readonly documents: number;
  readonly payments: number;
  readonly admin: number;
  /** Of the first stand-in that a capability brings; the others follow. */
  readonly standIns: number;
  readonly database: number;
}

/** What is needed besides when each service is a process of its own, on Kafka. */
export interface ProcessPortPlan {
  readonly coordinator: number;
  readonly refundSpecialist: number;
  readonly policyGate: number;
  readonly executor: number;
  readonly relay: number;
  /** Of a broker that is started here, and of its controller. */
  readonly kafka: number;
  readonly kafkaController: number;
}

export const DEFAULT_PORT = 4800;

/** Of a broker on this machine. */
export const DEFAULT_KAFKA_PORT = 4892;

/** The ports of an instance whose first is `first`: 4800, 4801, 4802, 4810 to 4813, 4819, from 4820 on, 4832. All free ones for 0. */
export function portsFrom(first: number): PortPlan {
  const at = (offset: number) => (first === 0 ? 0 : first + offset);
  return {
    gateway: at(0),
    approvalService: at(1),
    reconciler: at(2),
    identity: at(10),
    orders: at(11),
    documents: at(12),
    payments: at(13),
    admin: at(19),
    standIns: at(20),
    database: at(32),
  };
}

/** Besides those of `portsFrom`: probes at 4803 to 4806 and 4890, Kafka at 4892 and 4893. */
export function processPortsFrom(first: number): ProcessPortPlan {
  const at = (offset: number) => (first === 0 ? 0 : first + offset);
  return {
    coordinator: at(3),
    refundSpecialist: at(4),
    policyGate: at(5),
    executor: at(6),
    relay: at(90),
    kafka: at(92),
    kafkaController: at(93),
  };
}

type Port = keyof PortPlan | keyof ProcessPortPlan;

const nameOf: Readonly<Record<Port, string>> = {
  gateway: 'the gateway',
  approvalService: 'the approval-service',
  reconciler: 'the reconciler',
  identity: "the sandbox's identity provider",
  orders: "the sandbox's orders",
  documents: "the sandbox's documents",
  payments: "the sandbox's payments",
  admin: "the sandbox's admin server",
  standIns: "the sandbox's first stand-in",
  database: 'the database',
  coordinator: "the coordinator's probes",
  refundSpecialist: "the refund-specialist's probes",
  policyGate: "the policy-gate's probes",
  executor: "the executor's probes",
  relay: "the relay's probes",
  kafka: 'Kafka',
  kafkaController: "Kafka's controller",
};

/**
 * Looks at every port before anything is started, so that a taken one costs nothing.
 * @throws CommandRefused naming the first port that cannot be had, and for whom.
 */
export async function requireFree(ports: Partial<Record<Port, number>>): Promise<void> {
  for (const [who, port] of Object.entries(ports) as [Port, number][]) {
    if (port === 0) continue;
    const code = await refusalOf(port);
    if (code === undefined) continue;
    const why = code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be used (${code})`;
    throw new CommandRefused(
      `Port ${port}, wanted for ${nameOf[who]}, ${why}; stop that program, or start with another first port: --port 5800.`,
    );
  }
}

/** The plan with a free port in place of every 0: whoever starts a process has to know where it will answer. */
export async function withFreePorts<Plan extends { readonly [Name in keyof Plan]: number }>(
  plan: Plan,
): Promise<Plan> {
  const found: [string, number][] = [];
  for (const [name, port] of Object.entries<number>(plan)) {
    found.push([name, port === 0 ? await loopbackPort(0) : port]);
  }
  return Object.fromEntries(found) as unknown as Plan;
}

function refusalOf(port: number): Promise<string | undefined> {
  return loopbackPort(port).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code ?? 'unknown',
  );
}
