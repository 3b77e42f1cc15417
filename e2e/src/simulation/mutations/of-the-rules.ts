import { grantsOf, type Proposal, type ProposalCommand } from '@countersign/domain';
import type { Mutation } from './mutation.js';
import { withAppend } from './of-the-store.js';

export const noExpiryCheck: Mutation = {
  name: 'no expiry check',
  shownBy: 29,
  breaks: 'A permission is used after it has ended.',
  store: (store, service) =>
    service === 'executor'
      ? withAppend(store, ({ notAfter: _, ...request }) => store.append(request))
      : store,
  decide: (decide, service) => (command, state) =>
    decide(service === 'executor' ? backdated(command, state) : command, state),
};

function backdated(command: ProposalCommand, state: Proposal): ProposalCommand {
  if (command.type !== 'start_execution' || !('slots' in state)) return command;
  const first = grantsOf(state.slots)
    .map(({ expiresAt }) => expiresAt)
    .sort()[0];
  if (first === undefined || first > command.at) return command;
  return { ...command, at: new Date(Date.parse(first) - 1).toISOString() };
}

export const unknownTakenForFailed: Mutation = {
  name: 'unknown taken for failed',
  shownBy: 4,
  breaks: 'A call without an answer is written down as refused.',
  decide: (decide, service) => (command, state) => {
    if (service !== 'executor' || command.type !== 'record_unknown') return decide(command, state);
    const { attempt, code, at } = command.fact;
    return decide(
      { type: 'record_failure', fact: { attempt, class: 'rejected', code, message: 'No answer.', at } },
      state,
    );
  },
};

export const noReadBack: Mutation = {
  name: 'no read-back',
  shownBy: 6,
  breaks: 'What the provider says it did counts as done, whatever its books show.',
  decide: (decide, service) => (command, state) => {
    if (service !== 'reconciler') return decide(command, state);
    if (state.status === 'completed') return { outcome: 'already_done' };
    if (command.type !== 'record_look' || state.status !== 'succeeded') return decide(command, state);
    const { receipt, draft } = state;
    const { at, asked } = command.fact;
    const evidence = {
      source: 'receipt',
      asked,
      readAt: at,
      complete: true,
      why: draft.digest,
      found: [receipt],
    };
    return { outcome: 'accepted', events: [{ type: 'ProposalCompleted', data: { receipt, evidence, at } }] };
  },
};

export const anyDigest: Mutation = {
  name: 'no digest compare',
  shownBy: 3,
  breaks: 'A yes to one card counts for whatever card is open now.',
  request: (request, { shown }) => {
    const now = shown.get(request.params['id'] ?? '');
    if (request.method !== 'POST' || now === undefined || !request.route.endsWith('/decisions'))
      return request;
    return { ...request, body: { ...(request.body as object), ...now } };
  },
};

export const absenceBelievedAtOnce: Mutation = {
  name: 'absence believed at once',
  shownBy: 23,
  breaks: 'What cannot be seen yet counts as not there, and is sent again.',
  ports: (ports, service) => {
    if (service !== 'reconciler') return ports;
    const nowMs = () => ports.clock.nowMs() + 10 * 60_000;
    const now = () => new Date(nowMs()).toISOString();
    return { ...ports, clock: { ...ports.clock, nowMs, now } };
  },
};

export const offsetCommittedFirst: Mutation = {
  name: 'offset committed first',
  shownBy: 32,
  breaks: 'A message counts as heard before it was.',
  commitsFirst: ['coordinator', 'policy_gate', 'executor', 'reconciler'],
};
