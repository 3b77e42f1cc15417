import { capabilities } from '@countersign/capabilities';
import { endedWithoutEffect, isFinal, type Proposal } from '@countersign/domain';
import type { World } from '../world.js';
import { proposalOf, proposalStreams } from './ledger.js';
import { isUndone, undoneTwice } from './undone.js';

/** What is permitted and not over, with what was carried out, never exceeds what was captured, nor is it permitted twice. */
export function tooMuchPromised(world: World): string | undefined {
  const promised = new Map<string, number>();
  const intents = new Map<string, string>();
  const once = new Map<string, string>();
  for (const stream of proposalStreams(world)) {
    const proposal = proposalOf(world, stream);
    if (proposal.status === 'absent' || !isHolding(proposal) || isTakenBack(world, stream)) continue;
    const { action, intent } = proposal.draft;
    promised.set(action.target.id, (promised.get(action.target.id) ?? 0) + (action.money?.amountMinor ?? 0));
    const other = intents.get(intent);
    if (other !== undefined && !isFinal(proposal.status))
      return `${other} and ${stream} are the same thing, both permitted`;
    if (!isFinal(proposal.status)) intents.set(intent, stream);
    for (const { key, take } of capabilities.byKind(action.kind)?.capacitiesOf(action) ?? []) {
      if (take !== 'once' || isUndone(world, stream)) continue;
      const holder = once.get(key);
      if (holder !== undefined) return `${holder} and ${stream} are both permitted, and there is one ${key}`;
      once.set(key, stream);
    }
  }
  for (const [chargeId, amountMinor] of promised) {
    const captured = world.payments.charges.get(chargeId)?.capturedMinor;
    if (captured !== undefined && amountMinor > captured)
      return `${amountMinor} permitted on ${chargeId}, of which ${captured} was captured`;
  }
  return undoneTwice(world);
}

function isHolding(proposal: Exclude<Proposal, { status: 'absent' }>): boolean {
  // What was undone at the provider holds nothing, also while a person is still asked about it.
  if (proposal.status === 'being_checked' || endedWithoutEffect(proposal)) return false;
  return !isFinal(proposal.status) || proposal.status === 'completed';
}

/** The target took back all that was made of it: its listing says so before our record does, and the gate believes it. */
function isTakenBack({ effects }: World, id: string): boolean {
  const own = effects.filter(({ operationId }) => operationId === id);
  return own.length > 0 && own.every(({ failed }) => failed);
}
