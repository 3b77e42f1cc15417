import { capabilities, changesWaiting, intentOfAction } from '@countersign/capabilities';
import { type Action, type Drafted, formatMoney, isFinal, type TenantId } from '@countersign/domain';

export interface Change {
  readonly of: Drafted;
  readonly words: string;
}

/**
 * The proposal that this action changes, if any (S05): of the same kind, not settled yet, and changed by it in the eyes
 * of the capability. One that was sent is changed all the same: whether it is replaced, or stands and leaves less, is
 * known when it is known what became of it. The same thing asked again changes nothing (policy marks it as the duplicate it is, C03);
 * what the capability tells apart stands beside it (S16).
 */
export function changeOf(
  action: Action,
  proposals: readonly Drafted[],
  { tenant, asked }: { readonly tenant: TenantId; readonly asked: string },
): Change | undefined {
  const capability = capabilities.byKind(action.kind);
  const intent = intentOfAction(tenant, action);
  const of = proposals.findLast((state) => {
    const { draft } = state;
    if (isSettled(state) || draft.intent === intent) return false;
    return changesWaiting(capability, { now: action, old: draft.action, asked });
  });
  return of === undefined ? undefined : { of, words: changeInWords(of.draft.action, action) };
}

/** It ended, or stood as completed once: there is nothing of it to be replaced. */
function isSettled(state: Drafted): boolean {
  if (state.status === 'in_review') return state.after !== 'doubt';
  return isFinal(state.status) || state.status === 'reopened';
}

/** `42.00 EUR instead of 79.00 EUR` */
export function changeInWords(old: Action, now: Action): string {
  const amount = (action: Action) => (action.money === undefined ? 'no amount' : formatMoney(action.money));
  if (amount(old) !== amount(now)) return `${amount(now)} instead of ${amount(old)}`;
  const words = capabilities.byKind(now.kind)?.inCase?.changeInWords?.(now, old);
  return words ?? 'other arguments or evidence';
}
