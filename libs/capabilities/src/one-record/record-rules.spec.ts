import type { ConversationEntry, Json, JsonObject, PlannerView, ProposalSeen } from '@countersign/planning';
import { RulesPlanner, validateStep } from '@countersign/planning';
import { describe, expect, it } from '@jest/globals';
import { capabilityOf } from './capability-of.js';
import { feeRecord, fees, trialRecord, trials } from './testing/two-capabilities.js';

const at = '2026-11-30T09:00:00Z';
const said = (text: string): ConversationEntry => ({ kind: 'customer_message', messageId: 'm1', at, text });
const question = (about: string): ConversationEntry => ({
  ...{ kind: 'question', questionId: `${about}:1`, at, about, text: '?' },
});

function listed(tool: string, data: Json): ConversationEntry {
  const provenance = { source: 'records', version: '1', readAt: at };
  return {
    kind: 'tool_result',
    callId: 'c1',
    at,
    tool,
    arguments: {},
    outcome: 'answered',
    data,
    provenance,
  };
}
const ownFees = (...ids: string[]) =>
  listed(
    'list_late_fees',
    ids.map((id) => ({ ...feeRecord, id })),
  );
const ownTrial = listed('list_trials', [{ ...trialRecord }]);

async function stepAfter(
  capability: ReturnType<typeof capabilityOf>,
  conversation: ConversationEntry[],
  proposals: ProposalSeen[] = [],
) {
  const { name, responsibility, instructions, tools, actions, rules } = capability;
  const view = {
    ...{ role: { kind: 'specialist', capability: name, responsibility }, instructions, clock: at },
    ...{ conversation, facts: [], proposals, capabilities: [], tools, actions },
    boundsLeft: { turns: 9, toolCalls: 9, wallClockMs: 9_000, spendMicros: 9 },
  } as unknown as PlannerView;
  const { step, facts } = await new RulesPlanner([rules]).next(view);
  expect(validateStep(step, view, facts)).toMatchObject({ outcome: 'valid' });
  return step;
}

const ofFees = capabilityOf(fees);
const proposal = (state: ProposalSeen['state'], args: JsonObject): ProposalSeen => ({
  ...{ proposalId: 'p1', proposedAt: at, kind: 'late-fee.waive', target: 'late-fee:fee_31' },
  ...{ arguments: args, state, told: [] },
});

describe('a record that is asked about in words', () => {
  it('is looked up first, and the only one need not be named', async () => {
    const wish = said('Please waive my late fee');
    expect(await stepAfter(ofFees, [wish])).toMatchObject({ type: 'call_tool', tool: 'list_late_fees' });
    expect(await stepAfter(ofFees, [wish, ownFees('fee_31')])).toMatchObject({
      ...{ type: 'propose', kind: 'late-fee.waive', target: 'late-fee:fee_31' },
      ...{ arguments: { lateFeeId: 'fee_31' }, amountMinor: 4_500, currency: 'EUR' },
    });
  });

  it('is asked for where there are several, or where another is named than there is', async () => {
    const two = ownFees('fee_31', 'fee_32');
    expect(await stepAfter(ofFees, [said('Waive my late fee'), two])).toMatchObject({
      type: 'ask',
      text: 'Which late fee is it about: fee_31, fee_32?',
    });
    expect(await stepAfter(ofFees, [said('Waive my late fee FEE_32.'), two])).toMatchObject({
      target: 'late-fee:fee_32',
    });
    for (const other of ['fee_99', '99'])
      expect(await stepAfter(ofFees, [said(`Waive late fee ${other}`), ownFees('fee_31')])).toMatchObject({
        type: 'ask',
      });
  });

  it('is handed to a person where no answer names one', async () => {
    const again = [said('Waive my fee'), question('late fee'), said('the first'), question('late fee')];
    expect(await stepAfter(ofFees, [...again, said('that one'), ownFees('fee_31', 'fee_32')])).toMatchObject({
      type: 'escalate',
    });
  });

  it('is proposed once for one wish, and once more for a new one after it ended', async () => {
    const conversation = [said('Waive my late fee'), ownFees('fee_31')];
    const args = { lateFeeId: 'fee_31' };
    for (const state of ['awaiting_approval', 'denied', 'completed'] as const)
      expect(await stepAfter(ofFees, conversation, [proposal(state, args)])).toMatchObject({ type: 'done' });
    const earlier = { ...proposal('denied', args), proposedAt: '2026-11-29T09:00:00Z' };
    expect(await stepAfter(ofFees, conversation, [earlier])).toMatchObject({ type: 'propose' });
    const other = proposal('awaiting_approval', { lateFeeId: 'fee_32' });
    expect(await stepAfter(ofFees, conversation, [other])).toMatchObject({ type: 'propose' });
  });

  it('is not proposed on a list with something in it that cannot be read', async () => {
    const spoilt = listed('list_late_fees', [{ ...feeRecord, amountMinor: '45' }]);
    expect(await stepAfter(ofFees, [said('Waive my late fee'), spoilt])).toMatchObject({ type: 'escalate' });
  });
});

describe('what no record holds', () => {
  it('is asked of the customer, and taken from their answer', async () => {
    const wish = said('Please extend my trial');
    expect(await stepAfter(capabilityOf(trials), [wish, ownTrial])).toMatchObject({
      type: 'ask',
      text: 'By how many days?',
    });
    const answered = [wish, question('details'), said('by fourteen days, 14 days'), ownTrial];
    expect(await stepAfter(capabilityOf(trials), answered)).toMatchObject({
      type: 'propose',
      arguments: { trialId: 'tr-7', days: 14 },
    });
    const other = [said('Extend trial tr-8 by 14 days'), ownTrial];
    expect(await stepAfter(capabilityOf(trials), other)).toMatchObject({ type: 'ask', about: 'trial' });
  });
});
