import { resolve } from 'node:path';
import { environmentOf, services } from '@countersign/cli/composition';
import type { Service } from '@countersign/contracts';
import { publicKeyFrom } from '@countersign/identity';
import type { ServiceDefinition } from '@countersign/messaging';
import { publicJwkOf } from './keys.js';
import { keyNamed } from './outside/identity.js';
import { standInNames } from './outside/stand-ins.js';
import { webhookSecret } from './outside/webhooks.js';

const approvalKey = keyNamed('the approval service');
const approvalPrivateKey = approvalKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Every service there is, the front door too. */
export const simulated: readonly ServiceDefinition[] = services;

/** What the systems beside payments sign with when they say something by themselves. */
const said = { CRM_WEBHOOK_SECRETS: JSON.stringify({ fjordlight: webhookSecret }) };

const configurations = new Map<string, unknown>();

/** The configuration of a service, read from its environment as it would be at a start. */
export function configurationOf(definition: ServiceDefinition): unknown {
  const { service } = definition;
  const known = configurations.get(service);
  if (known !== undefined) return known;
  const config = definition.readConfig({ ...environment(service), ...said });
  configurations.set(service, config);
  return config;
}

function environment(service: Service) {
  return environmentOf(service, {
    outside: {
      identity: 'http://identity',
      orders: 'http://orders',
      documents: 'http://documents',
      payments: 'http://payments',
    },
    standIns: Object.fromEntries(standInNames.map((name) => [name, `http://${name}`])),
    keys: {
      orders: 'simulated-orders-key',
      paymentsRead: 'rk_test_simulated_read',
      paymentsWrite: 'sk_test_simulated_write',
      directory: 'simulated-directory-key',
      paymentsWebhooks: { fjordlight: webhookSecret },
    },
    approvalPrivateKey,
    approvalPublicKey: publicJwkOf(publicKeyFrom(approvalPrivateKey)),
    policiesFolder: resolve(import.meta.dirname, '../../../policies'),
    ports: { gateway: 0, approvalService: 0, reconciler: 0 },
  });
}
