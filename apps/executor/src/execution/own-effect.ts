import type { ReadSides } from '@countersign/capabilities/reads';
import type { RecordedEvent } from '@countersign/contracts';
import type { Drafted } from '@countersign/domain';

/** What the target's own record says of an operation that was turned away and whose world has changed since. */
export type OwnEffect = 'never_sent' | 'absent' | 'there' | 'no_answer';

/**
 * A call that was turned away "surely" was not applied, says the target. If the record has changed since, the change
 * may be the very effect: a target that applied the call and answered 503 all the same looks exactly like a refund
 * made by somebody else. So before such a proposal is ended or its permission withdrawn, its own effect is looked for.
 */
export async function ownEffect(
  sides: Pick<ReadSides, 'byKind'>,
  { draft, attempts }: Drafted,
  events: readonly RecordedEvent[],
): Promise<OwnEffect> {
  if (attempts === 0) return 'never_sent';
  const reads = sides.byKind(draft.action.kind);
  if (reads === undefined) return 'no_answer';
  const sent = events.findLast(({ type }) => type === 'ExecutionStarted')?.data['startedAt'];
  const found = await reads.findOutcome(draft.proposalId, draft.action, String(sent ?? draft.draftedAt));
  if (found.outcome === 'absent' || found.outcome === 'no_answer') return found.outcome;
  return 'there';
}
