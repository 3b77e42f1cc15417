import type { PlannerView, Step } from '@countersign/planning';
import { askAtMost, hasProposal, type MessageRead } from '@countersign/planning/rules';
import { cancelKind, moveKind } from '../kinds.js';

const QUESTIONS_MAX = 4;

/** Whether a wish has no proposal yet. */
export function wishIsOpen(
  view: PlannerView,
  wish: 'cancel' | 'move',
  bookingId: string,
  since: readonly MessageRead[],
): boolean {
  const kind = wish === 'cancel' ? cancelKind : moveKind;
  const at = since.at(-1)?.message.at ?? '';
  return !hasProposal(view, { kind, about: { bookingId }, at });
}

/** Asked again a few times at most; then a person finds out. */
export function asking(view: PlannerView, about: string, ask: (count: number) => Step): Step {
  return askAtMost(view, { about, most: QUESTIONS_MAX }, ask);
}
