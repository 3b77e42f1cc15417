import type { JsonObject, ProposalEventData } from '@countersign/domain';
import type { PolicyFact, PolicyRequest, PolicyResource } from './request.js';

/** What a capability made of the records. */
export interface JudgedSubject {
  readonly resource: PolicyResource;
  readonly facts: Readonly<Record<string, PolicyFact>>;
}

export interface ProposalQuestion {
  readonly draft: ProposalEventData<'ProposalDrafted'>;
  readonly subject: JudgedSubject;
  /** Given on a re-check: facts that keep the value of the decision, so that two that wait together do not void each other. */
  readonly decided?: { readonly names: readonly string[]; readonly facts: JsonObject };
}

/**
 * What the rules are asked of a proposal. Who asks is the author, with the roles their verified token carried; what
 * was known at the decision and is not in its record any more is unknown, and never a yes.
 */
export function requestOf({ draft, subject, decided }: ProposalQuestion): PolicyRequest {
  const { author, tenant, customer, action } = draft;
  const kept = (decided?.names ?? []).map((name) => [name, factOf(decided?.facts[name])]);
  return {
    tenant,
    principal: {
      kind: author.kind === 'person' ? 'staff' : author.kind,
      id: author.subject,
      roles: author.roles,
    },
    onBehalfOf: customer,
    action: action.kind,
    resource: subject.resource,
    facts: { ...subject.facts, ...Object.fromEntries(kept) },
    compensates: draft.compensates !== undefined,
    follows: draft.follows !== undefined,
    ...action.money,
  };
}

function factOf(value: unknown): PolicyFact {
  const isPlain = typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean';
  return isPlain ? value : 'unknown';
}
