import { lookUp } from '@countersign/capabilities';
import type { ReadSides } from '@countersign/capabilities/reads';
import type { RecordedEvent } from '@countersign/contracts';
import {
  callsInDoubt,
  type Drafted,
  type Instant,
  type LookEvidence,
  sentIn,
  settledAtMs,
} from '@countersign/domain';

/** What the target's own record says of the calls of a proposal that were turned away. */
export type OwnEffect =
  | { readonly outcome: 'never_sent' }
  | { readonly outcome: 'absent'; readonly evidence: LookEvidence }
  | { readonly outcome: 'there' }
  /** `answersAt`: from then on an empty listing proves something; set where it was read too early for that. */
  | { readonly outcome: 'no_answer'; readonly answersAt?: Instant };

export interface AboutCalls {
  readonly events: readonly RecordedEvent[];
  readonly answered?: number;
}

interface Looking {
  readonly settleWindowMs: number;
  readonly nowMs: () => number;
}

/**
 * A call that was turned away "surely" was not applied, says the target. If the record has changed since, or a later
 * call is refused, that may be the very effect: a target that applied the call and answered 503 all the same looks
 * exactly like a refund made by somebody else. So before such a proposal is ended or its permission withdrawn, its own
 * effect is looked for. The result of the attempt `answered` is known; it is the ones before it that are in doubt.
 */
export async function ownEffect(
  sides: Pick<ReadSides, 'byKind'>,
  proposal: Drafted,
  { events, answered, settleWindowMs, nowMs }: AboutCalls & Looking,
): Promise<OwnEffect> {
  const { draft } = proposal;
  const inDoubt = callsInDoubt(proposal) - (answered === undefined ? 0 : 1);
  if (inDoubt <= 0) return { outcome: 'never_sent' };
  const reads = sides.byKind(draft.action.kind);
  if (reads === undefined) return { outcome: 'no_answer' };
  const sent = sentIn(events.filter(({ data }) => data['attempt'] !== answered));
  const found = await lookUp(reads, proposal, { sent, nowMs });
  if (found.outcome === 'absent') return { outcome: 'absent', evidence: found.evidence };
  if (found.outcome !== 'no_answer') return { outcome: 'there' };
  const answersAtMs = settledAtMs(sent, settleWindowMs);
  if (found.code !== 'too_early' || Number.isNaN(answersAtMs)) return { outcome: 'no_answer' };
  return { outcome: 'no_answer', answersAt: new Date(answersAtMs).toISOString() };
}
