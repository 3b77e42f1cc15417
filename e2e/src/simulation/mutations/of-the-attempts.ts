import type { Proposal, ProposalCommand } from '@countersign/domain';
import type { Mutation } from './mutation.js';

type Late = Extract<ProposalCommand, { type: 'keep_late_result' }>;

export const fencingOff: Mutation = {
  name: 'no fence around attempts',
  shownBy: 1,
  breaks: 'A worker that wakes late records its result over the attempt of its successor.',
  decide: (decide, service) => (command, state) =>
    decide(
      service === 'executor' && command.type === 'keep_late_result' ? over(command, state) : command,
      state,
    ),
};

function over(late: Late, state: Proposal): ProposalCommand {
  if (state.status !== 'executing' || state.started.attempt === late.fact.attempt) return late;
  const { attempt } = state.started;
  const { class: came, code, receipt, at } = late.fact;
  if (came === 'succeeded' && receipt !== undefined) return { type: 'record_success', attempt, receipt, at };
  if (came === 'rejected')
    return { type: 'record_failure', fact: { attempt, class: came, code, message: 'Late.', at } };
  return { type: 'record_unknown', fact: { attempt, code, at } };
}
