import type { ConversationEntry, PlannerView, ProposalSeen } from '@countersign/planning';
import { RulesPlanner } from '@countersign/planning';
import { emptyView } from '@countersign/planning/testing';
import { describe, expect, it } from '@jest/globals';
import { refundRules } from './refund-rules.js';

const at = '2026-11-29T12:00:00Z';

function said(text: string): ConversationEntry {
  return { kind: 'customer_message', messageId: 'm1', at, text };
}

function waiting(proposalId: string): ProposalSeen {
  const target = `order:48${proposalId}`;
  return {
    proposalId,
    proposedAt: at,
    kind: 'refund.create',
    target,
    arguments: {},
    state: 'awaiting_approval',
    told: [],
  };
}

function view(conversation: ConversationEntry[], more: Partial<PlannerView> = {}): PlannerView {
  return { ...emptyView({ kind: 'coordinator' }), conversation, ...more };
}

async function coordinated(seen: PlannerView) {
  return (await new RulesPlanner([refundRules]).next(seen)).step;
}

const routed: ConversationEntry = { kind: 'routed', at, capability: 'refunds' };
const asked: ConversationEntry = {
  kind: 'question',
  questionId: 'unopened:order:4821',
  at,
  about: 'unopened',
  text: '?',
};

describe('given a first message', () => {
  it.each([
    ['Please check order #4821 and draft a refund for approval', { type: 'route', capability: 'refunds' }],
    ['I have a problem', { type: 'ask', about: 'matter' }],
    ['let me speak to a real person', { type: 'escalate', reason: 'customer_asked_for_a_person' }],
    ['close my account', { type: 'escalate', reason: 'no_capability_for:account_change_or_closure' }],
    [
      'I was charged twice. Refund the duplicate',
      { type: 'escalate', reason: 'no_capability_for:duplicate_charge' },
    ],
    ['thanks!', { type: 'reply', code: 'courtesy' }],
  ])('when it is "%s", then the step is %j', async (text, step) => {
    expect(await coordinated(view([said(text)]))).toMatchObject(step);
  });

  it('when refunds are not offered here, then a refund request goes to a person', async () => {
    const step = await coordinated(view([said('I want a refund for order 4821')], { capabilities: [] }));
    expect(step).toEqual({ type: 'escalate', reason: 'capability_not_offered:refunds' });
  });
});

describe('given two proposals that wait', () => {
  const proposals = [waiting('21'), waiting('22')];

  it.each(['yes, go ahead', 'Approved.', 'yes', 'ok do it', 'I confirm both'])(
    'when the customer types "%s", then nothing is approved and both cards are shown again',
    async (text) => {
      const step = await coordinated(view([said(text)], { proposals }));
      expect(step).toMatchObject({
        type: 'reply',
        code: 'cards_shown_again',
        params: { proposalIds: ['21', '22'] },
      });
    },
  );

  it('when the customer asks how it stands, then recorded states are told and nothing else', async () => {
    const step = await coordinated(view([said('where is my refund?')], { proposals }));
    expect(step).toMatchObject({ type: 'reply', code: 'proposal_states' });
  });

  it('when another refund is asked for, then it is routed', async () => {
    const step = await coordinated(view([said('go ahead and refund order 4823 too')], { proposals }));
    expect(step).toMatchObject({ type: 'route', capability: 'refunds' });
  });
});

describe('given a specialist that asked something', () => {
  it.each(['yes', 'still sealed', 'I opened it', 'hmm?'])(
    'when the customer says "%s", then it goes to it',
    async (text) => {
      const step = await coordinated(view([routed, asked, said(text)]));
      expect(step).toEqual({ type: 'route', capability: 'refunds', reason: 'answers_open_question' });
    },
  );

  it('when nothing was said since, then it waits', async () => {
    expect(await coordinated(view([said('refund order 4821'), routed, asked]))).toMatchObject({
      type: 'done',
    });
  });
});

describe('given no recorded refund', () => {
  it('when the customer asks where it is, then none is claimed: a person looks', async () => {
    const step = await coordinated(view([said('where is my refund?')]));
    expect(step).toEqual({ type: 'escalate', reason: 'no_capability_for:refund_status' });
  });
});

describe('given a matter already asked about once', () => {
  it('when it stays unclear, then a person takes over', async () => {
    const question: ConversationEntry = {
      kind: 'question',
      questionId: 'matter:1',
      at,
      about: 'matter',
      text: '?',
    };
    const step = await coordinated(view([said('something is odd'), question, said('just odd')]));
    expect(step).toEqual({ type: 'escalate', reason: 'matter_unclear' });
  });
});
