import { loggerToken } from '@countersign/messaging';
import type { Log } from '@countersign/telemetry';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { problem } from '../problem/problem-codes.js';
import { logRefusal } from '../problem/refusals-log.js';
import type { RateLimits } from './rate-limits.js';
import type { SignedInRequest } from './signed-in.js';

export const rateLimitsToken = 'gateway:rate-limits';

/** Stands behind `SignedIn`: who is counted is who the token names. */
@Injectable()
export class WithinRate implements CanActivate {
  constructor(
    @Inject(rateLimitsToken) private readonly limits: RateLimits,
    @Inject(loggerToken) private readonly log: Log,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<SignedInRequest>();
    const { principal } = request;
    if (principal === undefined) return false;
    const waitMs = await this.limits.waitMs(principal.tenant, principal.subject);
    if (waitMs === 0) return true;
    const retryAfterSeconds = Math.ceil(waitMs / 1_000);
    const detail = `Nothing was done. Wait ${retryAfterSeconds} s before the next request.`;
    const refused = problem('too_many_requests', detail, { retryAfterSeconds });
    logRefusal(this.log, request, refused);
    throw refused;
  }
}
