import type { RecordedEvent } from '@countersign/contracts';
import { endedWithoutEffect } from '@countersign/domain';
import type { World } from '../world.js';
import { proposalOf } from './ledger.js';

/** Events that end a proposal, or say that nothing of it stands. */
const ends = [
  ...['ProposalSuperseded', 'ProposalInvalidated', 'ApprovalExpired', 'ApprovalRejected', 'ApprovalVoided'],
  ...['ProposalMarkedDuplicate', 'ExecutionFailed', 'OperatorResolved', 'ReservationReleased'],
];

/** Nothing is ended, replaced, judged anew or given back while an effect of its own stands that nobody accounts for. */
export function endedOverEffect(world: World, { type, stream, data }: RecordedEvent): string | undefined {
  if (!ends.includes(type)) return undefined;
  const id = stream.slice('proposal-'.length);
  if (standing(world, id).length === 0) return undefined;
  const proposal = proposalOf(world, id);
  if (type === 'ApprovalVoided') return `${id} goes back to approval, and an effect of it stands`;
  if (type === 'ReservationReleased' && !String(data['because']).startsWith('undone by'))
    return `what ${id} held is given back, and an effect of it stands`;
  if (proposal.status !== 'absent' && endedWithoutEffect(proposal))
    return `${id} ends as ${proposal.status.replaceAll('_', ' ')}, and an effect of it stands`;
  return undefined;
}

/** Its own effects that the provider has not taken back. */
export function standing({ effects }: World, id: string) {
  return effects.filter(({ operationId, failed }) => operationId === id && !failed);
}
