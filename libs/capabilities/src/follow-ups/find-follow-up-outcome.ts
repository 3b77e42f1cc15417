import type { Action, LookEvidence } from '@countersign/domain';
import type { FoundOutcome } from '../capability.js';
import type { Sought } from '../own-operation.js';
import { type DeliveryStatus, type MessageOperation, sameWords } from './crm/records.js';
import type { FollowUpPorts } from './follow-up-records.js';

/** Handed over is not arrived: what was only taken may still come back. */
const settledBy = { queued: 'pending', sent: 'pending', delivered: 'settled', bounced: 'failed' } as const;

/**
 * Asks the CRM for our own operation, and then for the record of its delivery. What came back was sent once and has no
 * effect any more; another text or another address under our id contradicts. That the operation was never taken is
 * believed late enough after the last send, and a delivery that does not answer leaves the whole question open.
 */
export async function findFollowUpOutcome(
  { crm }: FollowUpPorts,
  action: Action,
  sought: Sought,
): Promise<FoundOutcome> {
  const seen = await crm.operation(sought);
  if (seen.outcome === 'unknown') return { outcome: 'no_answer', code: seen.code, asked: seen.asked };
  if (seen.outcome === 'absent') return { outcome: 'absent', evidence: { ...seen.look, found: [] } };
  const asked = `delivery of operation ${sought.operationId} of crm`;
  const delivery = await crm.delivery(sought.operationId);
  if (delivery.outcome === 'no_answer') return { outcome: 'no_answer', code: delivery.code, asked };
  if (delivery.outcome === 'not_found') return { outcome: 'no_answer', code: 'delivery_unknown', asked };
  const { status, messageId } = delivery.value;
  const evidence = evidenceOf(seen.value, status, { ...seen.look, readAt: delivery.readAt });
  if (messageId !== seen.value.reference || !sameWords(action.arguments, seen.value))
    return { outcome: 'contradicts', evidence };
  return { outcome: status === 'bounced' ? 'undone' : 'happened', evidence };
}

function evidenceOf(
  { reference, opportunityId, recipient }: MessageOperation,
  status: DeliveryStatus,
  look: Omit<LookEvidence, 'found'>,
): LookEvidence {
  const details = { kind: 'message', status, opportunity: opportunityId, recipient };
  return { ...look, found: [{ reference, settled: settledBy[status], details }] };
}
