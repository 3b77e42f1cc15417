import type { World } from '@countersign/cli/composition';
import { generateSigningKey } from '@countersign/identity';
import { DEFAULT_KEYS, type Sandbox } from '@countersign/sandbox/sandbox';

/**
 * Short waits, so that a test sees in a second what takes minutes in production. How long the outside may take to
 * answer, and how long is tried, is no such wait: on a slow machine it would be what a test sees.
 */
const fast = {
  RETRY_BASE_MS: '50',
  RETRY_CEILING_MS: '400',
  RETRY_ELAPSED_MAX_MS: '120000',
  CIRCUIT_OPEN_MS: '1000',
  CALL_TIMEOUT_MS: '2500',
  READ_TIMEOUT_MS: '10000',
  LOOK_FIRST_MS: '100',
  LOOK_DELAYS_MS: '100,200,400,800,1000',
  SETTLE_WINDOW_MS: '5100',
  LATE_LOOK_DELAYS_MS: '200,500,1000',
  LOOK_AGAIN_AFTER_MS: '100,200,400',
  RATE_PER_CUSTOMER: '1000',
  RATE_PER_TENANT: '5000',
};

/** Payments signs with it what it says to the shop's address by itself. */
export const paymentsWebhookSecret = 'whsec_of_fjordlight_in_tests';

export interface Around {
  readonly sandbox: Sandbox;
  readonly policiesFolder: string;
  readonly wrappingKey: Buffer;
  readonly settings: Readonly<Record<string, string>> | undefined;
}

/** What the services are pointed at: the sandbox beside them, and keys of this system alone. */
export function worldAround({ sandbox, policiesFolder, wrappingKey, settings }: Around): World {
  const key = generateSigningKey();
  return {
    outside: sandbox.urls,
    standIns: sandbox.urls,
    keys: {
      orders: DEFAULT_KEYS.orders,
      paymentsRead: DEFAULT_KEYS.paymentsRead,
      paymentsWrite: DEFAULT_KEYS.payments,
      directory: DEFAULT_KEYS.directory,
      paymentsWebhooks: { fjordlight: paymentsWebhookSecret },
    },
    approvalPrivateKey: key.privateKeyPem,
    approvalPublicKey: key.publicJwk,
    subjectKeysWrappingKey: wrappingKey.toString('base64'),
    policiesFolder,
    ports: { gateway: 0, approvalService: 0, reconciler: 0 },
    settings: { ...fast, ...settings },
  };
}
