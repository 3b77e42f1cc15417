import { capabilities } from '@countersign/capabilities';
import { digestOf } from '@countersign/contracts';
import {
  endedWithoutEffect,
  evolveProposal,
  grantsOf,
  noProposal,
  type Proposal,
  type ProposalEvent,
} from '@countersign/domain';
import type { Effect } from '../outside/payments.js';
import type { World } from '../world.js';
import { wrongForAccount } from './accounts.js';
import { otherThanApproved } from './as-approved.js';
import { wrongUndo } from './undone.js';

interface Folded {
  readonly version: number;
  readonly state: Proposal;
}

const folded = new WeakMap<World, Map<string, Folded>>();

/** A proposal folded from its stream alone, from where it was folded the last time. */
export function proposalOf(world: World, id: string): Proposal {
  const known = folded.get(world) ?? new Map<string, Folded>();
  folded.set(world, known);
  const events = world.records.stream('fjordlight', `proposal-${id}`);
  const before = known.get(id) ?? { version: 0, state: noProposal };
  if (before.version === events.length) return before.state;
  const state = events
    .slice(before.version)
    .reduce((so, event) => evolveProposal(so, event as unknown as ProposalEvent), before.state);
  known.set(id, { version: events.length, state });
  return state;
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
  const other = otherThanApproved(world, effect, action) ?? wrongForAccount(world, effect, action);
  if (other !== undefined) return `an effect of ${operationId} ${other}`;
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
  const refuser = world.decisions.find(
    (said) =>
      said.isTaken &&
      said.decision === 'reject' &&
      said.proposalId === operationId &&
      said.digest === draft.digest,
  );
  if (refuser !== undefined)
    return `a request leaves for ${operationId}, to which ${refuser.person} said no, and was answered that it counts`;
  const undo = wrongUndo(world, proposal);
  if (undo !== undefined) return `a request leaves for ${operationId}, ${undo}`;
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

interface Known {
  seen: number;
  readonly ids: string[];
}

const drafted = new WeakMap<World, Known>();

/** Every proposal there is, by its id, in the order in which they were drafted. */
export function proposalStreams(world: World): readonly string[] {
  const known = drafted.get(world) ?? { seen: 0, ids: [] };
  drafted.set(world, known);
  const { events } = world.records;
  for (; known.seen < events.length; known.seen += 1) {
    const event = events[known.seen];
    const id = event?.stream.slice('proposal-'.length) ?? '';
    if (event?.type === 'ProposalDrafted' && !known.ids.includes(id)) known.ids.push(id);
  }
  return known.ids;
}
