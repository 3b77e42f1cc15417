import { proposalStream } from '@countersign/contracts';
import type { ProposalEventData, ProposalId } from '@countersign/domain';
import type { CapabilityReads, Situation } from './capability.js';
import { type Claimed, type ClaimsUnder, claimsOn, holdsBeside } from './claims.js';
import { askedAtOf, type Capacity, type Judging } from './judging.js';
import type { Limits } from './limits.js';

export interface JudgingPorts {
  readonly reads: Pick<CapabilityReads, 'situation'>;
  readonly claimsUnder: ClaimsUnder;
}

export interface ToJudge {
  readonly draft: ProposalEventData<'ProposalDrafted'>;
  /** All that it takes of. */
  readonly capacities: readonly Capacity[];
  /** Proposals that it replaced and that ended without an effect: what they held is on its way back. */
  readonly over: readonly ProposalId[];
  readonly limits: Limits;
}

export interface JudgedOn {
  readonly claimed: readonly Claimed[];
  readonly judging: Judging;
  readonly now: Situation<unknown>;
}

/**
 * All that a proposal is judged on, read in the one order that is safe: the claims before the records. A hold that turns
 * into an effect in between is then counted twice at worst, where the other way round it would be missed. Policy's
 * verdict and the check right before the call both read here.
 */
export async function judgingOf(
  { reads, claimsUnder }: JudgingPorts,
  { draft, capacities, over, limits }: ToJudge,
): Promise<JudgedOn> {
  const { tenant, customer, proposalId, action } = draft;
  const claimed = await claimsOn(capacities, claimsUnder);
  const holds = holdsBeside(claimed, proposalId, over.map(proposalStream));
  const now = await reads.situation(action, { tenant, customer });
  return { claimed, judging: { holds, limits, askedAt: askedAtOf(draft) }, now };
}
