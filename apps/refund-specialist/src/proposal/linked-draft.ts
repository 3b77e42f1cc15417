import {
  type Asked,
  type Completed,
  capabilities,
  intentOfAction,
  type Statement,
} from '@countersign/capabilities';
import { deterministicId, digestOf } from '@countersign/contracts';
import {
  type Action,
  type Drafted,
  type Instant,
  type ProposalEventData,
  proposalId,
} from '@countersign/domain';
import { retryable } from '@countersign/messaging';
import type { Served } from '../step/served.js';
import { author } from './draft.js';

export interface Linked {
  /** The proposal that this one comes after, or stands for. */
  readonly to: Drafted;
  readonly link: { readonly follows: string } | { readonly supersedes: string };
  readonly causeId: string;
  readonly index: number;
  readonly at: Instant;
}

/** A draft that belongs to another one: for the same customer, in the same matter, started by the same people. */
export function linkedDraft(action: Action, linked: Linked): ProposalEventData<'ProposalDrafted'> {
  const { draft } = linked.to;
  const { tenant, customer, origin, startedBy } = draft;
  const capability = capabilities.byKind(action.kind);
  return {
    proposalId: proposalId(
      deterministicId('linked-proposal', draft.proposalId, linked.causeId, linked.index),
    ),
    ...{ tenant, customer, origin, author, startedBy, action },
    digest: digestOf(tenant, action),
    intent: intentOfAction(tenant, action),
    capability: { name: capability?.name ?? 'none', version: capability?.version ?? 'none' },
    supersedes: 'supersedes' in linked.link ? proposalId(linked.link.supersedes) : 'none',
    ...('follows' in linked.link ? { follows: proposalId(linked.link.follows) } : {}),
    draftedAt: linked.at,
  };
}

/**
 * Completed from the records as they are. A record that gives no answer is asked again with the message.
 * @throws a retryable failure for that.
 */
export async function completedFor(
  { draft }: Drafted,
  served: Served,
  asked: Asked,
): Promise<Exclude<Completed, { outcome: 'no_answer' }> | undefined> {
  const name = capabilities.byKind(asked.kind)?.name ?? '';
  const answer = await served(name)?.gateway.complete(asked, draft);
  if (answer?.outcome !== 'no_answer') return answer;
  throw retryable('record_unreadable', `The records for ${asked.kind} gave no answer (${answer.code}).`);
}

/** What was said by people goes along; what stood in records is read anew. */
export function statementsOf({ draft }: Drafted): readonly Statement[] {
  return draft.action.evidence
    .filter(({ basis }) => basis === 'stated')
    .map(({ fact, value, basis, source, readAt: at }) => ({ fact, value, basis, source, at }));
}
