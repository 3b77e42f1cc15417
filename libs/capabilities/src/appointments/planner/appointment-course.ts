import type { PlannerView, Step } from '@countersign/planning';
import { askAtMost, type MessageRead } from '@countersign/planning/rules';
import { cancelKind, moveKind } from '../kinds.js';

const QUESTIONS_MAX = 4;
const ended: readonly string[] = ['denied', 'rejected', 'expired', 'superseded', 'failed', 'invalidated'];

/**
 * Whether a wish has no proposal yet. A proposal bears the instant of the last message that it was made for; what was
 * carried out before it was wished again answers nothing any more.
 */
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
    return proposal.proposedAt >= last || !(ended.includes(proposal.state) || proposal.state === 'completed');
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
