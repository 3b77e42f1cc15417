import { isInvolved, type ProposalCommand, type Route, type Slot, type SubjectId } from '@countersign/domain';
import type { Waiting } from '../queue/ranking.js';

type OpenSlot = Extract<Slot, { status: 'open' }>;
type Escalation = Extract<ProposalCommand, { type: 'escalate' }>;

/** Where an open slot goes next, and when. */
export interface Passing {
  readonly slot: string;
  readonly dueAt: string;
  readonly toRole: string;
  readonly to?: SubjectId;
  readonly from?: SubjectId;
}

/**
 * Every slot that is still open and has somebody left on its route, by when nobody has answered for as long as
 * policy waits. The deadline comes first: what would be due then or later is not passed on any more.
 */
export function passingsOf(state: Waiting): readonly Passing[] {
  const { asked, policy } = state;
  const { escalateAfterMs, routes = [] } = policy;
  if (asked.status !== 'asked' || escalateAfterMs === undefined || escalateAfterMs <= 0) return [];
  return state.slots.flatMap((slot) => {
    if (slot.status !== 'open') return [];
    const next = nextAlong(state, slot, routes);
    const dueAt = after(slot.passedOn?.at ?? asked.requestedAt, escalateAfterMs);
    const isInTime = Date.parse(dueAt) < Date.parse(asked.expiresAt);
    return next === undefined || !isInTime ? [] : [{ slot: slot.requirement.slot, dueAt, ...next }];
  });
}

/** Whoever is asked now gets the time that policy gives them, and never less than was left before. */
export function escalationOf(state: Waiting, { dueAt: _due, ...passing }: Passing, at: string): Escalation {
  return { type: 'escalate', ...passing, at, expiresAt: newDeadline(state, at) };
}

/** Nor longer than a yes that was given already is good for: what is approved at the end must be usable. */
function newDeadline(state: Waiting, at: string): string {
  const before = state.asked.status === 'asked' ? state.asked.expiresAt : at;
  const given = state.slots.flatMap((s) => (s.status === 'filled' ? [Date.parse(s.grant.expiresAt)] : []));
  const wantedMs = Math.min(Date.parse(at) + (state.policy.escalationValidForMs ?? 0), ...given);
  return wantedMs > Date.parse(before) ? new Date(wantedMs).toISOString() : before;
}

/** The next person listed who may sign; after the last of them the other role, once, if there is another. */
function nextAlong(
  state: Waiting,
  { requirement, passedOn }: OpenSlot,
  routes: readonly Route[],
): Omit<Passing, 'slot' | 'dueAt'> | undefined {
  const route = routes.find(({ slot }) => slot === requirement.slot);
  if (requirement.basis === 'consent' || route === undefined) return undefined;
  if (passedOn !== undefined && passedOn.to === undefined) return undefined;
  const from = passedOn?.to ?? route.people.find((person) => maySign(state, person));
  const rest = from === undefined ? [] : route.people.slice(route.people.indexOf(from) + 1);
  const to = rest.find((person) => maySign(state, person));
  const said = from === undefined ? {} : { from };
  if (to !== undefined) return { toRole: requirement.role, to, ...said };
  return route.escalatesTo === requirement.role ? undefined : { toRole: route.escalatesTo, ...said };
}

/** Nobody is asked whose yes would be refused: who had a part in it, or has signed another slot. */
function maySign({ draft, slots, policy }: Waiting, person: SubjectId): boolean {
  const hasSigned = slots.some((s) => s.status === 'filled' && s.grant.approver.subject === person);
  return !hasSigned && !isInvolved(person, draft) && !(policy.barred ?? []).includes(person);
}

function after(instant: string, ms: number): string {
  return new Date(Date.parse(instant) + ms).toISOString();
}
