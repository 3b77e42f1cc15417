import { callsInDoubt, type Drafted, isAskedAnew } from '@countersign/domain';
import { familyOf } from './cause-family.js';
import { type Done, type Look, reconcile, recorded } from './consequences.js';
import { reviewOf } from './review.js';
import {
  lateLookTimer,
  lateLookTimerKey,
  lookTimer,
  nextLateLookMs,
  nextLookMs,
  reviewLookMs,
  windowLeftMs,
} from './schedule.js';

/**
 * A look at what had ended as not carried out, or was withdrawn after it was sent and is asked for anew: the target, a worker who came late or the comparison of the ledgers says
 * that an effect of it is there after all. What is read decides. What it held was given back, so a person decides
 * what becomes of an effect that is there; nothing is ever sent again for it.
 */
export function decideEndedLook(look: Look, state: Drafted): Done {
  switch (look.found.outcome) {
    case 'happened':
    case 'contradicts':
      return reopened(look, look.found);
    case 'undone':
      // One that failed there stands no more than one that never was.
      return { commands: [recorded(look)], timersCancelled: [lateLookTimerKey(state.draft.proposalId)] };
    case 'absent':
    case 'no_answer':
      return again(look, state);
  }
}

/** A message may run ahead of the record, and the record may be away: it is looked again, and not for ever. */
function again(look: Look, state: Drafted): Done {
  const { found, limits, history, at, fraction } = look;
  const { report } = history;
  const { proposalId } = state.draft;
  const done = { commands: [recorded(look)] };
  if (look.askedBy === 'person') return done;
  const over = {
    commands: [...done.commands, ...answering(look, state)],
    timersCancelled: [lateLookTimerKey(proposalId)],
  };
  const saysItStands = report?.says === 'effect_succeeded' || report?.says === 'success_came_late';
  if (report === undefined || !saysItStands) return afterRefusal(look, state) ?? over;
  const sinceMs = Date.parse(at) - Date.parse(report.heardAt);
  const isSoon =
    found.outcome === 'absent' ? report.looks + 1 < limits.looksMax : sinceMs < limits.outageMaxMs;
  if (isSoon) {
    const inMs = nextLookMs(limits, report.looks, fraction);
    return { ...done, timers: [lateLookTimer(proposalId, inMs)] };
  }
  if (found.outcome === 'absent' || sinceMs >= limits.late.maxMs) return over;
  return { ...done, timers: [lateLookTimer(proposalId, nextLateLookMs(limits, report.looks, fraction))] };
}

/** A worker's late success put an earlier call of what is asked for anew in doubt: enough whole listings answer that. */
function answering(look: Look, state: Drafted): Done['commands'] {
  const { found } = look;
  const isOpen = isAskedAnew(state) && callsInDoubt(state) > 0;
  return isOpen && found.outcome === 'absent' ? [reconcile(look, 'did_not_happen', found.evidence)] : [];
}

/** What was refused is read back once, when nothing that was sent can still arrive; an outage is waited for, not for ever. */
function afterRefusal(look: Look, state: Drafted): Done | undefined {
  const { found, limits, history, at, fraction } = look;
  if (state.status !== 'failed' || found.outcome !== 'no_answer') return undefined;
  const isEarly = found.code === 'too_early';
  const sinceMs = Date.parse(at) - Date.parse(state.failed.at);
  const isOutage = familyOf(found.code) === 'unreachable' && sinceMs < limits.outageMaxMs;
  if (!isEarly && !isOutage) return undefined;
  const waitMs = nextLookMs(limits, history.unreachable + history.inconclusive, fraction);
  const inMs = isEarly ? Math.max(waitMs, windowLeftMs(limits, history, at)) : waitMs;
  return { commands: [recorded(look)], timers: [lateLookTimer(state.draft.proposalId, inMs)] };
}

function reopened(look: Look, found: Extract<Look['found'], { outcome: 'happened' | 'contradicts' }>): Done {
  const { state, history, system, limits, at, fraction } = look;
  const { proposalId } = state.draft;
  const because = 'effect_found';
  const of = { system, id: proposalId };
  const { lastReadAt } = history;
  const fact = reviewOf({ reason: 'read_back_contradicts', code: because, found, of, lastReadAt, at });
  const report = history.report?.id ?? 'none';
  return {
    commands: [
      recorded(look),
      { type: 'reopen', fact: { because, evidence: found.evidence, report, at } },
      { type: 'request_review', fact },
    ],
    timers: [lookTimer(proposalId, reviewLookMs(limits, fraction))],
    timersCancelled: [lateLookTimerKey(proposalId)],
  };
}
