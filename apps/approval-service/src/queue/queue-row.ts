import type { CardWords } from '@countersign/capabilities';
import { describeRequirement, type Person } from '@countersign/domain';
import { amountOf } from '../card/build-card.js';
import type { CardAmount } from '../card/card.js';
import { shownText } from '../card/visible-characters.js';
import { type MayDecide, mayDecide } from '../decision/may-decide.js';
import { type RankGroup, type RankReason, rankOf, type Waiting } from './ranking.js';

/** One waiting proposal, as a list shows it. A row never decides: it names the card to open. */
export interface QueueRow {
  readonly proposalId: string;
  readonly digest: string;
  readonly kind: string;
  readonly operation: string;
  readonly subject: string;
  readonly sentence: string;
  readonly target: { readonly type: string; readonly id: string };
  readonly customer: string;
  readonly amount: CardAmount | null;
  readonly rankGroup: RankGroup;
  /** Every reason for its place, the group's own first. */
  readonly rankReasons: readonly RankReason[];
  /** Amount by the limit of its own currency; 0 where policy named none. */
  readonly timesTheLimit: number;
  /** Given and asked for. */
  readonly signatures: { readonly given: number; readonly needed: number; readonly open: readonly string[] };
  readonly waitingSince: string;
  readonly expiresAt: string;
  readonly mayDecide: MayDecide;
}

/** As of two instants: what is listed is ranked by when the list was opened, rights are judged now. */
export function queueRow(
  state: Waiting,
  words: CardWords,
  { person, at, rankedAt }: { readonly person: Person; readonly at: string; readonly rankedAt: string },
): QueueRow {
  const { draft, asked, slots } = state;
  const open = slots.filter((slot) => slot.status === 'open');
  return {
    proposalId: draft.proposalId,
    digest: draft.digest,
    kind: draft.action.kind,
    operation: shownText(words.operation),
    subject: shownText(words.subject),
    sentence: shownText(words.sentence),
    target: { type: draft.action.target.type, id: shownText(draft.action.target.id) },
    customer: draft.customer,
    amount: amountOf(draft.action),
    ...rankOf(state, words, { atMs: Date.parse(rankedAt), person }),
    signatures: {
      given: slots.length - open.length,
      needed: slots.length,
      open: open.map((slot) => describeRequirement(slot.requirement)),
    },
    waitingSince: asked.status === 'asked' ? asked.requestedAt : draft.draftedAt,
    expiresAt: asked.status === 'asked' ? asked.expiresAt : draft.draftedAt,
    mayDecide: mayDecide(state, person, at),
  };
}
