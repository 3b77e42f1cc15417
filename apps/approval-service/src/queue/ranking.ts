import type { CardWords } from '@countersign/capabilities';
import { type Drafted, formatMoney, mayFill, type Person } from '@countersign/domain';
import { hidesSomething, shownText } from '../card/visible-characters.js';
import { instantWords } from '../decision/sentences.js';

export type Waiting = Extract<Drafted, { status: 'awaiting_approval' }>;

/** In the order in which they are shown; the first that fits is the row's group. */
export const rankGroups = [
  'needs_you_now',
  'does_not_match',
  'hard_to_undo',
  'above_the_limit',
  'nothing_unusual',
] as const;
export type RankGroup = (typeof rankGroups)[number];

export interface RankReason {
  readonly group: RankGroup;
  /** In words, why the row stands where it does. */
  readonly words: string;
}

export interface Rank {
  readonly rankGroup: RankGroup;
  /** Every reason that fits, the group's own first. */
  readonly rankReasons: readonly RankReason[];
  /** Amount by the limit of its own currency; 0 where policy named none. Never compared as an amount (C16). */
  readonly timesTheLimit: number;
}

/** From here on a decision is urgent. */
const urgentMs = 30 * 60_000;

/** Why a waiting proposal needs judgement, as of an instant and for whoever looks; pure, so that the same list ranks the same. */
export function rankOf(
  state: Waiting,
  words: CardWords,
  { atMs, person }: { readonly atMs: number; readonly person: Person },
): Rank {
  const found = [
    passedOnTo(state, person),
    urgent(state, atMs),
    hidden(state),
    words.reversible ? undefined : { group: 'hard_to_undo' as const, words: words.undoable },
    aboveLimit(state),
  ].filter((reason): reason is RankReason => reason !== undefined);
  const reasons =
    found.length > 0 ? found : [{ group: 'nothing_unusual' as const, words: 'Nothing unusual found.' }];
  return {
    rankGroup: reasons[0]?.group ?? 'nothing_unusual',
    rankReasons: reasons,
    timesTheLimit: timesTheLimit(state) ?? 0,
  };
}

export function expiresAtMs(state: Waiting): number {
  return state.asked.status === 'asked' ? Date.parse(state.asked.expiresAt) : Number.POSITIVE_INFINITY;
}

/** Whoever was asked in somebody's place is the one it waits for now. */
function passedOnTo(state: Waiting, person: Person): RankReason | undefined {
  for (const slot of state.slots) {
    if (slot.status !== 'open' || slot.passedOn === undefined || !mayFill(slot.requirement, person)) continue;
    const { to = person.subject, at } = slot.passedOn;
    if (to !== person.subject) continue;
    const words = `Passed on to you at ${instantWords(at)}: nobody answered in time. Whoever was asked before can still decide.`;
    return { group: 'needs_you_now', words };
  }
  return undefined;
}

function urgent(state: Waiting, atMs: number): RankReason | undefined {
  const leftMs = expiresAtMs(state) - atMs;
  if (leftMs > urgentMs) return undefined;
  const words =
    leftMs <= 0
      ? 'Its time is over.'
      : leftMs < 60_000
        ? 'Less than a minute left.'
        : `${Math.floor(leftMs / 60_000)} min left.`;
  return { group: 'needs_you_now', words };
}

/** Text that reads differently from what it holds is a mismatch by itself (S59). */
function hidden(state: Waiting): RankReason | undefined {
  const { action } = state.draft;
  const values = [
    ...action.evidence.map(({ fact, value }) => ({ where: fact, value })),
    ...Object.entries(action.arguments).map(([where, value]) => ({ where, value })),
    { where: 'target', value: action.target.id },
  ];
  const found = values.find(({ value }) =>
    hidesSomething(typeof value === 'string' ? value : JSON.stringify(value)),
  );
  if (found === undefined) return undefined;
  return { group: 'does_not_match', words: `Hidden characters in ${shownText(found.where)}.` };
}

/** Where a staff member's approval is asked for, policy put it above what a customer may settle alone. */
function aboveLimit(state: Waiting): RankReason | undefined {
  if (!state.slots.some((slot) => slot.requirement.basis === 'approval')) return undefined;
  const times = timesTheLimit(state);
  const { currency } = state.draft.action.money ?? { currency: '' };
  const limit = limitMinor(state);
  if (times !== undefined && limit !== undefined && times > 1) {
    const limitWords = formatMoney({ amountMinor: limit, currency });
    return { group: 'above_the_limit', words: `${times.toFixed(1)} × the limit of ${limitWords}.` };
  }
  return {
    group: 'above_the_limit',
    words: state.policy.reasons[0]?.reason ?? 'Policy asks for an approval.',
  };
}

function timesTheLimit(state: Waiting): number | undefined {
  const limit = limitMinor(state);
  const { money } = state.draft.action;
  return limit === undefined || money === undefined ? undefined : money.amountMinor / limit;
}

/** The limit policy judged by, of the proposal's own currency. */
function limitMinor(state: Waiting): number | undefined {
  const limit = state.policy.facts['consentUpToMinor'];
  return typeof limit === 'number' && limit > 0 ? limit : undefined;
}
