import type { ProposalEvent, ProposalEventData } from './events.js';
import { provesAbsence } from './evidence.js';
import { isRecordedByPeople } from './evolve-recovery.js';
import { laterOf } from './sending.js';
import { type Draft, type Drafted, type Replacement, type Report, waitsToBeSent } from './state.js';

/** What accumulates whatever the phase: how often it was sent, looked at, put off, and what was said of it. */
export function counted(state: Drafted, event: ProposalEvent): Drafted {
  switch (event.type) {
    case 'ExecutionStarted':
      return sentAnew(state, event.data);
    case 'ExecutionRetryScheduled':
      return { ...state, retries: state.retries + 1 };
    case 'ExecutionHeld':
      return { ...neverSent(state), holds: (state.holds ?? 0) + 1 };
    case 'OutcomeReconciled':
      return looked(state, event.data);
    // Withdrawn and ended only where no effect of it can be there: `decide` sees to it.
    case 'ApprovalVoided':
      return withoutEffect(permissionKept(state), state.attempts);
    case 'ProposalInvalidated':
      return withoutEffect(state, state.attempts);
    case 'ProposalSuperseded':
      return permissionKept(state);
    case 'ProposalReopened':
      return state.status === 'superseded' ? { ...state, replacedBy: state.superseded.by } : state;
    case 'ProposalCompleted':
      return answered(unseen(state));
    case 'ReviewRequested':
      return reviewAsked(state, event.data);
    case 'OperatorResolved':
      return answered(state);
    case 'ResultCameLate':
      return event.data.class === 'succeeded' ? saidToBeDone(withoutEffect(state, 0)) : state;
    case 'ReplacementAsked':
      return { ...state, replacements: withReplacement(state.replacements ?? [], event.data) };
    case 'TargetLooked':
      return { ...state, looks: Math.max(state.looks, event.data.look) };
    case 'DecisionRefused':
      return { ...state, refusals: state.refusals + 1 };
    case 'TargetReported': {
      const heard = { ...state, reports: withReport(state.reports ?? [], event.data) };
      return event.data.says === 'effect_succeeded' ? saidToBeDone(heard) : heard;
    }
    default:
      return state;
  }
}

const optional = [
  ...(['attemptsWithoutEffect', 'replacements', 'holds', 'reports'] as const),
  ...(['sentUnder', 'replacedBy', 'seen', 'saidDone', 'settlesAt'] as const),
];

export function withoutPhase(state: Drafted): Draft {
  const { draft, attempts, retries, looks, refusals } = state;
  const there = optional.filter((key) => state[key] !== undefined);
  const kept: Partial<Draft> = Object.fromEntries(there.map((key) => [key, state[key]]));
  return { draft, attempts, retries, looks, refusals, ...kept };
}

/** A new call under a permission in force: what was known of the ones before is no answer to what becomes of it. */
function sentAnew(state: Drafted, started: ProposalEventData<'ExecutionStarted'>): Drafted {
  const { sentUnder: _gone, ...rest } = state;
  const attempts = Math.max(state.attempts, started.attempt);
  const settlesAt = laterOf(state.settlesAt, started.settlesAt);
  const sent = { ...rest, attempts, ...(settlesAt === undefined ? {} : { settlesAt }) };
  return answered(unseen(sent as Drafted));
}

function unseen(state: Drafted): Drafted {
  const { seen: _seen, ...rest } = state;
  return rest as Drafted;
}

function answered(state: Drafted): Drafted {
  const { saidDone: _said, ...rest } = state;
  return rest as Drafted;
}

/** The permission goes, and what was sent under it may show up all the same. */
function permissionKept(state: Drafted): Drafted {
  if (state.attempts === 0 || state.sentUnder !== undefined || !('slots' in state)) return state;
  return { ...state, sentUnder: { policy: state.policy, slots: state.slots } };
}

/** Only where it is still open: what was read back and settled is moved by looks alone. */
function saidToBeDone(state: Drafted): Drafted {
  const isOpen =
    waitsToBeSent(state) ||
    ['executing', 'outcome_unknown', 'retries_exhausted'].includes(state.status) ||
    (state.status === 'in_review' && state.after === 'doubt');
  return isOpen && state.attempts > 0 ? { ...state, saidDone: true } : state;
}

/**
 * What a look read, also where it settles nothing. A later one that reads nothing takes that it was seen away from
 * nobody: of two answers of one target one is wrong, and people weigh which.
 */
function looked(state: Drafted, { finding, evidence }: ProposalEventData<'OutcomeReconciled'>): Drafted {
  if (finding === 'did_not_happen') return provenAbsent(answered(state));
  if (finding === 'happened') return { ...answered(state), seen: 'stands' };
  if (evidence.found.length > 0) {
    const seen = evidence.found.some(({ settled }) => settled !== 'failed') ? 'stands' : 'undone';
    return { ...answered(state), seen };
  }
  return provesAbsence(evidence) ? answered(state) : state;
}

/**
 * Asked because it failed, it is known what became of it. Asked about a success, somebody had said that it was done: a
 * worker, whom the next look answers, or two people, whose word weighs like a look and has nothing sent again.
 */
function reviewAsked(state: Drafted, { reason }: ProposalEventData<'ReviewRequested'>): Drafted {
  if (reason === 'effect_failed') return unseen(state);
  if (state.status !== 'succeeded' || state.seen !== undefined) return state;
  return isRecordedByPeople(state.receipt) ? { ...state, seen: 'stands' } : { ...state, saidDone: true };
}

/** Held with its intent on record: no request of that attempt left. What earlier ones did stays as open as it was. */
function neverSent(state: Drafted): Drafted {
  if (state.status !== 'executing') return state;
  return withoutEffect(state, Math.min(state.attempts, (state.attemptsWithoutEffect ?? 0) + 1));
}

/** What was refused or had been seen is not sent again whatever is read, so nothing hangs on its doubt any more. */
function provenAbsent(state: Drafted): Drafted {
  const isOver = state.status === 'in_review' && state.after !== 'doubt';
  return isOver ? state : withoutEffect(state, state.attempts);
}

function withoutEffect(state: Drafted, attemptsWithoutEffect: number): Drafted {
  const isSame = (state.attemptsWithoutEffect ?? 0) === attemptsWithoutEffect;
  return isSame ? state : { ...state, attemptsWithoutEffect };
}

function withReplacement(
  replacements: readonly Replacement[],
  replacement: Replacement,
): readonly Replacement[] {
  return replacements.some(({ by }) => by === replacement.by) ? replacements : [...replacements, replacement];
}

/** In the order in which the target said it, whatever the order of arrival (C81). */
function withReport(reports: readonly Report[], report: Report): readonly Report[] {
  if (reports.some(({ reportId }) => reportId === report.reportId)) return reports;
  return [...reports, report].sort((a, b) => {
    const [before, after] = [Date.parse(a.saidAt), Date.parse(b.saidAt)];
    return before === after ? (a.reportId < b.reportId ? -1 : 1) : before - after;
  });
}
