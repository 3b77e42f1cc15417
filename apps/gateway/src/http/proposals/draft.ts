import { capabilities, intentOfAction } from '@countersign/capabilities';
import { digestOf } from '@countersign/contracts';
import {
  type Action,
  type Author,
  type Drafted,
  type ProposalEventData,
  proposalId,
  type SubjectId,
  subjectId,
  tenantId,
} from '@countersign/domain';
import type { Principal } from '@countersign/identity';
import { bug } from '@countersign/messaging';
import type { AskedProposal } from './asked-proposal.js';

interface Drafting {
  readonly action: Action;
  readonly replaced: Drafted | 'none';
  readonly at: string;
}

/** The fact that a proposal was drafted, from a request and the action that the records made of it. */
export function draftOf(
  asked: AskedProposal,
  { action, replaced, at }: Drafting,
): ProposalEventData<'ProposalDrafted'> {
  const { principal, body, key, requestHash } = asked;
  const tenant = tenantId(principal.tenant);
  const capability = capabilities.byKind(action.kind);
  if (capability === undefined)
    throw bug('capability_unknown', `No capability has the action ${action.kind}.`);
  const { name, version } = capability;
  const distinctFrom = body.distinctFrom?.map((id) => proposalId(id.toLowerCase()));
  return {
    proposalId: proposalId(asked.proposalId),
    tenant,
    customer: subjectId(body.customer),
    origin: {
      ...{ kind: 'agent', reference: body.reference ?? key, requestHash },
      ...(distinctFrom === undefined ? {} : { distinctFrom }),
    },
    author: authorOf(principal),
    startedBy: startersOf(principal, replaced),
    action,
    digest: digestOf(tenant, action),
    intent: intentOfAction(tenant, action, distinctFrom),
    capability: { name, version },
    supersedes: replaced === 'none' ? 'none' : replaced.draft.proposalId,
    ...(body.compensates === undefined ? {} : { compensates: proposalId(body.compensates.toLowerCase()) }),
    draftedAt: at,
  };
}

function authorOf({ kind, subject, name, roles }: Principal): Author {
  return {
    kind: kind === 'agent' ? 'agent' : 'person',
    subject: subjectId(subject),
    name,
    roles: [...roles],
  };
}

/** Whoever started or wrote what is replaced stays barred from approving what replaces it. */
function startersOf({ subject }: Principal, replaced: Drafted | 'none'): SubjectId[] {
  const before = replaced === 'none' ? [] : [...replaced.draft.startedBy, replaced.draft.author.subject];
  return [...new Set([subjectId(subject), ...before])];
}
