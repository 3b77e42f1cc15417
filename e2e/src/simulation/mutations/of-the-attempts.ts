import { type Proposal, type ProposalCommand, waitsToBeSent } from '@countersign/domain';
import type { Mutation } from './mutation.js';

type Late = Extract<ProposalCommand, { type: 'keep_late_result' }>;

export const fencingOff: Mutation = {
  name: 'no fence around attempts',
  shownBy: 3,
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

export const replacedAfterACall: Mutation = {
  name: 'replaced after a call',
  shownBy: 103,
  breaks:
    'A change takes the place of what was sent and turned away, though the target may have done it all the same.',
  decide: (decide) => (command, state) => {
    const { type } = command;
    if ((type !== 'ask_replacement' && type !== 'supersede') || !waitsToBeSent(state))
      return decide(command, state);
    const { by, change, at } = type === 'supersede' ? command : command.fact;
    return decide({ type: 'supersede', by, change, at }, withoutDoubt(state));
  },
};

const refusals = ['charge_already_refunded', 'resource_missing'];

export const refusalBelieved: Mutation = {
  name: 'refusal of a repeat believed',
  shownBy: 25,
  breaks: '“Refunded already” ends an action, though it may have been its own earlier call that did it.',
  decide: (decide, service) => (command, state) => {
    if (service !== 'executor' || command.type !== 'record_unknown') return decide(command, state);
    const { code } = command.fact;
    if (!refusals.includes(code)) return decide(command, state);
    const fact = { ...command.fact, class: 'rejected', message: 'Refused.' } as const;
    return decide({ type: 'record_failure', fact }, withoutDoubt(state));
  },
};

const withoutDoubt = (state: Proposal): Proposal =>
  state.status === 'absent' ? state : { ...state, attemptsWithoutEffect: state.attempts };
