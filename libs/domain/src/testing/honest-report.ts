import type { ProposalCommand } from '../proposal/commands.js';
import type { Proposal } from '../proposal/state.js';
import type { Move } from './moves.js';
import { command } from './proposal-commands.js';
import { nothingFound, plainData, receipt } from './proposal-facts.js';
import type { Luck, World } from './world.js';

/** What a worker reports of a call that came to this. */
export const reportTypes: Readonly<Record<Luck, ProposalCommand['type']>> = {
  done: 'record_success',
  answer_lost: 'record_unknown',
  request_lost: 'record_unknown',
  refused: 'record_failure',
  busy: 'schedule_retry',
  busy_but_done: 'schedule_retry',
};

/** The executor's reports of the latest or an earlier attempt; a doubt may always be reported. */
export function report(
  type: ProposalCommand['type'],
  world: World,
  state: Proposal,
  move: Move,
): ProposalCommand {
  const attempts = state.status === 'absent' ? 0 : state.attempts;
  const attempt = Math.max(0, attempts - (move.choice === 2 ? 1 : 0));
  const luck = world.calls.get(attempt);
  const honest = luck === undefined ? type : honestReport(type, luck);
  switch (honest) {
    case 'record_success':
      return command('record_success', { attempt, receipt });
    case 'record_failure':
      return command('record_failure', {
        fact: { ...plainData.ExecutionFailed, attempt, ...ownEffect(world) },
      });
    case 'invalidate':
      return command('invalidate', { fact: { ...plainData.ProposalInvalidated, ...ownEffect(world) } });
    case 'void_approval':
      return command('void_approval', { fact: { ...plainData.ApprovalVoided, ...ownEffect(world) } });
    case 'schedule_retry': {
      const retryAt = world.now();
      return command('schedule_retry', { fact: { ...plainData.ExecutionRetryScheduled, attempt, retryAt } });
    }
    case 'hold_execution':
      return command('hold_execution', { fact: { ...plainData.ExecutionHeld, attempt } });
    case 'keep_late_result':
      return command('keep_late_result', { fact: { ...plainData.ResultCameLate, attempt } });
    case 'exhaust_retries':
      return command('exhaust_retries', { fact: { ...plainData.ExecutionRetriesExhausted, attempt } });
    case 'record_unknown':
      return command('record_unknown', { fact: { ...plainData.OutcomeUnknown, attempt } });
    default:
      return command(honest);
  }
}

/** What an honest worker reports of an attempt only when nothing was applied under it. */
const notSent: readonly ProposalCommand['type'][] = ['exhaust_retries', 'hold_execution'];

function honestReport(type: ProposalCommand['type'], luck: Luck): ProposalCommand['type'] {
  const isReport = (Object.values(reportTypes) as string[]).includes(type) || notSent.includes(type);
  if (!isReport || type === 'record_unknown') return type;
  if (luck === 'busy' && notSent.includes(type)) return type;
  if (luck === 'busy_but_done' && type === 'exhaust_retries') return type;
  return reportTypes[luck];
}

/** Whoever ends it has looked for what earlier calls did, and says so where there is nothing. */
const ownEffect = (world: World) => (world.effects === 0 ? { ownEffect: nothingFound } : {});
