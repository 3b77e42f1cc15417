import type { CaseCommand, EscalationReason, Instant, OpenedCase } from '@countersign/domain';
import { knownSoFar } from '@countersign/planning/view';

/** A person takes over, told everything that is known. */
export function escalation(state: OpenedCase, reason: EscalationReason, at: Instant): CaseCommand {
  return { type: 'escalate', fact: { reason, knownSoFar: knownSoFar(state), at } };
}
