import { type Capacity, capabilities, type Done } from '@countersign/capabilities';
import { canonicalJson } from '@countersign/contracts';
import {
  type Drafted,
  grantsOf,
  type PolicyReason,
  type ProposalEventData,
  type SubjectId,
} from '@countersign/domain';
import type { ProposalStreams } from '@countersign/messaging';

type Draft = ProposalEventData<'ProposalDrafted'>;

/** What it means for a judgement that a proposal takes back another one. */
export interface Undoing {
  /** At most one live undo a proposal. */
  readonly capacities: readonly Capacity[];
  /** Whoever approved what is taken back: two people for the two of them (S26). */
  readonly barred: readonly SubjectId[];
  /** Set when this is no way to take it back; then nobody has to be asked. */
  readonly refused?: PolicyReason;
}

const nothingUndone: Undoing = { capacities: [], barred: [] };

/**
 * What is taken back must have been carried out and read back, for the same customer, and in a way that its capability
 * lists, with exactly the inputs that the confirmed effect gives: neither a planner nor an operator makes one up.
 */
export async function undoingOf(proposals: ProposalStreams, draft: Draft): Promise<Undoing> {
  if (draft.compensates === undefined) return nothingUndone;
  const { state } = await proposals.load(draft.tenant, draft.compensates);
  const capacities = [{ key: `undo:${draft.compensates}`, take: 'once' }] as const;
  if (state.status === 'absent' || state.draft.customer !== draft.customer)
    return refuse('undo_of_nothing', 'It takes back a proposal that is not there for this customer.');
  if (state.status !== 'completed')
    return refuse('undo_not_completed', 'Only what was carried out and read back can be taken back.');
  const fault = planFault(state, draft);
  if (fault !== undefined) return refuse('undo_not_listed', fault);
  const approvers = grantsOf(state.slots).filter((grant) => grant.basis === 'approval');
  return { capacities, barred: approvers.map((grant) => grant.approver.subject) };
}

function planFault(state: Extract<Drafted, { status: 'completed' }>, draft: Draft): string | undefined {
  const { proposalId, action } = state.draft;
  const plan = capabilities
    .byKind(action.kind)
    ?.recoveries?.find((each) => each.undoes === action.kind && each.kind === draft.action.kind);
  if (plan === undefined) return `${action.kind} is not taken back by ${draft.action.kind}.`;
  const done: Done = { proposalId, action, receipt: state.completed.receipt };
  const asked = plan.asks(done);
  const isAsPlanned =
    canonicalJson([asked.arguments, asked.money ?? null]) ===
    canonicalJson([draft.action.arguments, draft.action.money ?? null]);
  return isAsPlanned ? undefined : `It is not what ${plan.name} takes back of ${proposalId}.`;
}

function refuse(policyId: string, reason: string): Undoing {
  const customerText = 'This cannot be taken back in this way. Please contact support.';
  return { ...nothingUndone, refused: { policyId, section: '', reason, customerText } };
}
