import { capabilities, intentOfAction } from '@countersign/capabilities';
import { deterministicId, digestOf } from '@countersign/contracts';
import {
  type Action,
  caseId,
  type Drafted,
  type Instant,
  type OpenedCase,
  type ProposalEventData,
  type ProposalId,
  proposalId,
  subjectId,
} from '@countersign/domain';
import { changeOf } from './replaces.js';

/** Who drafts here, for customers who asked. */
export const author = {
  kind: 'specialist',
  subject: subjectId('refund-specialist'),
  name: 'Refund specialist',
  roles: [],
} as const;

export interface Drafting {
  readonly action: Action;
  readonly causeId: string;
  readonly caseId: string;
  readonly state: OpenedCase;
  readonly proposals: readonly Drafted[];
  readonly at: Instant;
}

/** One cause drafts one proposal, in every process and however often it is heard. */
export function proposalIdFor({ caseId, causeId }: Pick<Drafting, 'caseId' | 'causeId'>): ProposalId {
  return proposalId(deterministicId('proposal', caseId, causeId, 0));
}

/** The draft of one exact action. */
export function draftOf(drafting: Drafting): ProposalEventData<'ProposalDrafted'> {
  const { action, state, at } = drafting;
  const { tenant, customer, startedBy } = state.opened;
  const asked = state.messages.at(-1)?.text ?? '';
  const change = changeOf(action, drafting.proposals, { tenant, asked });
  const capability = capabilities.byKind(action.kind);
  return {
    proposalId: proposalIdFor(drafting),
    tenant,
    customer: customer.subject,
    origin: { kind: 'case', caseId: caseId(drafting.caseId) },
    author,
    startedBy: [startedBy],
    action,
    digest: digestOf(tenant, action),
    intent: intentOfAction(tenant, action),
    capability: { name: capability?.name ?? 'none', version: capability?.version ?? 'none' },
    supersedes: change?.of.draft.proposalId ?? 'none',
    draftedAt: at,
  };
}
