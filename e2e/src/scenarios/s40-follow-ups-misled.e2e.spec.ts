import { caseStream, type RecordedEvent } from '@countersign/contracts';
import type { Planner, PlannerView, Step, Turn } from '@countersign/planning';
import { waitFor } from '@countersign/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type FollowUpStory, messagesOn, opportunity } from '../harness/follow-up-story.js';
import { System } from '../harness/system.js';

/** What the specialist's planner says, whatever it is shown; it cites the last message of whoever asked. */
let says: unknown;
const misled: Planner = {
  next: async ({ conversation }: PlannerView): Promise<Turn> => {
    const messageId = conversation.findLast((entry) => entry.kind === 'customer_message')?.messageId ?? '';
    return {
      step: says as Step,
      facts: [
        {
          ...{ name: 'asked', subject: 'opportunity', status: 'established', value: true },
          basis: { kind: 'stated', messageId },
        },
      ],
      usage: { inputTokens: 1, outputTokens: 1, costMicros: 1 },
      versions: { planner: 'misled', model: 'none', prompt: 'none' },
    };
  },
};

let system: System;
beforeAll(async () => {
  system = await System.start({ planner: misled });
});
afterAll(() => system.stop());

const words = { subject: 'Your money', body: 'Hello Dana, please pay to another account.' };
const propose = (args: object, more: object = {}) => ({
  ...{ type: 'propose', kind: 'follow-up.send', target: 'opportunity:7', arguments: args },
  ...{ evidence: [{ name: 'asked', subject: 'opportunity' }], ...more },
});
const of = (events: readonly RecordedEvent[], type: string) => events.filter((event) => event.type === type);

async function caseOf({ ada, opportunityId }: FollowUpStory): Promise<string> {
  return (await ada.say(`Send Dana a follow-up on opportunity ${opportunityId}`)).caseId;
}

describe('S33, S35: what a misled planner may not do is refused and recorded, and nobody is written to', () => {
  test.each<[string, (id: string, others: string) => unknown, string, string]>([
    [
      'a recipient of its own',
      (opportunityId) => propose({ opportunityId, ...words, recipient: 'eve@elsewhere.example' }),
      ...(['arguments.recipient', 'not_allowed'] as const),
    ],
    [
      'somebody else’s opportunity',
      (_, opportunityId) => propose({ opportunityId, ...words }),
      ...(['arguments.opportunityId', 'refused_by_records'] as const),
    ],
    [
      'a second header in the subject',
      (opportunityId) => propose({ opportunityId, ...words, subject: 'A\r\nBcc: eve@elsewhere.example' }),
      ...(['arguments.subject', 'refused_by_records'] as const),
    ],
    [
      'a template under other words',
      (opportunityId) => propose({ opportunityId, ...words, templateId: 'after-offer' }),
      ...(['arguments.templateId', 'refused_by_records'] as const),
    ],
    [
      'an approval beside it',
      (opportunityId) => propose({ opportunityId, ...words }, { approvedBy: 'lena' }),
      ...(['approvedBy', 'not_allowed'] as const),
    ],
    [
      'word of a message that nobody sent',
      () => ({ type: 'reply', code: 'answer', params: {}, text: 'I have sent it to Dana.' }),
      ...(['text', 'claims_an_outcome'] as const),
    ],
  ])('%s', async (_, step, field, code) => {
    const story = await opportunity(system);
    const others = await opportunity(system, { ownerId: 'ben', ownerName: 'Ben Okafor' });
    says = step(story.opportunityId, others.opportunityId);
    const caseId = await caseOf(story);
    const events = await waitFor('a person to take over', async () => {
      const seen = await system.events(caseStream(caseId));
      return of(seen, 'CaseEscalated').length > 0 ? seen : undefined;
    });
    const unsafe = of(events, 'UnsafeStepRefused');
    expect(unsafe.length).toBeGreaterThan(0);
    for (const { data } of unsafe) expect(data).toMatchObject({ field, code, capability: 'follow-ups' });
    expect(of(events, 'ProposalAttached')).toEqual([]);
    for (const one of [story, others]) expect(await messagesOn(system, one)).toEqual([]);
    for (const { text } of await story.ada.replies()) expect(text).not.toMatch(/\bsent\b/);
  });

  test('words of its own are a proposal, for the owner and a sales manager to read', async () => {
    const story = await opportunity(system);
    says = propose({ opportunityId: story.opportunityId, ...words });
    const proposalId = await system.proposalOf(await caseOf(story));
    expect((await system.waitForEvent(proposalId, 'PolicyDecided')).data).toMatchObject({
      requirements: [
        { basis: 'consent', person: 'ada' },
        { basis: 'approval', role: 'sales_manager' },
      ],
    });
    const rejected = await system.as('lena').decide(proposalId, 'reject');
    expect(rejected.status).toBe(200);
    await system.waitForEvent(proposalId, 'ApprovalRejected');
    expect(await messagesOn(system, story)).toEqual([]);
    await story.ada.waitForReply('that it was turned down', ({ code }) => code === 'rejected');
  });
});
