import { accepted, alreadyDone, type Decision, never, refused } from '../decision.js';
import type { Instant } from '../identifiers.js';
import type { Person } from '../proposal/requirements.js';
import type { DifferenceEvent, DifferenceEventData } from './events.js';

/** One thing in which the target's ledger and ours are not the same. */
export type Difference =
  | { readonly status: 'absent' }
  | ({ readonly found: DifferenceEventData<'DifferenceFound'> } & (
      | { readonly status: 'open' }
      | {
          readonly status: 'settlement_proposed';
          readonly proposed: DifferenceEventData<'SettlementProposed'>;
        }
      | { readonly status: 'settled'; readonly settled: DifferenceEventData<'DifferenceSettled'> }
    ));

export type DifferenceCommand =
  | { readonly type: 'find'; readonly fact: DifferenceEventData<'DifferenceFound'> }
  | { readonly type: 'find_agreed'; readonly reason: string; readonly at: Instant }
  | {
      readonly type: 'settle';
      readonly by: Person;
      readonly evidence: string;
      readonly reason: string;
      readonly at: Instant;
    }
  | { readonly type: 'sign_settlement'; readonly by: Person; readonly at: Instant }
  | { readonly type: 'note'; readonly by: Person; readonly text: string; readonly at: Instant };

export type DifferenceRefusal = 'not_found' | 'not_waiting' | 'evidence_missing' | 'second_person_needed';

export const noDifference: Difference = { status: 'absent' };

/** Whether money is written off by settling it: then two people say so. */
export function carriesMoney({ effects, ours }: DifferenceEventData<'DifferenceFound'>): boolean {
  return [...effects, ...(ours === undefined ? [] : [ours])].some(
    ({ amountMinor }) => (amountMinor ?? 0) !== 0,
  );
}

export function decideDifference(
  command: DifferenceCommand,
  state: Difference,
): Decision<DifferenceEvent, DifferenceRefusal> {
  if (command.type === 'find') return find(command.fact, state);
  if (state.status === 'absent') return refused('not_found', 'There is no such difference.');
  switch (command.type) {
    case 'note': {
      const { by, text, at } = command;
      return accepted({ type: 'DifferenceNoted', data: { by, text, at } });
    }
    case 'find_agreed': {
      const { reason, at } = command;
      const data = { how: 'agrees_again', people: [], reason, at } as const;
      return state.status === 'settled' ? alreadyDone : accepted({ type: 'DifferenceSettled', data });
    }
    case 'settle':
      return settle(command, state);
    case 'sign_settlement':
      return sign(command, state);
    default:
      return never(command);
  }
}

/** What people settled stays settled; what only went away by itself and came back is open again. */
function find(
  fact: DifferenceEventData<'DifferenceFound'>,
  state: Difference,
): Decision<DifferenceEvent, DifferenceRefusal> {
  const isNew =
    state.status === 'absent' || (state.status === 'settled' && state.settled.how === 'agrees_again');
  return isNew ? accepted({ type: 'DifferenceFound', data: fact }) : alreadyDone;
}

type Known = Exclude<Difference, { status: 'absent' }>;

function settle(
  { by, evidence, reason, at }: Extract<DifferenceCommand, { type: 'settle' }>,
  state: Known,
): Decision<DifferenceEvent, DifferenceRefusal> {
  if (state.status === 'settled') return refused('not_waiting', 'This difference is settled already.');
  if (evidence.trim() === '' || reason.trim() === '') {
    return refused('evidence_missing', 'A settlement needs evidence (a reference or a link) and a reason.');
  }
  return carriesMoney(state.found)
    ? accepted({ type: 'SettlementProposed', data: { by, evidence, reason, at } })
    : accepted({ type: 'DifferenceSettled', data: { how: 'by_people', people: [by], reason, at } });
}

function sign(
  { by, at }: Extract<DifferenceCommand, { type: 'sign_settlement' }>,
  state: Known,
): Decision<DifferenceEvent, DifferenceRefusal> {
  if (state.status !== 'settlement_proposed') {
    return refused('not_waiting', 'No settlement waits for a second person.');
  }
  const { proposed } = state;
  if (proposed.by.subject === by.subject) {
    return refused('second_person_needed', 'You proposed this settlement, so somebody else must sign it.');
  }
  const { reason } = proposed;
  return accepted({
    type: 'DifferenceSettled',
    data: { how: 'by_people', people: [proposed.by, by], reason, at },
  });
}

export function evolveDifference(state: Difference, event: DifferenceEvent): Difference {
  if (event.type === 'DifferenceFound') return { status: 'open', found: event.data };
  if (state.status === 'absent') return state;
  const { found } = state;
  if (event.type === 'SettlementProposed') {
    return state.status === 'settled'
      ? state
      : { status: 'settlement_proposed', found, proposed: event.data };
  }
  if (event.type === 'DifferenceSettled') return { status: 'settled', found, settled: event.data };
  return state;
}
