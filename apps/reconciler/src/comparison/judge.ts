import type { DifferenceKind, EffectSeen } from '@countersign/domain';
import type { Claim } from './our-claim.js';

/** What both ledgers hold of one operation. An effect without an operation is a unit of its own. */
export interface Unit {
  readonly operationId?: string;
  readonly effects: readonly EffectSeen[];
  readonly claim?: Claim;
}

export type Verdict =
  | { readonly verdict: 'agreed' }
  /** Being sent or found out, or at rest with a person: no difference yet, or one that is in the queue already. */
  | { readonly verdict: 'in_flight' | 'under_review' }
  | { readonly verdict: 'differs'; readonly kind: DifferenceKind };

const agreed: Verdict = { verdict: 'agreed' };
const differs = (kind: DifferenceKind): Verdict => ({ verdict: 'differs', kind });

export const stands = ({ standing }: EffectSeen): boolean => standing !== 'undone';

/**
 * Whether the two ledgers say the same of one operation. Precedence where several things differ: how many effects,
 * then the target, the currency, the amount.
 */
export function judge({ effects, claim }: Unit): Verdict {
  const standing = effects.filter(stands);
  if (claim === undefined) return standing.length === 0 ? agreed : differs('effect_without_proposal');
  if (claim.standing === 'in_flight' || claim.standing === 'under_review') {
    return { verdict: claim.standing };
  }
  if (claim.standing === 'none') return standing.length === 0 ? agreed : differs('effect_not_claimed');
  const [only, ...others] = standing;
  if (only === undefined) return differs(effects.length === 0 ? 'effect_missing' : 'effect_failed');
  if (others.length > 0 || isAnother(only, claim)) return differs('two_effects');
  if (only.target.type !== claim.target.type || only.target.id !== claim.target.id) {
    return differs('target_differs');
  }
  if (only.currency !== claim.currency) return differs('currency_differs');
  return only.amountMinor === claim.amountMinor ? agreed : differs('amount_differs');
}

/** The effect that was read back has another reference, so this one is a second one. */
function isAnother({ reference }: EffectSeen, claim: Claim): boolean {
  return claim.reference !== 'none' && claim.reference !== reference;
}

/**
 * What the listing alone does not prove: that an effect is nowhere, or that a second one stands beside one that was
 * listed elsewhere. The target is asked for the operation itself before it is called a difference.
 */
export function needsProof({ kind }: { readonly kind: DifferenceKind }, { effects }: Unit): boolean {
  return kind === 'effect_missing' || (kind === 'two_effects' && effects.filter(stands).length === 1);
}
