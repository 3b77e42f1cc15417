import { BurstyRateLimiter, RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { GatewayConfig } from '../../config.js';

export interface RateLimits {
  /** Milliseconds to wait, or 0: go on. */
  waitMs(tenant: string, subject: string): Promise<number>;
}

/** A burst is given back this slowly, so that many of them are not a higher rate. */
const burstSeconds = 10;

/**
 * Counted in this process. The person's own limit comes first: whoever is over it is refused before the
 * tenant's is touched, so that one flood leaves the others of the tenant what they had.
 */
export function rateLimits({ customer, tenant }: GatewayConfig['limits']): RateLimits {
  const each = new RateLimiterMemory({ keyPrefix: 'each', points: customer.perSecond, duration: 1 });
  const extra = customer.burst - customer.perSecond;
  const burst = new RateLimiterMemory({ keyPrefix: 'burst', points: extra, duration: burstSeconds });
  const ofPerson = extra > 0 ? new BurstyRateLimiter(each, burst) : each;
  const ofTenant = new RateLimiterMemory({ keyPrefix: 'tenant', points: tenant.perSecond, duration: 1 });
  return {
    async waitMs(tenantName, subject) {
      const person = JSON.stringify([tenantName, subject]);
      return (await waited(ofPerson, person)) || (await waited(ofTenant, tenantName));
    },
  };
}

async function waited(limiter: RateLimiterMemory | BurstyRateLimiter, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (refused) {
    if (refused instanceof Error) throw refused;
    return Math.max(1, (refused as RateLimiterRes).msBeforeNext);
  }
}
