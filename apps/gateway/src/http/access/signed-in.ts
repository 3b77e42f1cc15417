import type { Principal, TokenRefusal, TokenVerifier } from '@countersign/identity';
import { loggerToken } from '@countersign/messaging';
import type { Problem } from '@countersign/messaging/http';
import type { Log } from '@countersign/telemetry';
import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { problem } from '../problem/problem-codes.js';
import { logRefusal } from '../problem/refusals-log.js';

export interface SignedInRequest extends FastifyRequest {
  /** Set by the guard; absent only where nobody was let in. */
  principal?: Principal;
}

export const verifierToken = 'gateway:token-verifier';
export const tenantsToken = 'gateway:tenants';

/** Lets in whoever a valid token names, and nobody else. Who they are is never taken from anything but it. */
@Injectable()
export class SignedIn implements CanActivate {
  constructor(
    @Inject(verifierToken) private readonly verifier: TokenVerifier,
    @Inject(tenantsToken) private readonly tenants: readonly string[],
    @Inject(loggerToken) private readonly log: Log,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<SignedInRequest>();
    const found = await this.#principalOf(request);
    if ('problem' in found) {
      logRefusal(this.log, request, found);
      throw found;
    }
    request.principal = found;
    return true;
  }

  async #principalOf(request: FastifyRequest): Promise<Principal | Problem> {
    const verdict = await this.verifier.verify(bearerOf(request));
    if (verdict.outcome === 'refused') return refusalOf(verdict.code);
    const { principal } = verdict;
    return this.tenants.length === 0 || this.tenants.includes(principal.tenant)
      ? principal
      : problem('tenant_not_served', 'The token is valid, for a tenant that is not served here.');
  }
}

/** The token of a request, or nothing: other schemes are not tokens. */
export function bearerOf(request: FastifyRequest): string {
  const given = request.headers.authorization ?? '';
  return /^bearer +\S+$/i.test(given) ? given.replace(/^bearer +/i, '') : '';
}

/** The principal of a route behind `SignedIn`. */
export const Asker = createParamDecorator((_data: unknown, context: ExecutionContext): Principal => {
  const { principal } = context.switchToHttp().getRequest<SignedInRequest>();
  if (principal === undefined) throw problem('token_missing', 'Nobody is signed in.');
  return principal;
});

function refusalOf(code: TokenRefusal): Problem {
  switch (code) {
    case 'token_missing':
      return problem(code, 'Send a bearer token in the header Authorization.');
    case 'expired':
      return problem('token_expired', 'Sign in again; nothing was done.');
    case 'keys_unavailable':
      return problem('identity_unavailable', 'The token could not be judged; nothing was done.', {
        retryAfterSeconds: 5,
      });
    default:
      return problem('token_invalid', `The token was not accepted (${code}); nothing was done.`);
  }
}
