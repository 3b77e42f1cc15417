import type { FoundOutcome } from '@countersign/capabilities';
import {
  type Drafted,
  type Instant,
  isBefore,
  type LookEvidence,
  type ProposalCommand,
  parametersDiffer,
  type Receipt,
  type ReviewReason,
} from '@countersign/domain';
import type { Work } from '@countersign/messaging';
import { familyOf } from './cause-family.js';
import type { LookHistory } from './history.js';
import { type Asking, reviewOf } from './review.js';
import {
  keyForgottenAt,
  type LookLimits,
  limitReached,
  lookTimer,
  lookTimerKey,
  nextLookMs,
  reviewLookMs,
  reviewLooksForMs,
  windowLeftMs,
} from './schedule.js';

/** One look, and everything its consequence depends on. */
export interface Look {
  readonly state: Drafted;
  readonly found: FoundOutcome;
  /** Before this look. */
  readonly history: LookHistory;
  /** The target system, as its incidents are named. */
  readonly system: string;
  readonly limits: LookLimits;
  readonly at: Instant;
  /** In [0, 1), for jitter. */
  readonly fraction: number;
  /** A person's own look settles what it can and leaves the schedule alone. */
  readonly askedBy: 'schedule' | 'person';
}

type Done = Exclude<Work<ProposalCommand>, 'nothing'>;

/** Pure: what one look at the target means in the phase the proposal is in. */
export function decideLook(look: Look): Work<ProposalCommand> {
  const { state } = look;
  switch (state.status) {
    case 'succeeded':
      return verified(look);
    case 'outcome_unknown':
      return settled(look, state.unknown.code);
    case 'in_review':
      return inReview(look, state);
    case 'retries_exhausted':
      return handedOver(look, 'retries_exhausted', state.exhausted.code);
    case 'failed':
      return state.failed.code === parametersDiffer
        ? handedOver(look, 'parameters_differ', parametersDiffer)
        : 'nothing';
    default:
      return 'nothing';
  }
}

/** A success is a claim until it is read back; an effect that a whole listing lacks contradicts it. */
function verified(look: Look): Done {
  const { found, history } = look;
  if (found.outcome === 'happened') return closing(look, [complete(look, found.evidence)]);
  if (found.outcome === 'contradicts') return asking(look, 'read_back_contradicts', 'contradicts');
  if (found.outcome === 'absent' && (history.absentSeen || history.claimedBy === 'operator')) {
    return asking(look, 'read_back_contradicts', 'absent');
  }
  return again(look, found.outcome === 'absent' ? 'absent' : found.code);
}

/** Nobody knows yet: one effect settles it, so does a proven absence, and nothing else does. */
function settled(look: Look, unknownCode: string): Done {
  const { found, state, limits } = look;
  if (found.outcome === 'happened')
    return closing(look, [happened(look, found.evidence), complete(look, found.evidence)]);
  if (found.outcome === 'contradicts') return asking(look, 'read_back_contradicts', 'contradicts');
  if (found.outcome === 'no_answer') return again(look, found.code);
  // The executor would not send any more, say "unknown", and be told "absent" again, for ever.
  if (isForgotten(look)) return asking(look, 'outcome_still_unknown', 'key_forgotten');
  if (state.attempts >= limits.sendsMax) {
    return asking(look, 'outcome_still_unknown', unknownCode, { alsoSendAgain: true });
  }
  return closing(look, [reconcile(look, 'did_not_happen', found.evidence)]);
}

/**
 * In the queue it settles itself when the target answers. An absence is believed only where the outcome was
 * merely unknown: after a claim of success, or after tries that were given up, it is for a person to weigh.
 */
function inReview(look: Look, state: Extract<Drafted, { status: 'in_review' }>): Done {
  const { found, limits, history, at } = look;
  const { reason, code } = state.review;
  if (found.outcome === 'happened' && state.after === 'doubt') {
    return closing(look, [happened(look, found.evidence), complete(look, found.evidence)]);
  }
  const wasUnanswered =
    reason === 'outcome_still_unknown' && code !== 'key_forgotten' && history.claimedBy === 'nobody';
  if (found.outcome === 'absent' && wasUnanswered && state.attempts < limits.sendsMax && !isForgotten(look)) {
    return closing(look, [reconcile(look, 'did_not_happen', found.evidence)]);
  }
  const kept = { commands: [recorded(look), ...onRecord(look)] };
  const goesOn = Date.parse(at) - Date.parse(state.review.at) < reviewLooksForMs;
  if (look.askedBy === 'person' || state.after === 'refusal' || !goesOn) return kept;
  return { ...kept, timers: [lookTimer(state.draft.proposalId, reviewLookMs(limits, look.fraction))] };
}

