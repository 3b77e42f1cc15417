import { describe, expect, it } from '@jest/globals';
import { proposalId } from '../identifiers.js';
import { caseFact, plainCaseData } from '../testing/case-facts.js';
import { givenCase, told } from '../testing/given.js';
import { at } from '../testing/people.js';
import { id, otherDigest, otherId } from '../testing/proposal-facts.js';
import type { CaseCommand } from './decide.js';
import type { CaseEvent } from './events.js';

const opened = [caseFact('CaseOpened'), caseFact('CustomerMessageReceived')];
const withAPerson = [...opened, caseFact('CaseEscalated')];
const attached = [...opened, caseFact('ProposalAttached')];
const route: CaseCommand = { type: 'route', fact: plainCaseData.CaseRouted };
const turn: CaseCommand = { type: 'take_turn', fact: plainCaseData.ModelTurnTaken };
const call: CaseCommand = { type: 'record_tool_call', fact: plainCaseData.ToolCalled };
const observe: CaseCommand = { type: 'observe_action', fact: plainCaseData.ActionObserved };
const escalate: CaseCommand = { type: 'escalate', fact: plainCaseData.CaseEscalated };
const settle: CaseCommand = { type: 'settle', at: at(302) };

describe('opening', () => {
  const open: CaseCommand = { type: 'open', fact: plainCaseData.CaseOpened };
  it('takes the request as it came', () => {
    expect(told(givenCase().when(open))).toEqual([caseFact('CaseOpened')]);
  });
  it('does not open one request twice', () => {
    expect(told(givenCase(...opened).when(open))).toBe('already_done');
  });
  it('does not let two requests share a case id', () => {
    const other: CaseCommand = { type: 'open', fact: { ...plainCaseData.CaseOpened, requestId: 'r2' } };
    expect(told(givenCase(...opened).when(other))).toBe('already_exists');
  });
  it('comes before everything else', () => {
    for (const command of [route, turn, call, observe, escalate, settle]) {
      expect(told(givenCase().when(command))).toBe('not_found');
    }
  });
});

describe('what is heard twice is done once', () => {
  const rows: readonly (readonly [CaseCommand, CaseEvent])[] = [
    [
      { type: 'receive_message', fact: plainCaseData.CustomerMessageReceived },
      caseFact('CustomerMessageReceived'),
    ],
    [call, caseFact('ToolCalled')],
    [{ type: 'ask', fact: plainCaseData.QuestionAsked }, caseFact('QuestionAsked')],
    [{ type: 'attach_proposal', fact: plainCaseData.ProposalAttached }, caseFact('ProposalAttached')],
    [{ type: 'reply', fact: plainCaseData.ReplySent }, caseFact('ReplySent')],
    [escalate, caseFact('CaseEscalated')],
  ];
  it.each(rows)('%o', (command, event) => {
    expect(told(givenCase(caseFact('CaseOpened')).when(command))).toEqual([event]);
    expect(told(givenCase(caseFact('CaseOpened'), event).when(command))).toBe('already_done');
  });
});

describe('the planner', () => {
  it('routes, takes turns and calls tools within its bounds', () => {
    expect(told(givenCase(...opened).when(route))).toEqual([caseFact('CaseRouted')]);
    expect(told(givenCase(...opened).when(turn))).toEqual([caseFact('ModelTurnTaken')]);
    expect(told(givenCase(...opened).when(call))).toEqual([caseFact('ToolCalled')]);
  });
  it('does nothing once a person has taken over', () => {
    for (const command of [route, turn, call]) {
      expect(told(givenCase(...withAPerson).when(command))).toBe('with_a_person');
    }
  });
  const spent = {
    turns: Array.from({ length: 3 }, () =>
      caseFact('ModelTurnTaken', { usage: { inputTokens: 0, outputTokens: 0, costMicros: 0 } }),
    ),
    'tool calls': [caseFact('ToolCalled'), caseFact('ToolCalled', { callId: 'call-2' })],
    spend: [caseFact('ModelTurnTaken', { usage: { inputTokens: 0, outputTokens: 0, costMicros: 1000 } })],
  };
  it.each(Object.entries(spent))('stops at the bound on %s', (bound, events) => {
    const decision = givenCase(...opened, ...events).when(route);
    expect(decision).toMatchObject({ code: 'bound_reached', message: `The bound on ${bound} is reached.` });
  });
  it.each([
    [899.999, 'accepted'],
    [900, 'refused'],
  ])('stops at the bound on time: %d s', (seconds, outcome) => {
    const late: CaseCommand = { type: 'route', fact: { ...plainCaseData.CaseRouted, at: at(seconds) } };
    expect(givenCase(...opened).when(late).outcome).toBe(outcome);
  });
  it('has its time anew when the customer writes again', () => {
    const again = caseFact('CustomerMessageReceived', { messageId: 'm2', receivedAt: at(5000) });
    const late: CaseCommand = { type: 'route', fact: { ...plainCaseData.CaseRouted, at: at(5899) } };
    expect(givenCase(...opened, again).when(late).outcome).toBe('accepted');
  });
  it('is held back by bounds, and the customer and what is observed are not', () => {
    const past = givenCase(...attached, ...spent.spend);
    const message = { ...plainCaseData.CustomerMessageReceived, messageId: 'm2' };
    expect(past.when({ type: 'receive_message', fact: message }).outcome).toBe('accepted');
    expect(past.when(observe).outcome).toBe('accepted');
    expect(past.when({ type: 'reply', fact: plainCaseData.ReplySent }).outcome).toBe('accepted');
    expect(past.when(escalate).outcome).toBe('accepted');
  });
});

