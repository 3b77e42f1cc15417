import { type CapabilityReads, type FoundOutcome, type LookingUp, lookUp } from '@countersign/capabilities';
import type { Drafted } from '@countersign/domain';

export interface AskingTarget extends LookingUp {
  /** Undefined where nothing reads for the capability here. */
  readonly reads: Pick<CapabilityReads, 'findOutcome'> | undefined;
  /** Told of a look that broke. */
  readonly broke?: () => void;
}

/**
 * What the target says of one proposal: the one way in which it is asked, on a schedule, by a person and for a
 * comparison. Every way of not knowing is one: no read side, an absence that comes too early, a look that broke.
 */
export async function askTarget(
  { reads, broke, ...looking }: AskingTarget,
  proposal: Drafted,
): Promise<FoundOutcome> {
  const { proposalId, action } = proposal.draft;
  const asked = `${action.target.type} ${action.target.id}, operation ${proposalId}`;
  if (reads === undefined) return { outcome: 'no_answer', code: 'capability_unknown', asked };
  try {
    return await lookUp(reads, proposal, looking);
  } catch {
    broke?.();
    return { outcome: 'no_answer', code: 'look_failed', asked };
  }
}
