import type { Action, Instant, Money, ProposalEventData } from '@countersign/domain';
import type { Limits, LimitsShape } from './limits.js';

/**
 * Something there is only so much of. `amount`: what is asked for counts against what others hold under the same
 * key. `once`: at most one live proposal holds the key, until it ends without an effect.
 *
 * `key` is `refund:charge:ch_4821`, `credit:case:118`; unique over all capabilities.
 */
export type Capacity =
  | { readonly key: string; readonly take: 'amount'; readonly money: Money }
  | { readonly key: string; readonly take: 'once' };

/**
 * What an action takes of an amount.
 * @throws when it has none: taken for nothing, it would leave room for what it takes
 */
export function moneyTakenBy({ kind, money }: Action): Money {
  if (money === undefined) throw new Error(`${kind} takes of an amount, and this one has none.`);
  return money;
}

/** What another proposal holds of a capacity: waiting, approved, running, unknown or done. */
export interface Hold {
  readonly proposalId: string;
  /** Absent where no amount was reserved: it may be had once only. Added up by `heldBeside` alone. */
  readonly money?: Money;
}

/** The part of a claim of the store that a hold is made of. */
export interface HeldClaim {
  readonly key: string;
  readonly stream: string;
  readonly amountMinor?: number;
  readonly currency?: string;
  readonly released: boolean;
}

/** What others hold of a capacity: every live claim but the proposal's own. */
export function holdsOfOthers(claims: readonly HeldClaim[], proposalId: string): readonly Hold[] {
  return claims
    .map((claim) => ({ ...claim, proposalId: claim.stream.slice(claim.stream.indexOf('-') + 1) }))
    .filter((claim) => !claim.released && claim.proposalId !== proposalId)
    .map(({ proposalId, amountMinor, currency }) => ({
      proposalId,
      ...(amountMinor === undefined || currency === undefined ? {} : { money: { amountMinor, currency } }),
    }));
}

/** What a judgement knows beside the records. */
export interface Judging {
  /** What others hold, by the key of the capacity. */
  readonly holds: ReadonlyMap<string, readonly Hold[]>;
  /** The capability's section of the limits, as its shape says. */
  readonly limits: Limits;
  /** When it was asked for; windows are counted to this instant, not to the judgement's. */
  readonly askedAt: Instant;
}

/** When the customer asked, if the record says so; a question asked back must not cost them a window. */
export function askedAtOf(draft: ProposalEventData<'ProposalDrafted'>): Instant {
  const asked = draft.action.evidence.find((e) => e.fact === 'askedAt' && e.basis === 'record')?.value;
  return typeof asked === 'string' ? asked : draft.draftedAt;
}

export interface Unknowing {
  readonly why: 'unreadable' | 'gone';
  readonly limits: Limits;
  readonly askedAt: Instant;
}

/** A fact for the rules: an identity, a number or one of a few fixed words. Never free text. */
export type PolicyFact = string | number | boolean | readonly string[];

/**
 * What policy is asked, less who asks. Structurally the request of libs/policy, which takes over the facts and
 * attributes that the capability's Cedar schema names, and no other. A fact that is `'unknown'` is left out where
 * the schema lets it be absent, and is the word `unknown` where it does not; true and false are `yes` and `no`
 * where the schema wants a word.
 */
export interface PolicySubject {
  readonly resource: {
    /** Entity type of the schema: `Order`. */
    readonly type: string;
    readonly id: string;
    /** Whose it is; empty when that is not known, and then nobody's. */
    readonly customerId: string;
    readonly tenant: string;
    readonly attributes: Readonly<Record<string, PolicyFact>>;
  };
  /** Kept in the verdict's event as they are. */
  readonly facts: Readonly<Record<string, PolicyFact>>;
}

/** Why a proposal no longer stands, in words for the person who approved it. */
export interface Moved {
  readonly code: string;
  readonly difference: string;
}

/** What a capability brings to policy beside its files `policies/<name>.*`. */
export interface PolicyShape {
  readonly limits: LimitsShape;
  /** Pairs of amounts of which the second is never below the first. */
  readonly rising?: readonly (readonly [string, string])[];
  /**
   * Facts that a check before the call takes from the decision. What was asked earlier belongs here: two proposals
   * that wait together would otherwise void each other.
   */
  readonly asDecided: readonly string[];
}
