import { type Person, subjectId } from '@countersign/domain';
import type { TokenVerifier } from '@countersign/identity';
import { forbidden, unauthenticated, unavailable } from '@countersign/messaging/http';
import { Inject, Injectable } from '@nestjs/common';
import type { RecoveryCode } from '../recovery/recovery-codes.js';

export type Role = 'operator' | 'auditor';

export interface SignedInPerson {
  readonly tenant: string;
  readonly person: Person;
}

export const tokensToken = 'reconciler:tokens';

const code = (name: RecoveryCode): RecoveryCode => name;

/** Who is asking, from the bearer token alone. Another tenant is never named: its items are not found. */
@Injectable()
export class SignedIn {
  constructor(@Inject(tokensToken) private readonly tokens: TokenVerifier) {}

  async reader(authorization: string | undefined): Promise<SignedInPerson> {
    return this.#withRole(authorization, ['operator', 'auditor']);
  }

  async operator(authorization: string | undefined): Promise<SignedInPerson> {
    return this.#withRole(authorization, ['operator']);
  }

  async #withRole(authorization: string | undefined, allowed: readonly Role[]): Promise<SignedInPerson> {
    const verdict = await this.tokens.verify(authorization);
    if (verdict.outcome === 'refused') throw refusal(verdict.code, verdict.retryable);
    const { tenant, subject, name, kind, roles, authenticatedAt, methods } = verdict.principal;
    if (kind !== 'staff' || !allowed.some((role) => roles.includes(role))) {
      const has = roles.length === 0 ? 'no role' : roles.map((role) => role.replaceAll('_', ' ')).join(', ');
      throw forbidden(
        `Your sign-in (${has}) does not include this; ${allowed.join(' or ')} does.`,
        code('role_missing'),
      );
    }
    return { tenant, person: { subject: subjectId(subject), name, kind, roles, authenticatedAt, methods } };
  }
}

function refusal(reason: string, retryable: boolean): Error {
  if (retryable) {
    return unavailable('Sign-in cannot be checked just now. Nothing was done.', code('identity_unavailable'));
  }
  return reason === 'token_missing'
    ? unauthenticated('A bearer token is needed.', code('token_missing'))
    : unauthenticated(`The token is refused: ${reason}.`, code('token_invalid'));
}
