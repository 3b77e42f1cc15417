import type { Person } from '@countersign/domain';
import type { EventStore } from '@countersign/event-store';
import type { TokenVerifier } from '@countersign/identity';
import { tokenCodeOf } from '../decision/decision-codes.js';
import { personOf } from '../decision/person-of.js';
import { refusal } from '../decision/told-decision.js';
import { ProblemException, problemOf } from './problem.js';

/** Somebody who may look around: a signed-in person of one tenant. */
export interface Visitor {
  readonly tenant: string;
  readonly person: Person;
}

/** The one way into every reading route: without a token that holds there is no visitor, and so no answer. */
export class Door {
  constructor(
    private readonly tokens: TokenVerifier,
    private readonly store: Pick<EventStore, 'now'>,
  ) {}

  /** @throws ProblemException 401 without a valid token, 503 when it cannot be judged, 403 for a program. */
  async open(authorization: string | undefined): Promise<Visitor> {
    const verdict = await this.tokens.verify(authorization);
    if (verdict.outcome === 'refused') throw refused(tokenCodeOf(verdict.code));
    const person = personOf(verdict.principal);
    if (person.kind === 'agent') throw refused('not_a_person');
    return { tenant: verdict.principal.tenant, person };
  }

  /** The same, with the database time of the visit. */
  async openNow(authorization: string | undefined): Promise<Visitor & { readonly at: string }> {
    const visitor = await this.open(authorization);
    return { ...visitor, at: await this.store.now() };
  }
}

/** These sentences tell no time, so the database is not asked on behalf of nobody. */
function refused(code: Parameters<typeof refusal>[0]): ProblemException {
  return new ProblemException(problemOf(refusal(code, { at: '' })));
}
