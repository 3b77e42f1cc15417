import type { ProposalEventData } from '@countersign/domain';
import type { PolicyEngine } from './engine.js';
import type { KnownMinor, PolicyRequest, RefundFacts } from './request.js';

/** The records a refund is judged on, as a capability read them; the window is ours to compute. */
export interface JudgedRecords {
  readonly resource: PolicyRequest['resource'];
  readonly deliveredAt: string;
  readonly facts: Omit<RefundFacts, 'insideWindow' | 'daysSinceDelivery' | 'earlierMinor'>;
}

export interface ProposalQuestion {
  readonly draft: ProposalEventData<'ProposalDrafted'>;
  readonly records: JudgedRecords;
  /** Given on a re-check: the value at the decision, so that two that wait together do not void each other. */
  readonly earlierMinor?: KnownMinor;
}

/**
 * What the rules are asked of a proposal. The window is counted to the instant at which it was asked for, in
 * the zone the policy states; who asks is the author, with the roles their verified token carried.
 */
export function requestOf(
  engine: PolicyEngine,
  { draft, records, earlierMinor }: ProposalQuestion,
): PolicyRequest {
  const { author, tenant, customer, action } = draft;
  const window = engine.checkWindow({ deliveredAt: records.deliveredAt, askedAt: askedAt(draft) });
  return {
    tenant,
    principal: {
      kind: author.kind === 'person' ? 'staff' : author.kind,
      id: author.subject,
      roles: author.roles,
    },
    onBehalfOf: customer,
    action: 'refund.create',
    resource: records.resource,
    facts: {
      ...records.facts,
      insideWindow: window.inside,
      daysSinceDelivery: window.daysSinceDelivery,
      ...(earlierMinor === undefined ? {} : { earlierMinor }),
    },
    amountMinor: action.money?.amountMinor ?? 0,
    currency: action.money?.currency ?? '',
  };
}

/** When the customer asked, if the record says so; a question asked back must not cost them the window. */
function askedAt(draft: ProposalEventData<'ProposalDrafted'>): string {
  const asked = draft.action.evidence.find((e) => e.fact === 'askedAt' && e.basis === 'record')?.value;
  return typeof asked === 'string' ? asked : draft.draftedAt;
}
