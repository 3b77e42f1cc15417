import {
  type ConversationEntry,
  type PlannerView,
  type ProposalSeen,
  RulesPlanner,
} from '@countersign/planning';
import { describe, expect, it } from '@jest/globals';
import { capability } from '../service-credits.js';

const asked = '2026-11-30T09:00:00.000001Z';
const later = '2026-11-30T10:00:00.000002Z';

const said = (text: string, at = asked): ConversationEntry => {
  return { kind: 'customer_message', messageId: `m-${at}`, at, text };
};
const wish = 'Please give us the service credit for the outage of case 118.';

/** It bears the instant of the message it answers, as every proposal of a case does. */
const credit = (state: ProposalSeen['state']): ProposalSeen => ({
  ...{ proposalId: 'p', proposedAt: asked, kind: 'service-credit.create', target: 'case:118' },
  ...{ arguments: { caseId: '118' }, amountMinor: 4_000, currency: 'EUR', state, told: [] },
});

async function stepAfter(conversation: ConversationEntry[], proposals: ProposalSeen[]) {
  const { name, responsibility, instructions, tools, actions, rules } = capability;
  const view = {
    ...{ role: { kind: 'specialist', capability: name, responsibility }, instructions, clock: later },
    ...{ conversation, facts: [], proposals, capabilities: [], tools, actions },
    boundsLeft: { turns: 9, toolCalls: 9, wallClockMs: 9_000, spendMicros: 9 },
  } as unknown as PlannerView;
  return (await new RulesPlanner([rules]).next(view)).step;
}

const proposed = { type: 'done', outcome: 'proposed' };
const looksAgain = { type: 'call_tool', tool: 'read_credit_basis' };

describe('a credit that was proposed already', () => {
  it.each(['awaiting_approval', 'outcome_unknown', 'completed', 'denied', 'expired'] as const)(
    'answers the message that it was made for: %s',
    async (state) => {
      expect(await stepAfter([said(wish)], [credit(state)])).toEqual(proposed);
      expect(await stepAfter([said(wish), said('Thank you!', later)], [credit(state)])).toEqual(proposed);
    },
  );

  it.each(['completed', 'denied', 'rejected', 'expired', 'failed'] as const)(
    'is investigated anew when it was %s and is asked for again (S26)',
    async (state) => {
      const again = [said(wish), said(wish, later)];
      expect(await stepAfter(again, [credit(state)])).toMatchObject(looksAgain);
    },
  );

  it.each(['awaiting_approval', 'executing', 'outcome_unknown'] as const)(
    'answers a later message too while it is %s',
    async (state) => {
      expect(await stepAfter([said(wish), said(wish, later)], [credit(state)])).toEqual(proposed);
    },
  );
});
