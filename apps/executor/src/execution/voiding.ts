import type { Ports } from '@countersign/contracts';
import type { Instant, Proposal, ProposalCommand, ProposalRefusal } from '@countersign/domain';
import type { Answer, ProposalStreams, Work } from '@countersign/messaging';
import type { Trigger } from './execution.js';

export interface Fault {
  readonly code: string;
  readonly message: string;
}

/** Refusals of a start after which people have to be asked again. */
const refusals: readonly ProposalRefusal[] = ['permission_expired', 'digest_differs', 'no_permission'];
const ranOut: Fault = {
  code: 'permission_expired',
  message: 'The permission ran out before it was used.',
};

/** Why the permission no longer holds, where that is what a start was answered. */
export function voiding(begun: Answer<Proposal, ProposalRefusal>): Fault | undefined {
  if (begun.outcome === 'too_late') return ranOut;
  return begun.outcome === 'refused' && refusals.includes(begun.code) ? begun : undefined;
}

export function lapsed(at: Instant): Work<ProposalCommand> {
  return { commands: [{ type: 'void_approval', fact: { ...ranOut, at } }] };
}

export async function permissionVoid(
  { proposals, ports }: { readonly proposals: ProposalStreams; readonly ports: Ports },
  { cause, tenant, id }: Trigger,
  { code, message }: Fault,
): Promise<void> {
  const at = ports.clock.now();
  await proposals.answer(cause, { tenant, id, rule: 'void-approval' }, () => ({
    commands: [{ type: 'void_approval', fact: { code, message, at } }],
  }));
}
