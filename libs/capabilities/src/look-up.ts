import { type Drafted, type Instant, operationIdOf, type Sent } from '@countersign/domain';
import type { CapabilityReads, FoundOutcome } from './capability.js';

/** What a look depends on beside the proposal. */
export interface LookingUp {
  /** By its record: which calls were begun, and until when one of them can still arrive. */
  readonly sent: Sent;
  readonly nowMs: () => number;
}

/**
 * Asks a target what became of a proposal. Every look goes through here: a reader believes an absence by the window that
 * its own process was given, and the request was sent by another process, whose call may take longer. Until that one's
 * own word, which is on record, has passed, nothing found is no answer, whatever the reader says.
 */
export async function lookUp(
  reads: Pick<CapabilityReads, 'findOutcome'>,
  { draft: { proposalId, action, draftedAt } }: Drafted,
  { sent: { lastSentAt, settlesAt }, nowMs }: LookingUp,
): Promise<FoundOutcome> {
  // A look counts from its start, the earliest that its answer can show.
  const startedAtMs = nowMs();
  // Never sent: whatever is there would have to be younger than the draft.
  const since = lastSentAt === 'never' ? draftedAt : lastSentAt;
  const found = await reads.findOutcome(operationIdOf(proposalId), action, since);
  if (found.outcome !== 'absent' || settlesAt === undefined) return found;
  return startedAtMs < Date.parse(settlesAt)
    ? { outcome: 'no_answer', code: 'too_early', asked: found.evidence.asked }
    : { outcome: 'absent', evidence: settledNoEarlier(found.evidence, settlesAt) };
}

type ProvenAbsent = Extract<FoundOutcome, { outcome: 'absent' }>['evidence'];

/** The reason that goes on record names the later of the two: that is the one it may be believed for. */
function settledNoEarlier(evidence: ProvenAbsent, settlesAt: Instant): ProvenAbsent {
  const { absence } = evidence;
  return Date.parse(absence.settledAt) < Date.parse(settlesAt)
    ? { ...evidence, absence: { ...absence, settledAt: settlesAt } }
    : evidence;
}