describe('what a customer writes', () => {
  it('is recorded and permits nothing, whatever the words (S03)', () => {
    const yes = { ...plainCaseData.CustomerMessageReceived, messageId: 'm2', text: 'Yes, go ahead.' };
    const decision = givenCase(...attached).when({ type: 'receive_message', fact: yes });
    expect(told(decision)).toEqual([caseFact('CustomerMessageReceived', yes)]);
  });
});

describe('facts', () => {
  it('are recorded as known or as unknown', () => {
    const known: CaseCommand = { type: 'establish_fact', fact: plainCaseData.FactEstablished };
    const unknown: CaseCommand = { type: 'record_unknown', fact: plainCaseData.FactUnknown };
    expect(told(givenCase(...opened).when(known))).toEqual([caseFact('FactEstablished')]);
    expect(told(givenCase(...opened).when(unknown))).toEqual([caseFact('FactUnknown')]);
  });
});

describe('observing an action', () => {
  it('is for proposals of this case', () => {
    expect(told(givenCase(...attached).when(observe))).toEqual([caseFact('ActionObserved')]);
    expect(told(givenCase(...opened).when(observe))).toBe('not_attached');
  });
});

describe('settling', () => {
  const second = caseFact('ProposalAttached', { proposalId: otherId, digest: otherDigest });
  const observed = (proposal: typeof id, status: string) =>
    caseFact('ActionObserved', { proposalId: proposal, status });
  it.each([
    ['completed', 'completed', 'completed'],
    ['completed', 'failed', 'partially_completed'],
    ['rejected', 'completed', 'partially_completed'],
    ['rejected', 'expired', 'declined'],
    ['completed', 'superseded', 'completed'],
    ['duplicate', 'denied', 'declined'],
    ['duplicate', 'completed', 'completed'],
    ['duplicate', 'duplicate', 'declined'],
    ['superseded', 'duplicate', 'declined'],
  ])('%s and %s: %s', (first, other, outcome) => {
    const both = [...attached, second, observed(id, first), observed(otherId, other)];
    expect(told(givenCase(...both).when(settle))).toEqual([
      caseFact('CaseCompleted', { outcome: outcome as 'completed' }),
    ]);
  });
  it.each(['attached', 'awaiting_approval', 'executing', 'outcome_unknown', 'in_review', 'succeeded'])(
    'waits for an action that is %s',
    (status) => {
      const both = [...attached, second, observed(id, 'completed'), observed(otherId, status)];
      expect(told(givenCase(...both).when(settle))).toBe('not_settled');
    },
  );
  it('has nothing to settle where nothing was proposed', () => {
    expect(told(givenCase(...opened).when(settle))).toBe('not_settled');
  });
  it('waits for what comes in the place of a superseded action', () => {
    const alone = [...attached, observed(id, 'superseded')];
    expect(told(givenCase(...alone).when(settle))).toBe('not_settled');
  });
  it('happens once', () => {
    const done = [...attached, observed(id, 'completed'), caseFact('CaseCompleted')];
    expect(told(givenCase(...done).when(settle))).toBe('already_done');
  });
  it('is taken back when what was carried out did not last, and only then (C21)', () => {
    const done = [...attached, observed(id, 'completed'), caseFact('CaseCompleted')];
    const reopen: CaseCommand = { type: 'reopen', fact: plainCaseData.CaseReopened };
    expect(told(givenCase(...done).when(reopen))).toEqual([caseFact('CaseReopened')]);
    expect(told(givenCase(...attached).when(reopen))).toBe('already_done');
    const open = [...done, caseFact('CaseReopened'), observed(id, 'in_review')];
    expect(told(givenCase(...open).when(settle))).toBe('not_settled');
    expect(told(givenCase(...open, observed(id, 'closed')).when(settle))).toEqual([
      caseFact('CaseCompleted', { outcome: 'declined' }),
    ]);
  });
  it('two proposals of one case are told apart by their ids (C67)', () => {
    const both = givenCase(...attached, second, observed(otherId, 'completed'));
    expect(told(both.when(settle))).toBe('not_settled');
    const stranger: CaseCommand = {
      type: 'observe_action',
      fact: { ...plainCaseData.ActionObserved, proposalId: proposalId('third') },
    };
    expect(told(both.when(stranger))).toBe('not_attached');
  });
});
