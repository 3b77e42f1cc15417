import type { OperationLook } from '@countersign/connectors/json/read';
import type { Receipt } from '@countersign/domain';
import type { Executed, FoundOutcome } from './capability.js';

export type { Sought } from '@countersign/connectors/json/read';

/** How an operation that the target holds reads beside the action that was approved. */
export interface Held {
  readonly receipt: Receipt;
  readonly asApproved: boolean;
}

/**
 * What a look for our own operation proves. One that the target holds happened, or contradicts where it is not what was
 * approved; one that it never took is absent only with the reason why that may be believed.
 */
export function outcomeOf<T>(seen: OperationLook<T>, heldAs: (value: T) => Held): FoundOutcome {
  if (seen.outcome === 'unknown') return { outcome: 'no_answer', code: seen.code, asked: seen.asked };
  if (seen.outcome === 'absent') return { outcome: 'absent', evidence: { ...seen.look, found: [] } };
  const { receipt, asApproved } = heldAs(seen.value);
  return { outcome: asApproved ? 'happened' : 'contradicts', evidence: { ...seen.look, found: [receipt] } };
}

/** The answer to an action that no write side of this capability carries out. */
export function carriedOutByNothing(kind: string): Executed {
  return { class: 'rejected', code: 'action_unknown', message: `Nothing carries out ${kind}.` };
}
