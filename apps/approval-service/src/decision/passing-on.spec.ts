import { evolveProposal, type ProposalEvent, type ProposalEventData, subjectId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import type { Waiting } from '../queue/ranking.js';
import {
  at,
  consent,
  type Draft,
  draftOf,
  folded,
  grantBy,
  id,
  manager,
  maya,
  nine,
  secondManager,
  verdictOf,
} from '../testing/samples.js';
import { dueNow, timersAfter } from './deadline.js';
import { escalationOf, passingsOf } from './passing-on.js';

type Judged = ProposalEventData<'PolicyDecided'>;
const minute = 60_000;
const people = ['maya', 'priya'].map(subjectId);
const route = { slot: manager.slot, escalatesTo: 'support_manager', people };
const passingOn: Partial<Judged> = { escalateAfterMs: 90 * minute, routes: [route] };

function asked(judged: Partial<Judged> = {}, over: Partial<Draft> = {}): Waiting {
  const { requirements = [consent, manager] } = judged;
  const state = folded(
    { type: 'draft', fact: draftOf(id, over) },
    { type: 'decide_policy', fact: { ...verdictOf(...requirements), ...passingOn, ...judged } },
    { type: 'request_approval', at: nine },
  );
  return state as Waiting;
}

function after(state: Waiting, data: Partial<ProposalEventData<'ApprovalEscalated'>>): Waiting {
  const toRole = 'support_manager';
  const fact = { slot: manager.slot, toRole, at: at(90), expiresAt: at(240), ...data };
  return evolveProposal(state, { type: 'ApprovalEscalated', data: fact } as ProposalEvent) as Waiting;
}

describe('passing on a slot that nobody filled', () => {
  it('goes to the next person of the route, never the consent of a customer', () => {
    expect(passingsOf(asked())).toEqual([
      { slot: manager.slot, dueAt: at(90), toRole: 'support_manager', from: 'maya', to: 'priya' },
    ]);
  });

  it('is not done where policy says nothing of it, as in verdicts of earlier releases', () => {
    expect(passingsOf({ ...asked(), policy: verdictOf(consent, manager) })).toEqual([]);
    expect(passingsOf(asked({ routes: [] }))).toEqual([]);
  });

  it('waits as long again for the next, and ends with the route', () => {
    const longer = { ...route, people: [...people, subjectId('iris')] };
    const passed = after(asked({ routes: [longer] }), { to: subjectId('priya') });
    expect(passingsOf(passed)).toMatchObject([{ dueAt: at(180), from: 'priya', to: 'iris' }]);
    expect(passingsOf(after(asked(), { to: subjectId('priya') }))).toEqual([]);
  });

  it('goes from the last person to the other role, once', () => {
    const lead = { ...route, people: [maya.subject], escalatesTo: 'support_lead' };
    const state = asked({ routes: [lead] });
    expect(passingsOf(state)).toEqual([
      { slot: manager.slot, dueAt: at(90), toRole: 'support_lead', from: 'maya' },
    ]);
    expect(passingsOf(after(state, { toRole: 'support_lead' }))).toEqual([]);
  });

  it('passes by whoever started the matter: their yes would be refused (S28)', () => {
    expect(passingsOf(asked({}, { startedBy: [subjectId('priya')] }))).toEqual([]);
    expect(passingsOf(asked({ barred: [subjectId('priya')] }))).toEqual([]);
  });

  it('passes on only what is open, and not to who signed the other slot', () => {
    const two = { ...route, slot: secondManager.slot };
    const state = asked({ requirements: [manager, secondManager], routes: [route, two] });
    expect(passingsOf(state).map(({ slot }) => slot)).toEqual([manager.slot, secondManager.slot]);
    const grant = grantBy(maya);
    if (grant.type !== 'grant') throw new Error('no grant');
    const signed = evolveProposal(state, { type: 'ApprovalGranted', data: grant.grant }) as Waiting;
    expect(passingsOf(signed)).toEqual([]);
  });

  it('does not happen at the deadline or later', () => {
    expect(passingsOf(asked({ escalateAfterMs: 240 * minute }))).toEqual([]);
    expect(passingsOf(asked({ escalateAfterMs: 239 * minute }))).toHaveLength(1);
  });
});

describe('the deadline of whoever it is passed on to', () => {
  const [passing] = passingsOf(asked());
  if (passing === undefined) throw new Error('nothing to pass on');
  it.each([
    ['as it was, where policy gives none', {}, 240],
    ['later, where policy gives more than is left', { escalationValidForMs: 200 * minute }, 290],
    ['never earlier', { escalationValidForMs: minute }, 240],
  ])('is %s', (_what, judged, minutes) => {
    expect(escalationOf(asked(judged), passing, at(90)).expiresAt).toBe(at(minutes));
  });

  it('is not later than a yes that was given is good for', () => {
    const state = asked({ requirements: [manager, secondManager], escalationValidForMs: 600 * minute });
    const grant = grantBy(maya, { expiresAt: at(300) });
    if (grant.type !== 'grant') throw new Error('no grant');
    const signed = evolveProposal(state, { type: 'ApprovalGranted', data: grant.grant }) as Waiting;
    expect(escalationOf(signed, passing, at(90)).expiresAt).toBe(at(300));
  });
});

describe('the timer', () => {
  const dueAt = (state: Waiting, reminded: boolean, when: string) => {
    const commands = dueNow(state, { reminded }, when);
    const [timer] = timersAfter(state, commands, { reminded });
    return [commands.map(({ type }) => type), timer?.dueAt];
  };
  it('comes for the reminder, then for passing on, then for the deadline', () => {
    expect(dueAt(asked(), false, at(59))).toEqual([[], at(60)]);
    expect(dueAt(asked(), false, at(60))).toEqual([['remind'], at(90)]);
    expect(dueAt(asked(), true, at(90))).toEqual([['escalate'], at(240)]);
  });
  it('does both when nothing ran for long: whoever cannot be passed by is still reminded', () => {
    expect(dueAt(asked(), false, at(100))).toEqual([['remind', 'escalate'], at(240)]);
  });
  it('comes for the deadline alone where policy sets neither', () => {
    expect(dueAt(asked({ remindAfterMs: 0, routes: [] }), false, at(1))).toEqual([[], at(240)]);
  });
});
