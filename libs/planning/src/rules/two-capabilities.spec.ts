import { describe, expect, it } from '@jest/globals';
import type { ConversationEntry, PlannerView } from '../port/view.js';
import { emptyView } from '../testing/case-under-test.js';
import { type CapabilityRules, say } from './capability-rules.js';
import { RulesPlanner } from './rules-planner.js';
import { only } from './thought.js';

const at = '2026-11-30T09:00:00Z';

function rulesFor(capability: string, intent: string, ...patterns: string[]): CapabilityRules {
  const think = () => only({ type: 'done' as const, outcome: 'answered' as const });
  return {
    capability,
    matter: `${capability} of yours`,
    takes: [intent],
    wordings: say(intent, 0.9, ...patterns),
    think,
  };
}

const keys = rulesFor('keys', 'lost_key', '\\b(?:lost|new) key\\b', '\\bdoor\\b');
const lamps = rulesFor('lamps', 'broken_lamp', '\\blamp\\b', '\\bdoor\\b');
const both = [keys, lamps];

async function stepOf(text: string, more: Partial<PlannerView> = {}, rules = both) {
  const message: ConversationEntry = { kind: 'customer_message', messageId: 'm2', at, text };
  const before = more.conversation ?? [];
  const capabilities = rules.map(({ capability }) => ({ name: capability, responsibility: capability }));
  const view = { ...emptyView({ kind: 'coordinator' }), capabilities, ...more };
  return (await new RulesPlanner(rules).next({ ...view, conversation: [...before, message] })).step;
}

describe('given two capabilities', () => {
  it('when a message asks for one of them, then it goes there, whatever their order', async () => {
    for (const rules of [both, both.toReversed()]) {
      expect(await stepOf('I lost my key, a new key please', {}, rules)).toEqual({
        type: 'route',
        capability: 'keys',
        reason: 'lost_key',
        confidence: 0.9,
      });
    }
  });

  it('when a message asks for both in words of their own, then both get it, in the order they were asked', async () => {
    const step = await stepOf('The lamp is broken and I need a new key.');
    expect(step).toMatchObject({ capability: 'lamps', also: [{ capability: 'keys', reason: 'lost_key' }] });
  });

  it('when the same words could mean either, then nothing is started and it is asked which', async () => {
    const step = await stepOf('it is about the door');
    expect(step).toMatchObject({ type: 'ask', about: 'matter', questionId: 'matter:1' });
    expect(step).toMatchObject({ text: 'Is this about keys of yours, or about lamps of yours?' });
  });

  it('when it was asked which and is still unclear, then a person finds out', async () => {
    const question: ConversationEntry = {
      kind: 'question',
      questionId: 'matter:1',
      at,
      about: 'matter',
      text: '?',
    };
    expect(await stepOf('the door, I said', { conversation: [question] })).toEqual({
      type: 'escalate',
      reason: 'matter_unclear',
    });
  });

  it('when nothing is recognised, then it is asked, naming what can be looked into', async () => {
    const step = await stepOf('hmm, well');
    expect(step).toMatchObject({
      type: 'ask',
      text: 'What can I help you with? I can look into keys of yours or lamps of yours.',
    });
  });

  it('when one is not offered here, then its words start neither it nor the other', async () => {
    const capabilities = [{ name: 'lamps', responsibility: 'lamps' }];
    expect(await stepOf('I need a new key', { capabilities })).toEqual({
      type: 'escalate',
      reason: 'capability_not_offered:keys',
    });
  });
});

describe('given a question of one capability while another has the case since', () => {
  const conversation: ConversationEntry[] = [
    { kind: 'routed', at, capability: 'keys' },
    { kind: 'question', questionId: 'which_key:1', at, about: 'which_key', text: 'Which key?' },
    { kind: 'routed', at, capability: 'lamps' },
  ];

  it('when it is answered, then the answer goes to whoever asked', async () => {
    expect(await stepOf('the small one', { conversation })).toEqual({
      type: 'route',
      capability: 'keys',
      reason: 'answers_open_question',
    });
  });

  it('when something else is asked for instead, then it goes where that belongs', async () => {
    expect(await stepOf('my lamp is broken', { conversation })).toMatchObject({ capability: 'lamps' });
  });
});
