import type { ProposalEvent } from './events.js';
import type { Draft, Drafted, Replacement, Report } from './state.js';

/** What accumulates whatever the phase: how often it was sent, looked at, put off, and what was said of it. */
export function counted(state: Drafted, event: ProposalEvent): Drafted {
  switch (event.type) {
    case 'ExecutionStarted':
      return { ...state, attempts: Math.max(state.attempts, event.data.attempt) };
    case 'ExecutionRetryScheduled':
      return { ...state, retries: state.retries + 1 };
    case 'ExecutionHeld':
      return { ...neverSent(state), holds: (state.holds ?? 0) + 1 };
    case 'OutcomeReconciled':
      return event.data.finding === 'did_not_happen' ? provenAbsent(state) : state;
    // Withdrawn and ended only where no effect of it can be there: `decide` sees to it.
    case 'ApprovalVoided':
    case 'ProposalInvalidated':
      return withoutEffect(state, state.attempts);
    case 'ResultCameLate':
      return event.data.class === 'succeeded' ? withoutEffect(state, 0) : state;
    case 'ReplacementAsked':
      return { ...state, replacements: withReplacement(state.replacements ?? [], event.data) };
    case 'TargetLooked':
      return { ...state, looks: Math.max(state.looks, event.data.look) };
    case 'DecisionRefused':
      return { ...state, refusals: state.refusals + 1 };
    case 'TargetReported':
      return { ...state, reports: withReport(state.reports ?? [], event.data) };
    default:
      return state;
  }
}

export function withoutPhase(state: Drafted): Draft {
  const { draft, attempts, retries, holds, looks, refusals } = state;
  const { attemptsWithoutEffect, replacements, reports } = state;
  return {
    ...{ draft, attempts, retries, looks, refusals },
    ...(attemptsWithoutEffect === undefined ? {} : { attemptsWithoutEffect }),
    ...(replacements === undefined ? {} : { replacements }),
    ...(holds === undefined ? {} : { holds }),
    ...(reports === undefined ? {} : { reports }),
  };
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
