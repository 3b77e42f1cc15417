import { describe, expect, it } from '@jest/globals';
import { proposalId, subjectId } from '../identifiers.js';
import type { Person } from '../proposal/requirements.js';
import {
  type Difference,
  type DifferenceCommand,
  decideDifference,
  evolveDifference,
  noDifference,
} from './difference.js';
import type { DifferenceEventData } from './events.js';

const at = '2026-11-29T12:00:00.000Z';
const person = (subject: string): Person => ({
  ...{ subject: subjectId(subject), name: subject, kind: 'staff', roles: ['operator'] },
  ...{ authenticatedAt: at, methods: ['pwd'] },
});
const target = { type: 'charge', id: 'ch_1' };
const fact: DifferenceEventData<'DifferenceFound'> = {
  ...{ system: 'payments', kind: 'effect_without_proposal', proposalId: 'none', anchoredAt: at },
  effects: [
    {
      ...{ reference: 're_1', target, amountMinor: 700, currency: 'EUR' },
      ...{ standing: 'settled', status: 'succeeded', createdAt: at },
    },
  ],
  ...{ source: 'payments /v1/refunds', readAt: at, at },
};
const find: DifferenceCommand = { type: 'find', fact };
const agreed: DifferenceCommand = { type: 'find_agreed', reason: 'Both sides are the same now.', at };
const settle = (by: string, over: object = {}): DifferenceCommand =>
  ({
    type: 'settle',
    by: person(by),
    evidence: 'ticket 1',
    reason: 'By phone.',
    at,
    ...over,
  }) as DifferenceCommand;
const sign = (by: string): DifferenceCommand => ({ type: 'sign_settlement', by: person(by), at });
const note: DifferenceCommand = { type: 'note', by: person('sam'), text: 'Asked.', at };

function given(...commands: readonly DifferenceCommand[]): Difference {
  return commands.reduce<Difference>((state, command) => {
    const decision = decideDifference(command, state);
    if (decision.outcome === 'refused') throw new Error(decision.code);
    return decision.outcome === 'accepted' ? decision.events.reduce(evolveDifference, state) : state;
  }, noDifference);
}
const refusal = (command: DifferenceCommand, state: Difference) => {
  const decision = decideDifference(command, state);
  return decision.outcome === 'refused' ? decision.code : decision.outcome;
};

describe('a difference', () => {
  it('that is found again is the same one', () => {
    expect(refusal(find, given(find))).toBe('already_done');
  });

  it('is settled when the ledgers agree again, and open again when they do not', () => {
    expect(given(find, agreed)).toMatchObject({ status: 'settled', settled: { how: 'agrees_again' } });
    expect(given(find, agreed, find)).toMatchObject({ status: 'open' });
    expect(refusal(agreed, given(find, agreed))).toBe('already_done');
  });

  it('of money is settled by two people, not by one twice', () => {
    const proposed = given(find, settle('sam'));
    expect(proposed).toMatchObject({ status: 'settlement_proposed' });
    expect(refusal(sign('sam'), proposed)).toBe('second_person_needed');
    expect(given(find, settle('sam'), sign('priya'))).toMatchObject({
      status: 'settled',
      settled: { how: 'by_people', people: [{ subject: 'sam' }, { subject: 'priya' }] },
    });
  });

  it('without money is settled by one', () => {
    const { amountMinor, currency, ...effect } = fact.effects[0] ?? never();
    const free: DifferenceCommand = { type: 'find', fact: { ...fact, effects: [effect] } };
    expect([amountMinor, currency]).toEqual([700, 'EUR']);
    expect(given(free, settle('sam'))).toMatchObject({ status: 'settled' });
    const ours = {
      proposalId: proposalId('p'),
      status: 'completed',
      target,
      amountMinor: 1,
      currency: 'EUR',
    };
    const claimed = { ...fact, effects: [], ours: { ...ours, reference: 're_1', sentAt: at } };
    expect(given({ type: 'find', fact: claimed }, settle('sam'))).toMatchObject({
      status: 'settlement_proposed',
    });
  });

  it('that people settled stays settled, however often it is found', () => {
    const settled = given(find, settle('sam'), sign('priya'));
    expect(refusal(find, settled)).toBe('already_done');
    expect(refusal(settle('sam'), settled)).toBe('not_waiting');
    expect(refusal(sign('sam'), settled)).toBe('not_waiting');
  });

  it('takes notes at any time, and evidence and a reason for a settlement', () => {
    expect(given(find, note, settle('sam'), note)).toMatchObject({ status: 'settlement_proposed' });
    expect(refusal(settle('sam', { evidence: ' ' }), given(find))).toBe('evidence_missing');
    expect(refusal(settle('sam', { reason: '' }), given(find))).toBe('evidence_missing');
  });

  it('that was never found can be neither noted nor settled', () => {
    const commands = [note, settle('sam'), sign('sam'), agreed];
    expect(commands.map((command) => refusal(command, noDifference))).toEqual(Array(4).fill('not_found'));
  });
});

function never(): never {
  throw new Error('The fact holds an effect');
}
