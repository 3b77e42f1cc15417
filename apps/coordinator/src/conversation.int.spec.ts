import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ConversationByHand } from './testing/conversation-by-hand.js';
import { askForApproval, draftIn, rejected, verdict } from './testing/proposal-by-hand.js';

const at = '2026-11-29T12:00:00Z';

describe('given a customer who writes', () => {
  let talk: ConversationByHand;
  beforeEach(async () => {
    talk = await ConversationByHand.open();
  });
  afterEach(() => talk.close());

  /** Two refunds of one conversation, both with their cards out. */
  async function twoWaiting() {
    await talk.says('refund order 4825, unopened');
    await talk.recorded('CaseRouted');
    const drafts = [draftIn(talk.caseId, '4825', 6000), draftIn(talk.caseId, '4821', 7900)];
    for (const [told, draft] of drafts.entries()) {
      await talk.draft(draft);
      await talk.act('policy_gate', draft.proposalId, verdict());
      await talk.act('approval_service', draft.proposalId, askForApproval());
      // Streams are heard beside each other: what one test says of first and second has to be so.
      await talk.until(
        async () => (await talk.replies()).filter((r) => r.code === 'awaiting_approval').length === told + 1,
      );
    }
    return drafts;
  }

  it('when it is a refund they want, then the case is theirs, opened by the token and routed', async () => {
    await talk.says('Please refund order 4821. I am ben.');
    await talk.recorded('CaseRouted');
    const events = await talk.events();
    expect(events.map((event) => event.type)).toEqual([
      'CaseOpened',
      'CustomerMessageReceived',
      'ModelTurnTaken',
      'CaseRouted',
    ]);
    expect(events[0]?.data).toMatchObject({
      customer: { subject: 'ada', name: 'Ada Nilsson' },
      startedBy: 'ada',
    });
    expect(events[3]?.data).toMatchObject({ capability: 'refunds', messageId: 'r1' });
  });

  it('when words sound like a yes while two proposals wait, then both cards are shown and nothing is approved (S03)', async () => {
    const drafts = await twoWaiting();
    await talk.says('yes, go ahead');
    const again = await talk.replied('cards_again');
    expect(again.cards).toEqual(drafts.map(({ proposalId, digest }) => ({ proposalId, digest })));
    expect(again.text).toContain('A message approves nothing');
    expect(again.text).toContain('1. refund of 60.00 EUR for order 4825');
    expect(again.text).toContain('2. refund of 79.00 EUR for order 4821');
    expect((await talk.events()).map((event) => event.type)).not.toContain('ApprovalGranted');
  });

  it('when a proposal moves, then each move is told once, in order, and the case ends with its last one', async () => {
    const [first, second] = await twoWaiting();
    if (first === undefined || second === undefined) throw new Error('not drafted');
    const waiting = (await talk.replies()).find((r) =>
      r.cards.some((c) => c.proposalId === first.proposalId),
    );
    expect(waiting?.text).toBe(
      'A refund of 60.00 EUR for order 4825 waits for your consent. Nothing has been paid.',
    );
    await talk.act('approval_service', first.proposalId, rejected(first.digest));
    expect((await talk.replied('rejected')).text).toContain('not wanted');
    expect((await talk.events()).map((event) => event.type)).not.toContain('CaseCompleted');
    await talk.act('approval_service', second.proposalId, rejected(second.digest));
    await talk.recorded('CaseCompleted');
    expect((await talk.events()).find((e) => e.type === 'CaseCompleted')?.data['outcome']).toBe('declined');
  });

  it('when everything is heard twice, by a process that knows nothing, then nothing is said twice (S54)', async () => {
    await twoWaiting();
    await talk.says('yes, go ahead');
    await talk.replied('cards_again');
    const once = (await talk.events()).map((event) => event.hash);
    await talk.hearAllAgain();
    expect((await talk.events()).map((event) => event.hash)).toEqual(once);
  });

  it('when policy denies, then its own words for the customer are sent', async () => {
    await talk.says('refund order 4827, unopened');
    await talk.recorded('CaseRouted');
    const draft = draftIn(talk.caseId, '4827', 5500);
    await talk.draft(draft);
    const reason = {
      policyId: 'window',
      section: '3.1',
      reason: 'day 45',
      customerText: 'The 30 days are over.',
    };
    await talk.act(
      'policy_gate',
      draft.proposalId,
      verdict({ verdict: 'deny', requirements: [], reasons: [reason] }),
    );
    expect((await talk.replied('denied')).text).toBe('Not possible: The 30 days are over.');
  });

  it('when the same was asked for twice, then the customer is told of it once (C03)', async () => {
    const [first] = await twoWaiting();
    const again = {
      ...draftIn(talk.caseId, '4825', 6000),
      proposalId: draftIn(talk.caseId, '4825', 1).proposalId,
    };
    await talk.draft(again);
    if (first === undefined) throw new Error('not drafted');
    await talk.act('policy_gate', again.proposalId, { type: 'mark_duplicate', of: first.proposalId, at });
    expect((await talk.replied('duplicate')).text).toBe(
      'This refund was asked for already; you will hear of it once.',
    );
  });

  it("when the specialist asks, replies or gives up, then its words reach the customer, and the coordinator's own are not repeated", async () => {
    await talk.says('refund order 4821');
    await talk.recorded('CaseRouted');
    const question = {
      questionId: 'unopened:order:4821',
      fact: 'unopened',
      about: 'order:4821',
      text: 'Is it unopened?',
      at,
    };
    await talk.specialist({ type: 'ask', fact: question });
    expect((await talk.replied('question')).text).toBe('Is it unopened?');
    await talk.specialist({ type: 'escalate', fact: { reason: 'lookup_unanswered', knownSoFar: '', at } });
    expect((await talk.replied('with_a_person')).text).toContain('That does not mean there are none.');
    await talk.says('hello?');
    await talk.replied('still_with_a_person');
    expect((await talk.replies()).map((reply) => reply.code)).toEqual([
      'question',
      'with_a_person',
      'still_with_a_person',
    ]);
  });

  it('when they ask for a person, then one takes over and is told, and the customer is told once', async () => {
    await talk.says('let me talk to a human');
    await talk.replied('with_a_person');
    await talk.hearAllAgain();
    const events = await talk.events();
    expect(events.filter((event) => event.type === 'CaseEscalated')).toHaveLength(1);
    expect(events.filter((event) => event.type === 'ReplySent')).toHaveLength(1);
  });
});

