import type { PlannerView, Step } from '@countersign/planning';
import { answersWish, askAtMost, type MessageRead } from '@countersign/planning/rules';
import { cancelKind, moveKind } from '../kinds.js';

const QUESTIONS_MAX = 4;

/** Whether a wish has no proposal yet. A proposal bears the instant of the last message that it was made for. */
export function wishIsOpen(
  view: PlannerView,
  wish: 'cancel' | 'move',
  bookingId: string,
  since: readonly MessageRead[],
): boolean {
  const kind = wish === 'cancel' ? cancelKind : moveKind;
  const last = since.at(-1)?.message.at ?? '';
  return !view.proposals.some((proposal) => {
    if (proposal.kind !== kind || proposal.arguments['bookingId'] !== bookingId) return false;
    return answersWish(proposal, last);
  });
}

export function over(view?: PlannerView, bookingId?: string): Step {
  const proposed = view?.proposals.some(({ arguments: args }) => args['bookingId'] === bookingId) ?? false;
  return { type: 'done', outcome: proposed ? 'proposed' : 'declined' };
}

/** Asked again a few times at most; then a person finds out. */
export function asking(view: PlannerView, about: string, ask: (count: number) => Step): Step {
  return askAtMost(view, { about, most: QUESTIONS_MAX }, ask);
}
