import type { Addresses } from '@countersign/capabilities';
import { readAddresses } from '@countersign/capabilities/reads';
import {
  type Environment,
  environment,
  readTimeoutOf,
  type TrustedIdentity,
  trustedIdentityOf,
} from '@countersign/messaging';

export interface GatewayConfig {
  readonly http: { readonly port: number };
  readonly identity: TrustedIdentity;
  /** Whom this door is for. Empty: every tenant that the identity provider vouches for. */
  readonly tenants: readonly string[];
  /** Where the capabilities read, by what they declare. */
  readonly outside: Addresses;
  readonly reads: { readonly timeoutMs: number };
  readonly limits: {
    /** Requests a second of one customer or agent; `burst` of them at once. */
    readonly customer: { readonly perSecond: number; readonly burst: number };
    readonly tenant: { readonly perSecond: number };
  };
  readonly streams: {
    readonly heartbeatMs: number;
    /** How long a stream of replies waits for its conversation to be opened before it answers 404. */
    readonly openingPatienceMs: number;
  };
}

const requests = { min: 1, max: 1_000_000 };

export function readConfig(env: Environment): GatewayConfig {
  const read = environment(env);
  const perSecond = read.whole('RATE_PER_CUSTOMER', requests, 10);
  const burst = read.whole('RATE_BURST_PER_CUSTOMER', requests, perSecond * 2);
  if (burst < perSecond) read.refuse('RATE_BURST_PER_CUSTOMER', 'is below RATE_PER_CUSTOMER');
  return read.frozen({
    http: { port: read.port('GATEWAY_PORT', 4800) },
    identity: trustedIdentityOf(read, read.url('IDENTITY_URL')),
    tenants: listOf(read.optional('TENANTS')),
    outside: readAddresses(read),
    reads: { timeoutMs: readTimeoutOf(read) },
    limits: {
      customer: { perSecond, burst },
      tenant: { perSecond: read.whole('RATE_PER_TENANT', requests, 200) },
    },
    streams: {
      heartbeatMs: read.whole('STREAM_HEARTBEAT_MS', { min: 100, max: 60_000 }, 15_000),
      openingPatienceMs: read.whole('CONVERSATION_PATIENCE_MS', { min: 0, max: 60_000 }, 10_000),
    },
  });
}

function listOf(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