/** Given up or refused: a person decides, and knows what the target's own record said at that moment. */
function handedOver(look: Look, reason: ReviewReason, code: string): Done {
  const { found } = look;
  if (found.outcome === 'contradicts' && reason === 'retries_exhausted') {
    return asking(look, 'read_back_contradicts', 'contradicts');
  }
  const asked = asking(look, reason, code);
  // What was refused for differing parameters may rest on somebody else's call: never settled without a person.
  if (found.outcome !== 'happened' || reason === 'parameters_differ') return asked;
  const commands = [...asked.commands, happened(look, found.evidence), complete(look, found.evidence)];
  return { commands, timersCancelled: [lookTimerKey(look.state.draft.proposalId)] };
}

/** It settles nothing yet: the next look on the schedule, or a person once there were enough of its kind. */
function again(look: Look, code: string): Done {
  const { state, history, limits, fraction } = look;
  if (look.askedBy === 'person') return { commands: [recorded(look)] };
  const kind = familyOf(code) === 'unreachable' ? 'unreachable' : 'inconclusive';
  if (limitReached(limits, { ...history, [kind]: history[kind] + 1 })) {
    return asking(look, 'outcome_still_unknown', code);
  }
  const before = history.unreachable + history.inconclusive;
  const waitMs = nextLookMs(limits, before, fraction);
  const dueInMs =
    code === 'too_early' ? Math.max(waitMs, windowLeftMs(limits, history.lastSentAt, look.at)) : waitMs;
  return { commands: [recorded(look)], timers: [lookTimer(state.draft.proposalId, dueInMs)] };
}

/** Recorded, and a person is asked; what an answered look showed goes on record whole. */
function asking(
  look: Look,
  reason: ReviewReason,
  code: string,
  more: Pick<Asking, 'alsoSendAgain'> = {},
): Done {
  const { state, found, history, system, at, limits, fraction } = look;
  const { proposalId } = state.draft;
  const of = { system, id: proposalId };
  const fact = reviewOf({ reason, code, found, of, lastReadAt: history.lastReadAt, at, ...more });
  const commands: ProposalCommand[] = [recorded(look), { type: 'request_review', fact }, ...onRecord(look)];
  if (reason === 'parameters_differ') return { commands, timersCancelled: [lookTimerKey(proposalId)] };
  return { commands, timers: [lookTimer(proposalId, reviewLookMs(limits, fraction))] };
}

/** The matter is settled; the schedule of looks ends with it. */
function closing(look: Look, commands: readonly ProposalCommand[]): Done {
  return {
    commands: [recorded(look), ...commands],
    timersCancelled: [lookTimerKey(look.state.draft.proposalId)],
  };
}

function recorded({ state, found, at }: Look): ProposalCommand {
  const answered = found.outcome !== 'no_answer';
  return {
    type: 'record_look',
    fact: {
      look: state.looks + 1,
      asked: answered ? found.evidence.asked : found.asked,
      answer: answered ? 'answered' : 'no_answer',
      code: answered ? found.outcome : found.code,
      at,
    },
  };
}

/** An answer that settled nothing is kept with its evidence, unless the last look had shown the same. */
function onRecord(look: Look): readonly ProposalCommand[] {
  const { found, history } = look;
  if (found.outcome === 'no_answer' || found.outcome === 'happened') return [];
  return history.lastFound === found.evidence.found.map(({ reference }) => reference).join()
    ? []
    : [reconcile(look, 'inconclusive', found.evidence)];
}

function happened(look: Look, evidence: LookEvidence): ProposalCommand {
  return reconcile(look, 'happened', evidence);
}

function reconcile(
  { state, at }: Look,
  finding: 'happened' | 'did_not_happen' | 'inconclusive',
  evidence: LookEvidence,
): ProposalCommand {
  return { type: 'reconcile', fact: { finding, look: state.looks + 1, evidence, at } };
}

function complete({ at }: Look, evidence: LookEvidence): ProposalCommand {
  return { type: 'complete', fact: { receipt: onlyEffect(evidence), evidence, at } };
}

/** The domain judges again that it is exactly one, and of the approved amount. */
function onlyEffect({ found }: LookEvidence): Receipt {
  const [only] = found;
  if (only === undefined) throw new Error('A look that says it happened found nothing');
  return only;
}

function isForgotten({ limits, history, at }: Look): boolean {
  const forgottenAt = keyForgottenAt(limits, history.firstSentAt);
  return forgottenAt !== 'never' && !isBefore(at, forgottenAt);
}
