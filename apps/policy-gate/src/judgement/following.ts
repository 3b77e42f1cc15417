import { capabilities, type Done } from '@countersign/capabilities';
import { canonicalJson } from '@countersign/contracts';
import type { PolicyReason, ProposalEventData } from '@countersign/domain';
import type { ProposalStreams } from '@countersign/messaging';

/**
 * Why a proposal is not the forward step that it says it is; undefined when it is one, or says nothing of the kind.
 * What it follows must have been carried out and read back for the same customer, and its capability must list exactly
 * this step for the confirmed effect.
 */
export async function notFollowing(
  proposals: ProposalStreams,
  draft: ProposalEventData<'ProposalDrafted'>,
): Promise<PolicyReason | undefined> {
  if (draft.follows === undefined) return undefined;
  const { state } = await proposals.load(draft.tenant, draft.follows);
  if (state.status !== 'completed' || state.draft.customer !== draft.customer)
    return reason('What it follows was not carried out for this customer.');
  const { proposalId, action } = state.draft;
  const done: Done = { proposalId, action, receipt: state.completed.receipt };
  const listed = capabilities.byKind(action.kind)?.followUps?.(done) ?? [];
  const wanted = canonicalJson([draft.action.kind, draft.action.arguments]);
  const isListed = listed.some((asked) => canonicalJson([asked.kind, jsonOf(asked.arguments)]) === wanted);
  return isListed ? undefined : reason(`No step of ${action.kind} is exactly this.`);
}

function jsonOf(args: unknown) {
  return typeof args === 'object' && args !== null ? { ...args } : {};
}

function reason(why: string): PolicyReason {
  const customerText = 'This is done only after something else. Please contact support.';
  return { policyId: 'follows_nothing', section: '', reason: why, customerText };
}
