import type { LookEvidence, ProposalEvent } from '../proposal/events.js';

/** What was last said with authority of an effect at the target: read there, or recorded by two people. */
export type LastWord = 'stands' | 'nothing_stands' | 'none';

/**
 * An independent reader of one question: does an effect stand? It reads facts in their order and shares no code with
 * `evolve`. What a worker or the target merely said is no word; a new call makes the last one old.
 */
export function lastWord(events: readonly ProposalEvent[]): LastWord {
  return events.reduce<LastWord>((word, event) => wordOf(event) ?? word, 'none');
}

function wordOf(event: ProposalEvent): LastWord | undefined {
  switch (event.type) {
    case 'ExecutionStarted':
      return 'none';
    case 'OutcomeReconciled':
      if (event.data.finding === 'inconclusive') return read(event.data.evidence);
      return event.data.finding === 'happened' ? 'stands' : 'nothing_stands';
    case 'ProposalCompleted':
      return 'stands';
    case 'ProposalReopened':
      return event.data.evidence === undefined ? undefined : read(event.data.evidence);
    case 'ReviewRequested':
      return event.data.reason === 'effect_failed' ? 'nothing_stands' : undefined;
    case 'ExecutionFailed':
    case 'ProposalInvalidated':
    case 'ApprovalVoided':
      return event.data.ownEffect === undefined ? undefined : 'nothing_stands';
    case 'OperatorResolved':
      if (event.data.step === 'record_happened') return 'stands';
      return event.data.step === 'record_did_not_happen' ? 'nothing_stands' : undefined;
    default:
      return undefined;
  }
}

function read({ found, complete, absence, readAt }: LookEvidence): LastWord | undefined {
  if (found.some(({ settled }) => settled !== 'failed')) return 'stands';
  if (found.length > 0) return 'nothing_stands';
  const isProof = complete && absence !== undefined && Date.parse(readAt) >= Date.parse(absence.settledAt);
  return isProof ? 'nothing_stands' : undefined;
}
