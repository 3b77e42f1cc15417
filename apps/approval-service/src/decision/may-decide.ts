import {
  type Drafted,
  decideProposal,
  digestOfHex,
  type Grant,
  isFinal,
  type Person,
  slotFor,
} from '@countersign/domain';
import { type DecisionCode, decisionCodeOf } from './decision-codes.js';

export type MayDecide =
  | { readonly slot: string; readonly basis: 'consent' | 'approval' }
  | { readonly code: DecisionCode; readonly reason: string };

/** Whose yes or no this would be: a slot this person filled already, or the first open one they may fill. */
function slotOf(state: Drafted, person: Person): string {
  const slots = 'slots' in state ? state.slots : [];
  const own = slots.find((s) => s.status === 'filled' && s.grant.approver.subject === person.subject);
  return own?.requirement.slot ?? slotFor(slots, person) ?? 'none';
}

/** A no may stand for another open slot as well, also for somebody who signed one. */
export function slotToReject(state: Drafted, person: Person): string {
  return slotFor('slots' in state ? state.slots : [], person) ?? 'none';
}

function basisOf(state: Drafted, slot: string): 'consent' | 'approval' {
  const found = 'slots' in state ? state.slots.find((s) => s.requirement.slot === slot) : undefined;
  return found?.requirement.basis ?? 'approval';
}

/** A yes of this person at this instant, not signed by anybody. `decide` judges it like any other. */
export function unsignedGrant(state: Drafted, person: Person, at: string): Grant {
  const slot = slotOf(state, person);
  return {
    slot,
    basis: basisOf(state, slot),
    digest: state.draft.digest,
    approver: person,
    grantedAt: at,
    expiresAt: at,
    cardHash: '',
    cardShownAt: at,
    policySetHash: 'policy' in state ? state.policy.policySetHash : '',
    signature: '',
  };
}

/**
 * Whether this person could say yes now, asked of the domain's own rules with a yes that is thrown away: so
 * the card and the decision can never disagree about who may.
 */
export function mayDecide(state: Drafted, person: Person, at: string): MayDecide {
  const grant = unsignedGrant(state, person, at);
  const decision = decideProposal({ type: 'grant', grant }, state);
  if (decision.outcome === 'accepted') return { slot: grant.slot, basis: grant.basis };
  if (decision.outcome === 'already_done') return { code: 'already_decided', reason: 'You approved this.' };
  return { code: decisionCodeOf(decision.code), reason: decision.message };
}

export function mayReject(state: Drafted, person: Person, at: string): boolean {
  if (isFinal(state.status)) return false;
  const command = {
    type: 'reject',
    slot: slotToReject(state, person),
    digest: digestOfHex(state.draft.digest),
    by: person,
    reason: '',
    noteToCustomer: '',
    at,
  } as const;
  return decideProposal(command, state).outcome === 'accepted';
}
