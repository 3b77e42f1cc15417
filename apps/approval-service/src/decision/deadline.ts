import type { Timer } from '@countersign/messaging';

/** One live timer a proposal: setting it again moves it. */
export const deadlineTask = 'approval-deadline';
export const deadlineKey = (proposalId: string): string => `${deadlineTask}:${proposalId}`;

export function deadlineTimer(proposalId: string, tenant: string, dueAt: string): Timer {
  return { task: deadlineTask, key: deadlineKey(proposalId), payload: { proposalId, tenant }, dueAt };
}

/** When to look first: at the reminder, or at the deadline where policy sets no reminder before it. */
export function firstLookAt(
  requestedAt: string,
  { remindAfterMs, approvalValidForMs }: { remindAfterMs: number; approvalValidForMs: number },
): string {
  const reminds = remindAfterMs > 0 && remindAfterMs < approvalValidForMs;
  const afterMs = reminds ? remindAfterMs : approvalValidForMs;
  return new Date(Date.parse(requestedAt) + afterMs).toISOString();
}
