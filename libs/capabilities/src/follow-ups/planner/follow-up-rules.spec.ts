import type { ConversationEntry, Json, JsonObject, PlannerView, ProposalSeen } from '@countersign/planning';
import { type PlannerRole, RulesPlanner, validateFacts, validateStep } from '@countersign/planning';
import { describe, expect, it } from '@jest/globals';
import { capability } from '../follow-ups.js';

const at = '2026-11-30T09:00:00Z';
const wish = 'Please send Dana a follow-up on opportunity 7.';
const boundsLeft = { turns: 9, toolCalls: 9, wallClockMs: 9_000, spendMicros: 9 };

function looked(tool: string, args: JsonObject, data: Json): ConversationEntry {
  const provenance = { source: 'crm', version: '1', readAt: at };
  const call = { callId: `${tool}-1`, at, tool, arguments: args };
  return { kind: 'tool_result', ...call, outcome: 'answered', data, provenance };
}
const seen = (change: JsonObject = {}) =>
  looked(
    'read_opportunity',
    { opportunityId: '7' },
    {
      ...{ opportunityId: '7', title: 'Annual plan', stage: 'offer_sent', status: 'open' },
      ...{ contact: 'Dana Petrov', doNotContact: false, templates: [{ templateId: 'after-offer' }] },
      ...change,
    },
  );
const one = (opportunityId: string, contact: string, status = 'open') => ({
  ...{ opportunityId, title: `Plan ${opportunityId}`, stage: 'offer_sent', status, contact },
});
const listed = (...data: JsonObject[]) => looked('list_opportunities', {}, data);
const said = (text: string, when = at): ConversationEntry => ({
  ...{ kind: 'customer_message', messageId: `m-${when}`, at: when, text },
});

async function stepAfter(conversation: ConversationEntry[], proposals: ProposalSeen[] = []) {
  const { name, responsibility, instructions, tools, actions, rules } = capability;
  const role: PlannerRole = { kind: 'specialist', capability: name, responsibility };
  const view = {
    ...{ role, instructions, clock: at, conversation, facts: [], proposals, capabilities: [] },
    ...{ tools, actions, boundsLeft },
  } as unknown as PlannerView;
  const { step, facts } = await new RulesPlanner([rules]).next(view);
  expect(validateStep(step, view, facts)).toMatchObject({ outcome: 'valid' });
  expect(validateFacts(facts, view)).toEqual([]);
  return step;
}

async function routeOf(text: string): Promise<string> {
  const { name, responsibility, rules } = capability;
  const view = {
    ...{ role: { kind: 'coordinator' }, instructions: '', clock: at, conversation: [said(text)], facts: [] },
    ...{ proposals: [], capabilities: [{ name, responsibility }], tools: [], actions: [], boundsLeft },
  } as unknown as PlannerView;
  const { step } = await new RulesPlanner([rules]).next(view);
  return step.type === 'route' ? step.capability : step.type;
}

