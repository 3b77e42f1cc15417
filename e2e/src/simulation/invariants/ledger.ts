import { capabilities } from '@countersign/capabilities';
import { digestOf } from '@countersign/contracts';
import {
  endedWithoutEffect,
  evolveProposal,
  grantsOf,
  isFinal,
  noProposal,
  type Proposal,
  type ProposalEvent,
} from '@countersign/domain';
import type { Effect } from '../outside/payments.js';
import type { World } from '../world.js';

/** A proposal folded from its stream alone. */
export function proposalOf({ records }: World, id: string): Proposal {
  return records
    .stream('fjordlight', `proposal-${id}`)
    .reduce(
      (state, event) => evolveProposal(state, event as unknown as ProposalEvent),
      noProposal as Proposal,
    );
}

/** The states that its stream has led it through. */
export function passedBy({ records }: World, id: string): ReadonlySet<Proposal['status']> {
  const passed = new Set<Proposal['status']>();
  let state: Proposal = noProposal;
  for (const event of records.stream('fjordlight', `proposal-${id}`)) {
    state = evolveProposal(state, event as unknown as ProposalEvent);
    passed.add(state.status);
  }
  return passed;
}

/** One effect a proposal, of the approved amount on the approved charge. */
export function wrongEffect(world: World, effect: Effect): string | undefined {
  const { operationId, amountMinor, chargeId } = effect;
  if (operationId === 'none') return undefined;
  const count = world.effects.filter((e) => e.operationId === operationId).length;
  if (count > 1) return `${count} effects of one proposal, ${operationId}`;
  const proposal = proposalOf(world, operationId);
  if (proposal.status === 'absent') return `an effect of no proposal, ${operationId}`;
  if (endedWithoutEffect(proposal))
    return `an effect of ${operationId}, which had ended as ${proposal.status.replaceAll('_', ' ')}`;
  const { action } = proposal.draft;
  const isSame = action.money === undefined || action.money.amountMinor === amountMinor;
  const isThere = action.target.type !== 'charge' || action.target.id === chargeId;
  if (!isSame || !isThere)
    return `an effect of ${amountMinor} on ${chargeId}, and ${operationId} is of something else`;
  return undefined;
}

/** At the moment a request leaves: executing, under a yes for every slot that people really gave to this digest. */
export function wrongSending(world: World, operationId: string): string | undefined {
  const proposal = proposalOf(world, operationId);
  if (proposal.status !== 'executing')
    return `a request leaves for ${operationId}, which is ${proposal.status.replaceAll('_', ' ')}`;
  const { draft, slots, started } = proposal;
  const stop = world.stops.find(
    ({ scope, underWay, releaseAsked }) =>
      !releaseAsked &&
      !underWay.includes(operationId) &&
      (scope === 'tenant' || scope === `target-${capabilities.targetOf(draft.action)}`),
  );
  if (stop !== undefined)
    return `a request leaves for ${operationId} after ${stop.scope} was stopped and the stop was answered`;
  if (digestOf(draft.tenant, draft.action) !== draft.digest || started.digest !== draft.digest)
    return `a request leaves for ${operationId} under another digest than its action has`;
  if (slots.some(({ status }) => status === 'open'))
    return `a request leaves for ${operationId} with a slot open`;
  for (const grant of grantsOf(slots)) {
    if (world.identity.saidToHoldNone.has(grant.approver.subject))
      return `a request leaves for ${operationId} on the yes of ${grant.approver.subject}, of whom the directory says that they hold no role`;
    const isGiven = world.decisions.some(
      ({ person, proposalId, digest, decision }) =>
        decision === 'approve' &&
        person === grant.approver.subject &&
        proposalId === operationId &&
        digest === draft.digest,
    );
    if (!isGiven)
      return `${grant.approver.subject} never approved the digest that ${operationId} is sent under`;
  }
  const approvers = grantsOf(slots).map(({ approver }) => approver.subject);
  if (new Set(approvers).size < approvers.length) return `one person filled two slots of ${operationId}`;
  return undefined;
}

/** An execution begins while every permission it rests on is still good, by database time. */
export function startedTooLate(world: World, id: string, recordedAt: string): string | undefined {
  const proposal = proposalOf(world, id);
  if (!('slots' in proposal)) return undefined;
  const lapsed = grantsOf(proposal.slots).find(
    ({ expiresAt }) => Date.parse(expiresAt) < Date.parse(recordedAt),
  );
  return (
    lapsed &&
    `${id} was started at ${recordedAt}, and the permission of ${lapsed.approver.subject} ended at ${lapsed.expiresAt}`
  );
}

/** Every attempt is begun once, whoever begins it. */
export function begunTwice({ records }: World, stream: string): string | undefined {
  const attempts = records
    .stream('fjordlight', stream)
    .filter(({ type }) => type === 'ExecutionStarted')
    .map(({ data }) => Number(data['attempt']));
  const isRising = attempts.every((attempt, at) => attempt === at + 1);
  return isRising ? undefined : `${stream} begins its attempts as ${attempts.join(', ')}`;
}

/** What is permitted and not over, with what was carried out, never exceeds what was captured. */
export function tooMuchPromised(world: World): string | undefined {
  const promised = new Map<string, number>();
  const intents = new Map<string, string>();
  for (const stream of proposalStreams(world)) {
    const proposal = proposalOf(world, stream);
    if (proposal.status === 'absent' || !isHolding(proposal) || isTakenBack(world, stream)) continue;
    const { action, intent } = proposal.draft;
    promised.set(action.target.id, (promised.get(action.target.id) ?? 0) + (action.money?.amountMinor ?? 0));
    const other = intents.get(intent);
    if (other !== undefined && !isFinal(proposal.status))
      return `${other} and ${stream} are the same thing, both permitted`;
    if (!isFinal(proposal.status)) intents.set(intent, stream);
  }
  for (const [chargeId, amountMinor] of promised) {
    const captured = world.payments.charges.get(chargeId)?.capturedMinor;
    if (captured !== undefined && amountMinor > captured)
      return `${amountMinor} permitted on ${chargeId}, of which ${captured} was captured`;
  }
  return undefined;
}

function isHolding(proposal: Exclude<Proposal, { status: 'absent' }>): boolean {
  // What was undone at the provider holds nothing, also while a person is still asked about it.
  if (proposal.status === 'being_checked' || endedWithoutEffect(proposal)) return false;
  return !isFinal(proposal.status) || proposal.status === 'completed';
}

/** The provider took back all that was made of it: its listing says so before our record does, and the gate believes it. */
function isTakenBack({ effects }: World, id: string): boolean {
  const own = effects.filter(({ operationId }) => operationId === id);
  return own.length > 0 && own.every(({ failed }) => failed);
}

export function proposalStreams({ records }: World): readonly string[] {
  const ids = records.events
    .filter(({ type }) => type === 'ProposalDrafted')
    .map(({ stream }) => stream.slice('proposal-'.length));
  return [...new Set(ids)];
}
