import {
  type Drafted,
  type LookEvidence,
  mayComeBack,
  type ProposalCommand,
  parametersDiffer,
  type ReviewReason,
} from '@countersign/domain';
import type { Work } from '@countersign/messaging';
import { familyOf } from './cause-family.js';
import {
  asking,
  closing,
  complete,
  completing,
  type Done,
  happened,
  isForgotten,
  type Look,
  onRecord,
  reconcile,
  recorded,
} from './consequences.js';
import { decideEndedLook } from './decide-ended-look.js';
import { decideLateLook } from './decide-late-look.js';
import type { LookHistory } from './history.js';
import { looksGoOn } from './review.js';
import {
  looksUsedUp,
  lookTimer,
  lookTimerKey,
  nextLookMs,
  outageLasts,
  reviewLookMs,
  reviewLooksForMs,
  windowLeftMs,
} from './schedule.js';

type InReview = Extract<Drafted, { status: 'in_review' }>;

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
    case 'completed':
      return decideLateLook(look, state);
    case 'retries_exhausted':
      return handedOver(look, 'retries_exhausted', state.exhausted.code);
    case 'failed':
      return state.failed.code === parametersDiffer
        ? handedOver(look, 'parameters_differ', parametersDiffer)
        : decideEndedLook(look, state);
    default:
      return mayComeBack(state) ? decideEndedLook(look, state) : 'nothing';
  }
}

/** A success is a claim until it is read back; an effect that a whole listing lacks contradicts it. */
function verified(look: Look): Done {
  const { found, history } = look;
  if (found.outcome === 'happened') return completing(look, found.evidence);
  if (found.outcome === 'undone') return asking(look, 'effect_failed', 'effect_failed');
  if (found.outcome === 'contradicts') return asking(look, 'read_back_contradicts', 'contradicts');
  if (found.outcome === 'absent' && (history.absentSeen || history.claimedBy === 'operator')) {
    return asking(look, 'read_back_contradicts', 'absent');
  }
  return again(look, found.outcome === 'absent' ? 'absent' : found.code);
}

/**
 * Nobody knows yet: one effect settles it, so does a proven absence, and nothing else does. Of what a change is to
 * replace nothing is sent again, so neither the life of the key nor the number of sends stands in the way.
 */
function settled(look: Look, unknownCode: string): Done {
  const { found, state, limits, history } = look;
  const isSentAgain = state.replacements === undefined;
  if (found.outcome === 'happened') return completing(look, found.evidence, [happened(look, found.evidence)]);
  if (found.outcome === 'undone') return asking(look, 'effect_failed', 'effect_failed');
  if (found.outcome === 'contradicts') return asking(look, 'read_back_contradicts', 'contradicts');
  if (found.outcome === 'no_answer') {
    // Nothing may be sent under it any more (C15), so there is nothing that a person should wait for.
    return isSentAgain && isForgotten(look) && look.askedBy === 'schedule'
      ? asking(look, 'outcome_still_unknown', 'key_forgotten')
      : again(look, found.code);
  }
  // A worker who came late, the target itself or an earlier look said that it was carried out, and its record says otherwise.
  if (isSaidToBeDone(history) || state.seen !== undefined) {
    return history.absentSeen ? asking(look, 'read_back_contradicts', 'absent') : again(look, 'absent');
  }
  const absent = closing(look, [reconcile(look, 'did_not_happen', found.evidence)]);
  if (!isSentAgain) return absent;
  // The executor would not send any more, say "unknown", and be told "absent" again, for ever.
  if (isForgotten(look)) return asking(look, 'outcome_still_unknown', 'key_forgotten');
  if (state.attempts >= limits.sendsMax) {
    return asking(look, 'outcome_still_unknown', unknownCode, { alsoSendAgain: true });
  }
  return absent;
}

/**
 * In the queue it settles itself when the target answers. An absence is believed only where the outcome was
 * merely unknown: after a claim of success, or after tries that were given up, it is for a person to weigh.
 */