describe('S40: a follow-up asked for in words', () => {
  it('looks at the opportunity, then proposes the one template there is', async () => {
    expect(await stepAfter([said(wish)])).toMatchObject({
      ...{ tool: 'read_opportunity', arguments: { opportunityId: '7' } },
    });
    expect(await stepAfter([said(wish), seen()])).toMatchObject({
      ...{ type: 'propose', kind: 'follow-up.send', target: 'opportunity:7' },
      arguments: { opportunityId: '7', templateId: 'after-offer' },
    });
  });

  it('takes words in quotes as they are, and a subject beside them', async () => {
    const words = `${wish.slice(0, -1)}, subject “Our call”: “Hello Dana,\nwas Friday not fine? Yours”`;
    expect(await stepAfter([said(words), seen()])).toMatchObject({
      arguments: { subject: 'Our call', body: 'Hello Dana,\nwas Friday not fine? Yours' },
    });
    expect(await stepAfter([said(`${wish.slice(0, -1)}: "Hello!"`), seen()])).toMatchObject({
      arguments: { opportunityId: '7', subject: 'Annual plan', body: 'Hello!' },
    });
  });

  it('takes nothing else in quotes for words, and nobody for the contact who is not named so', async () => {
    const named = 'Send Dana a follow-up on the "Annual plan" deal, opportunity 7.';
    expect(await stepAfter([said(named), seen()])).toMatchObject({
      arguments: { opportunityId: '7', templateId: 'after-offer' },
    });
    for (const text of [
      'Write to Dana about opportunity 7',
      'Send Ms Petrov a follow-up on opportunity 7',
      'Send an e-mail to Dana about opportunity 7',
      'Send my client a short follow-up on opportunity 7',
      'Send out a follow-up on opportunity 7 please',
    ])
      expect(await stepAfter([said(text), seen()])).toMatchObject({ type: 'propose' });
    for (const text of ['Write to Eve about opportunity 7', 'Send a message to Eve about opportunity 7'])
      expect(await stepAfter([said(text), seen()])).toMatchObject({ type: 'ask', about: 'opportunity' });
  });

  it('finds the opportunity by its contact, and asks which one when there are two', async () => {
    const words = 'Send a follow-up to Dana, please.';
    expect(await stepAfter([said(words)])).toMatchObject({ tool: 'list_opportunities' });
    const others = [one('8', 'Eli Sato'), one('9', 'Dana Petrov', 'lost')];
    expect(await stepAfter([said(words), listed(one('7', 'Dana Petrov'), ...others)])).toMatchObject({
      ...{ tool: 'read_opportunity', arguments: { opportunityId: '7' } },
    });
    const two = [said(words), listed(one('7', 'Dana Petrov'), one('12', 'Dana Petrov'), ...others)];
    expect(await stepAfter(two)).toMatchObject({
      ...{ type: 'ask', about: 'opportunity', text: expect.stringMatching(/7, Plan 7.*12, Plan 12/) },
    });
    const question = { questionId: 'opportunity:1', about: 'opportunity', text: 'Which?' };
    const answered = [...two, { kind: 'question', at, ...question } as const, said('12', at)];
    expect(await stepAfter(answered)).toMatchObject({ arguments: { opportunityId: '12' } });
  });

  it('asks when the record’s contact is somebody else, and when nobody’s words are at hand', async () => {
    expect(await stepAfter([said(wish), seen({ contact: 'Eli Sato' })])).toMatchObject({
      ...{ type: 'ask', about: 'opportunity', text: expect.stringContaining('is Eli Sato') },
    });
    const noTemplate = [said(wish), seen({ templates: [] })];
    expect(await stepAfter(noTemplate)).toMatchObject({ type: 'ask', about: 'words' });
    const question = { questionId: 'words:7:1', about: 'words', text: 'What?' };
    expect(
      await stepAfter([...noTemplate, { kind: 'question', at, ...question }, said('Hello Dana!', at)]),
    ).toMatchObject({ arguments: { opportunityId: '7', body: 'Hello Dana!' } });
  });

  it.each([
    ['contact_opted_out', { doNotContact: true }],
    ['opportunity_closed', { status: 'won' }],
  ])('proposes nothing and says why: %s', async (code, change) => {
    const read = [said(wish), seen(change)];
    expect(await stepAfter(read)).toMatchObject({ type: 'reply', code });
    expect(await stepAfter([...read, { kind: 'reply', at, code }])).toEqual({
      ...{ type: 'done', outcome: 'declined' },
    });
  });

  it('proposes once, and again only for other words or a later wish', async () => {
    const waits: ProposalSeen = {
      ...{ proposalId: 'p', proposedAt: at, kind: 'follow-up.send', target: 'opportunity:7', told: [] },
      ...{ arguments: { opportunityId: '7', body: 'Hello!' }, state: 'awaiting_approval' },
    };
    expect(await stepAfter([said(wish), seen()], [waits])).toEqual({ type: 'done', outcome: 'proposed' });
    const later = '2026-11-30T10:00:00Z';
    const other = [said(wish), seen(), said(`${wish.slice(0, -1)}: "Good day!"`, later), seen()];
    expect(await stepAfter(other, [waits])).toMatchObject({ arguments: { body: 'Good day!' } });
    const same = [said(wish), seen(), said(`${wish.slice(0, -1)}: "Hello!"`, later), seen()];
    expect(await stepAfter(same, [waits])).toEqual({ type: 'done', outcome: 'proposed' });
  });
});

describe('what starts it', () => {
  it.each([
    wish,
    'send dana a follow up on opportunity 7',
    'Can you drop Dana a quick follow-up about deal #7?',
    'Write a polite follow-up email to Dana for opportunity 7',
    'Nudge Dana on opportunity 7 please',
    'I want to follow up on the Northwind opportunity',
    'Please e-mail Dana about opportunity number 7',
    'Write to Dana about opportunity 7',
    'Dana has not answered yet, please send her a follow-up on opportunity 7',
  ])('“%s” does', async (text) => {
    expect(await routeOf(text)).toBe('follow-ups');
  });

  it.each([
    'I am following up on my refund',
    'Just a follow-up: where is my order 4821?',
    'Do not send Dana a follow-up on opportunity 7',
    'Has Dana got a follow-up on opportunity 7?',
    'Why did you send Dana a follow-up?',
    'Send me a follow-up on my refund',
    'When will you send the follow-up?',
    'I want to take the opportunity to thank you',
    'Please send me an email about my order',
    'Is this a good deal?',
  ])('“%s” does not', async (text) => {
    expect(await routeOf(text)).not.toBe('follow-ups');
  });
});
