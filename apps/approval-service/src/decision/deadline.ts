import type { RecordedEvent } from '@countersign/contracts';
import { decideProposal, evolveProposal, type Proposal, type ProposalCommand } from '@countersign/domain';
import type { Timer } from '@countersign/messaging';
import type { Waiting } from '../queue/ranking.js';
import { escalationOf, passingsOf } from './passing-on.js';

/** One live timer a proposal: setting it again moves it. */
const deadlineTask = 'approval-deadline';
export const deadlineKey = (proposalId: string): string => `${deadlineTask}:${proposalId}`;

/** What the fold does not keep. Of this asking: after a permission was voided people are reminded anew. */
export interface Reminded {
  readonly reminded: boolean;
}

export function wasReminded(events: readonly RecordedEvent[]): boolean {
  const last = events.findLast(({ type }) => type === 'ApprovalReminded' || type === 'ApprovalRequested');
  return last?.type === 'ApprovalReminded';
}

/** What the passing of time asks for at this instant, before the deadline; nothing when it is too early. */
export function dueNow(state: Waiting, { reminded }: Reminded, at: string): readonly ProposalCommand[] {
  const remindAt = reminded ? undefined : reminderOf(state);
  const isDue = (instant: string) => Date.parse(instant) <= Date.parse(at);
  return [
    ...(remindAt !== undefined && isDue(remindAt) ? [{ type: 'remind' as const, at }] : []),
    ...passingsOf(state)
      .filter(({ dueAt }) => isDue(dueAt))
      .map((passing) => escalationOf(state, passing, at)),
  ];
}

/**
 * The timer of what waits once these commands are carried out, to be set in their commit: for the reminder, the next
 * passing on or the deadline, whichever is first. None when nothing waits any more.
 */
export function timersAfter(
  state: Proposal,
  commands: readonly ProposalCommand[],
  { reminded }: Reminded,
): readonly Timer[] {
  const then = commands.reduce(afterwards, state);
  if (then.status !== 'awaiting_approval' || then.asked.status !== 'asked') return [];
  const isReminded = reminded || commands.some(({ type }) => type === 'remind');
  const { proposalId, tenant } = then.draft;
  return [
    {
      task: deadlineTask,
      key: deadlineKey(proposalId),
      payload: { proposalId, tenant },
      dueAt: nextLookAt(then, { reminded: isReminded }, then.asked.expiresAt),
    },
  ];
}

function nextLookAt(state: Waiting, { reminded }: Reminded, expiresAt: string): string {
  const remindAt = reminded ? undefined : reminderOf(state);
  const looks = [...passingsOf(state).map(({ dueAt }) => dueAt), expiresAt];
  if (remindAt !== undefined) looks.push(remindAt);
  return new Date(Math.min(...looks.map((instant) => Date.parse(instant)))).toISOString();
}

/** None where policy sets no reminder before the deadline. */
function reminderOf({ asked, policy }: Waiting): string | undefined {
  if (asked.status !== 'asked') return undefined;
  const { remindAfterMs, approvalValidForMs } = policy;
  if (remindAfterMs <= 0 || remindAfterMs >= approvalValidForMs) return undefined;
  return new Date(Date.parse(asked.requestedAt) + remindAfterMs).toISOString();
}

function afterwards(state: Proposal, command: ProposalCommand): Proposal {
  const decision = decideProposal(command, state);
  return decision.outcome === 'accepted' ? decision.events.reduce(evolveProposal, state) : state;
}
