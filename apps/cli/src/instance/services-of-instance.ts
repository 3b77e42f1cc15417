import 'reflect-metadata';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Role } from '@countersign/event-store';
import { createApprovalSigner } from '@countersign/identity';
import { type Host, startHost } from '@countersign/messaging';
import type { Log } from '@countersign/telemetry';
import { environmentOfAll, services, type World } from '../composition/composition.js';
import { CommandRefused } from '../terminal/refusal.js';
import { sandboxWebhookSecret } from './payments-webhooks.js';
import { plannerSettings } from './planner-settings.js';
import type { PortPlan } from './ports.js';
import type { RunningInstance } from './running-file.js';
import type { Secrets } from './secrets.js';

export interface ServicesOptions {
  readonly ports: PortPlan;
  readonly secrets: Secrets;
  readonly outside: RunningInstance['outside'];
  readonly standIns: RunningInstance['standIns'];
  readonly logger: Log;
  urlOf(role: Role): string;
}

/** The keys of the sandbox's own servers, from its README. They guard nothing real. */
const SANDBOX_KEYS: World['keys'] = {
  orders: 'sandbox-orders-key',
  paymentsRead: 'rk_test_sandbox_read',
  paymentsWrite: 'sk_test_sandbox_key',
  directory: 'sandbox-directory-key',
  paymentsWebhooks: { fjordlight: sandboxWebhookSecret },
};

/** All services in this process, each under its own database role, and ready when this resolves. */
export async function startTogether(options: ServicesOptions): Promise<Host> {
  const { urlOf, logger } = options;
  const names = services.map(({ service }) => service);
  try {
    return await startHost({
      services,
      databaseUrlOf: (service) => urlOf(`countersign_${service}`),
      readerUrl: urlOf('countersign_reader'),
      env: environmentOfAll(names, worldOf(options)),
      logger,
    });
  } catch (error) {
    const { code, port } = error as { code?: unknown; port?: unknown };
    if (code !== 'EADDRINUSE') throw error;
    throw new CommandRefused(`Port ${port} is in use by another program.`, { cause: error });
  }
}

export function worldOf({
  ports,
  secrets,
  outside,
  standIns,
}: Pick<ServicesOptions, 'ports' | 'secrets' | 'outside' | 'standIns'>): World {
  const { identity, orders, documents, payments } = outside;
  const shipped = fileURLToPath(new URL('../../../..', import.meta.url));
  return {
    outside: { identity, orders, documents, payments },
    standIns,
    keys: SANDBOX_KEYS,
    approvalPrivateKey: secrets.approvalKey,
    approvalPublicKey: createApprovalSigner(secrets.approvalKey).publicJwk,
    subjectKeysWrappingKey: secrets.wrappingKey,
    policiesFolder: join(shipped, 'policies'),
    planner: plannerSettings(process.env, join(shipped, 'deploy/planner/model-prices.json')),
    ports: { gateway: ports.gateway, approvalService: ports.approvalService, reconciler: ports.reconciler },
  };
}