function inReview(look: Look, state: InReview): Done {
  const { found, limits, history, at } = look;
  const { reason, code } = state.review;
  if (found.outcome === 'happened' && settlesItself(state, found.evidence)) {
    return completing(look, found.evidence, [happened(look, found.evidence)]);
  }
  if (found.outcome === 'undone' && (state.after === 'doubt' || state.after === 'completion')) {
    return asking(look, 'effect_failed', 'effect_failed');
  }
  const wasUnanswered =
    reason === 'outcome_still_unknown' &&
    code !== 'key_forgotten' &&
    !isSaidToBeDone(history) &&
    state.seen === undefined;
  const isSentAgain = wasUnanswered && state.attempts < limits.sendsMax && !isForgotten(look);
  if (found.outcome === 'absent' && (isSentAgain || isReplacedOnAbsence(state, history))) {
    return closing(look, [reconcile(look, 'did_not_happen', found.evidence)]);
  }
  const kept = { commands: [recorded(look), ...onRecord(look)] };
  const goesOn = Date.parse(at) - Date.parse(state.review.at) < reviewLooksForMs;
  const isAlone = state.after === 'refusal' || !looksGoOn(reason);
  if (look.askedBy === 'person' || isAlone || !goesOn) return kept;
  return { ...kept, timers: [lookTimer(state.draft.proposalId, reviewLookMs(limits, look.fraction))] };
}

/** A change waits for nothing but this: no effect of what it replaces is there, and nobody said otherwise. */
function isReplacedOnAbsence({ after, replacements, review, seen }: InReview, history: LookHistory): boolean {
  if (seen !== undefined) return false;
  const isDoubt = review.reason === 'outcome_still_unknown' || review.reason === 'retries_exhausted';
  return replacements !== undefined && after === 'doubt' && isDoubt && !isSaidToBeDone(history);
}

/** By a worker, by people or by the target itself: then an absence is for a person to weigh. */
function isSaidToBeDone({ claimedBy, reportedDone }: LookHistory): boolean {
  return claimedBy !== 'nobody' || reportedDone;
}

/** One standing effect is an answer, unless it never was the question: a dispute, or whether the money arrived. */
function settlesItself({ after, review }: InReview, evidence: LookEvidence): boolean {
  if (after === 'refusal' || review.reason === 'target_disputed') return false;
  // It is known to stand: what is asked is what becomes of an end that had been told otherwise.
  if (review.code === 'effect_found') return false;
  return review.reason !== 'never_settled' || evidence.found[0]?.settled === 'settled';
}

/** Given up or refused: a person decides, and knows what the target's own record said at that moment. */
function handedOver(look: Look, reason: ReviewReason, code: string): Done {
  const { found, state, history } = look;
  if (found.outcome === 'contradicts' && reason === 'retries_exhausted') {
    return asking(look, 'read_back_contradicts', 'contradicts');
  }
  if (found.outcome === 'undone' && reason === 'retries_exhausted') {
    return asking(look, 'effect_failed', 'effect_failed');
  }
  const asked = asking(look, reason, code);
  const isReplaced = state.replacements !== undefined && state.seen === undefined && !isSaidToBeDone(history);
  if (found.outcome === 'absent' && reason === 'retries_exhausted' && isReplaced) {
    const commands = [...asked.commands, reconcile(look, 'did_not_happen', found.evidence)];
    return { commands, timersCancelled: [lookTimerKey(state.draft.proposalId)] };
  }
  // What was refused for differing parameters may rest on somebody else's call: never settled without a person.
  if (found.outcome !== 'happened' || reason === 'parameters_differ') return asked;
  const commands = [...asked.commands, happened(look, found.evidence), complete(look, found.evidence)];
  return { commands, timersCancelled: [lookTimerKey(look.state.draft.proposalId)] };
}

/** It settles nothing yet: the next look on the schedule, or a person once there were enough of its kind. */
function again(look: Look, code: string): Done {
  const { state, history, limits, fraction } = look;
  if (look.askedBy === 'person') return { commands: [recorded(look)] };
  const isOutage = familyOf(code) === 'unreachable';
  if (isOutage ? outageLasts(limits, history, look.at) : looksUsedUp(limits, history)) {
    return asking(look, 'outcome_still_unknown', code);
  }
  const before = history.unreachable + history.inconclusive;
  const waitMs = nextLookMs(limits, before, fraction);
  const dueInMs = code === 'too_early' ? Math.max(waitMs, windowLeftMs(limits, history, look.at)) : waitMs;
  return { commands: [recorded(look)], timers: [lookTimer(state.draft.proposalId, dueInMs)] };
}
