import type { Drafted, LookEvidence, ReopenReason, ReviewReason } from '@countersign/domain';
import { type Done, type Look, recorded } from './consequences.js';
import { looksGoOn, reviewOf } from './review.js';
import {
  lateLookTimer,
  lateLookTimerKey,
  lookTimer,
  nextLateLookMs,
  nextLookMs,
  reviewLookMs,
} from './schedule.js';

type Completed = Extract<Drafted, { status: 'completed' }>;

const reasons: Readonly<Record<ReopenReason, ReviewReason>> = {
  effect_failed: 'effect_failed',
  effect_missing: 'read_back_contradicts',
  effect_differs: 'read_back_contradicts',
  target_disputed: 'target_disputed',
  never_settled: 'never_settled',
  effect_found: 'read_back_contradicts',
};

/**
 * A look at what was completed: it was only accepted then, or the target said something since. What was said makes
 * nobody believe anything; what is read back now does. Time alone takes no completion back: it only has a person asked.
 */
export function decideLateLook(look: Look, state: Completed): Done {
  const { found, history } = look;
  switch (found.outcome) {
    case 'undone':
      return takenBack(look, 'effect_failed');
    case 'contradicts':
      return takenBack(look, 'effect_differs');
    case 'absent':
      // Once may be a listing that lags; twice, each time whole, is a record that is gone, however old it is by then.
      return history.absentSeen ? takenBack(look, 'effect_missing') : soon(look, 0, 'absent');
    case 'no_answer':
      return again(look, state, found.code);
    case 'happened':
      return found.evidence.disputed === true && !history.disputeReviewed
        ? takenBack(look, 'target_disputed')
        : stands(look, state, found.evidence);
  }
}

/** It stands. Looking goes on while it has not settled, and for a while where the target had just said otherwise. */
function stands(look: Look, state: Completed, { found, disputed }: LookEvidence): Done {
  const isSettled = found[0]?.settled === 'settled';
  const newest = state.reports?.at(-1)?.says;
  const saidOtherwise =
    newest === (isSettled ? 'effect_failed' : 'effect_succeeded') ||
    (newest === 'target_disputed' && disputed !== true);
  const looks = look.history.report?.looks ?? 0;
  const code = isSettled ? 'settled' : 'pending';
  if (saidOtherwise && looks + 1 < look.limits.looksMax) return soon(look, looks, code);
  if (isSettled) {
    return {
      commands: [recorded(look, code)],
      timersCancelled: [lateLookTimerKey(state.draft.proposalId)],
    };
  }
  return slowly(look, state, code);
}

/** Nothing was learnt. After a report it is asked again soon, as long as an outage may last; then slowly. */
function again(look: Look, state: Completed, code: string): Done {
  const { report } = look.history;
  const { outageMaxMs } = look.limits;
  const isFresh = report !== undefined && Date.parse(look.at) - Date.parse(report.heardAt) < outageMaxMs;
  return isFresh ? soon(look, report.looks, code) : slowly(look, state, code);
}

function soon(look: Look, looks: number, code: string): Done {
  const inMs = nextLookMs(look.limits, looks, look.fraction);
  return { commands: [recorded(look, code)], timers: [lateLookTimer(look.state.draft.proposalId, inMs)] };
}

function slowly(look: Look, { completed, draft }: Completed, code: string): Done {
  const { history, limits, at, fraction } = look;
  const since = Math.max(Date.parse(completed.at), Date.parse(history.report?.heardAt ?? completed.at));
  if (Date.parse(at) - since >= limits.late.maxMs) return takenBack(look, 'never_settled', code);
  const inMs = nextLateLookMs(limits, history.unreachable + history.inconclusive, fraction);
  return { commands: [recorded(look, code)], timers: [lateLookTimer(draft.proposalId, inMs)] };
}

/** The completion no longer holds, and a person is asked in the same commit. Nothing is ever sent again for it. */
function takenBack(look: Look, because: ReopenReason, code?: string): Done {
  const { state, found, history, system, limits, at, fraction } = look;
  const { proposalId } = state.draft;
  const reason = reasons[because];
  const of = { system, id: proposalId };
  const review = reviewOf({ reason, code: because, found, of, lastReadAt: history.lastReadAt, at });
  const isSilent =
    found.outcome === 'no_answer' || (because === 'never_settled' && found.outcome !== 'happened');
  const evidence = isSilent ? {} : { evidence: found.evidence };
  const report = history.report?.id ?? 'none';
  const done: Done = {
    commands: [
      recorded(look, code),
      { type: 'reopen', fact: { because, ...evidence, report, at } },
      { type: 'request_review', fact: review },
    ],
    timersCancelled: [lateLookTimerKey(proposalId)],
  };
  if (!looksGoOn(reason)) return done;
  return { ...done, timers: [lookTimer(proposalId, reviewLookMs(limits, fraction))] };
}