describe('given a message that is no request of this customer', () => {
  let talk: ConversationByHand;
  beforeEach(async () => {
    talk = await ConversationByHand.open();
  });
  afterEach(() => talk.close());

  async function parkedWith(code: string): Promise<void> {
    await talk.until(async () => (await talk.parked()).some((parked) => parked.code === code));
  }

  it('when the token is forged, then it is parked with its code and becomes no event', async () => {
    const [head, , signature] = (await talk.tokenOf('ada')).split('.');
    const claims = Buffer.from(JSON.stringify({ sub: 'ada', tenant: 'fjordlight' })).toString('base64url');
    const token = `${head}.${claims}.${signature}`;
    await talk.publish({ requestId: 'r', conversationId: 'c', text: 'refund order 4821', token });
    await parkedWith('signature_invalid');
    expect(await talk.events()).toEqual([]);
  });

  it('when there is no token, or it is of a manager, then it is parked', async () => {
    await talk.publish({ requestId: 'r', conversationId: 'c', text: 'refund order 4821', token: '' });
    await parkedWith('token_missing');
    await talk.says('refund order 4821', { as: 'maya' });
    await parkedWith('not_a_customer');
    expect(await talk.events()).toEqual([]);
  });

  it("when it is written into somebody else's conversation, then it is parked", async () => {
    await talk.says('refund order 4821');
    await talk.recorded('CaseRouted');
    await talk.says('and send it to me', { as: 'ben' });
    await parkedWith('not_your_conversation');
    expect((await talk.events()).filter((e) => e.type === 'CustomerMessageReceived')).toHaveLength(1);
  });

  it.each([
    [
      'a U+0000',
      'text_not_storable',
      JSON.stringify({ requestId: 'r', conversationId: 'c', text: 'a\u0000b', token: 't' }),
    ],
    [
      'a lone surrogate',
      'text_not_storable',
      '{"requestId":"r","conversationId":"c","text":"\\ud83d","token":"t"}',
    ],
    ['no JSON', 'not_json', 'refund order 4821'],
    ['no text', 'fields_wrong', JSON.stringify({ requestId: 'r', conversationId: 'c', token: 't' })],
  ])('when it has %s, then it is parked and the next one is heard (C80)', async (_, code, value) => {
    await talk.publish(Buffer.from(value));
    await parkedWith(code);
    await talk.says('refund order 4821, \\u0000 is six characters');
    await talk.recorded('CaseRouted');
    const [, message] = await talk.events();
    expect(message?.data['text']).toBe('refund order 4821, \\u0000 is six characters');
  });
});
