import type { FoundOutcome } from '@countersign/capabilities';
import {
  formatMoney,
  type Instant,
  type ProposalEventData,
  type ProposalId,
  type Receipt,
  type RecoveryStep,
  type ReviewReason,
} from '@countersign/domain';
import { incidentKeyOf } from './cause-family.js';

/**
 * What a person may do, by why they were asked. Sending again stands only where nothing was applied for sure:
 * after tries that were all turned away, or after an absence that was proven.
 */
const stepsOf: Readonly<Record<ReviewReason, readonly RecoveryStep[]>> = {
  outcome_still_unknown: ['look_again', 'record_happened', 'record_did_not_happen'],
  retries_exhausted: ['look_again', 'send_again', 'record_happened', 'record_did_not_happen', 'close'],
  parameters_differ: ['look_again', 'record_happened', 'record_did_not_happen', 'close'],
  read_back_contradicts: ['look_again', 'record_happened', 'record_did_not_happen', 'close'],
  refused_by_target: ['look_again', 'record_happened', 'record_did_not_happen', 'close'],
  effect_failed: ['look_again', 'record_happened', 'record_did_not_happen', 'close'],
  target_disputed: ['look_again', 'record_happened', 'record_did_not_happen'],
  never_settled: ['look_again', 'record_happened', 'record_did_not_happen'],
};

/** Whether looking by itself can still settle it. What is known, and refused or lost, waits for a person alone. */
export function looksGoOn(reason: ReviewReason): boolean {
  return !['parameters_differ', 'effect_failed', 'target_disputed'].includes(reason);
}

export interface Asking {
  readonly reason: ReviewReason;
  /** The trouble in one code, where the look itself does not name it. */
  readonly code: string;
  readonly found: FoundOutcome;
  readonly of: { readonly system: string; readonly id: ProposalId };
  readonly lastReadAt: Instant | 'never';
  readonly alsoSendAgain?: boolean;
  readonly at: Instant;
}

/** The facts a person is given: why, what was last known and when, and what they may do. */
export function reviewOf(asking: Asking): ProposalEventData<'ReviewRequested'> {
  const { reason, code, found, of, lastReadAt, alsoSendAgain = false, at } = asking;
  const steps = stepsOf[reason];
  return {
    reason,
    code,
    incidentKey: incidentKeyOf(of, reason, code),
    lastKnownState: stateInWords(found, of.system),
    readAt: found.outcome === 'no_answer' ? lastReadAt : found.evidence.readAt,
    ...(reason === 'effect_failed' && found.outcome === 'undone' ? { evidence: found.evidence } : {}),
    allowedSteps: alsoSendAgain ? [...steps, 'send_again'] : steps,
    at,
  };
}

/** What the look showed, in words. A failed look is "no answer", never "nothing there". */
export function stateInWords(found: FoundOutcome, system: string): string {
  switch (found.outcome) {
    case 'happened':
      return `${system} holds exactly one effect of this operation: ${found.evidence.found.map(effect).join()}${found.evidence.disputed === true ? ', and what it was done to is disputed' : ''}.`;
    case 'undone':
      return `${system} accepted it, and it failed there later: ${found.evidence.found.map(effect).join()}. Nothing of it stands.`;
    case 'absent':
      return `${system} holds none: ${found.evidence.why}.`;
    case 'contradicts':
      return `${system} holds something else than was approved: ${found.evidence.found.map(effect).join(', ')}.`;
    case 'no_answer':
      return `No answer from ${system} (${found.code}); asked for ${found.asked}.`;
  }
}

function effect({ reference, amountMinor, currency, details }: Receipt): string {
  const money =
    amountMinor === undefined || currency === undefined ? '' : ` ${formatMoney({ amountMinor, currency })}`;
  const status = typeof details['status'] === 'string' ? ` (${details['status']})` : '';
  return `${reference}${money}${status}`;
}
