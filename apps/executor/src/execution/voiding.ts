import type { Proposal, ProposalRefusal } from '@countersign/domain';
import type { Answer } from '@countersign/messaging';

export interface Fault {
  readonly code: string;
  readonly message: string;
}

/** Refusals of a start after which people have to be asked again. */
const refusals: readonly ProposalRefusal[] = ['permission_expired', 'digest_differs', 'no_permission'];
export const ranOut: Fault = {
  code: 'permission_expired',
  message: 'The permission ran out before it was used.',
};

/** Why the permission no longer holds, where that is what a start was answered. */
export function voiding(begun: Answer<Proposal, ProposalRefusal>): Fault | undefined {
  if (begun.outcome === 'too_late') return ranOut;
  return begun.outcome === 'refused' && refusals.includes(begun.code) ? begun : undefined;
}
