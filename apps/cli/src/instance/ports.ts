import { createServer } from 'node:net';
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
  readonly database: number;
}

export const DEFAULT_PORT = 4800;

/** Of a broker on this machine. */
export const DEFAULT_KAFKA_PORT = 4892;

/** The ports of an instance whose first is `first`: 4800, 4801, 4802, 4810 to 4813, 4819, 4832. All free ones for 0. */
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
    database: at(32),
  };
}

const nameOf: Readonly<Record<keyof PortPlan, string>> = {
  gateway: 'the gateway',
  approvalService: 'the approval-service',
  reconciler: 'the reconciler',
  identity: "the sandbox's identity provider",
  orders: "the sandbox's orders",
  documents: "the sandbox's documents",
  payments: "the sandbox's payments",
  admin: "the sandbox's admin server",
  database: 'the database',
};

/**
 * Looks at every port before anything is started, so that a taken one costs nothing.
 * @throws CommandRefused naming the first port that cannot be had, and for whom.
 */
export async function requireFree(ports: Partial<PortPlan>): Promise<void> {
  for (const [who, port] of Object.entries(ports) as [keyof PortPlan, number][]) {
    if (port === 0) continue;
    const code = await refusalOf(port);
    if (code === undefined) continue;
    const why = code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be used (${code})`;
    throw new CommandRefused(
      `Port ${port}, wanted for ${nameOf[who]}, ${why}; stop that program, or start with another first port: --port 5800.`,
    );
  }
}

function refusalOf(port: number): Promise<string | undefined> {
  return new Promise((answer) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => answer(error.code ?? 'unknown'));
    probe.listen(port, '127.0.0.1', () => probe.close(() => answer(undefined)));
  });
}
