import type { ConversationEntry, Json, JsonObject, PlannerView, ProposalSeen } from '@countersign/planning';
import { type PlannerRole, RulesPlanner, validateStep } from '@countersign/planning';
import { describe, expect, it } from '@jest/globals';
import { capability } from '../accounts.js';

const at = '2026-11-30T09:00:00Z';
const twoWishes = 'I was charged twice. Refund the duplicate and close my account.';
const double = { chargeId: 'ch_1842', duplicateOf: 'ch_1841', amountMinor: 24_000, currency: 'USD' };
const account = (accountId = 'acct_7719', status = 'open') => ({ accountId, status, version: 1 });

function looked(tool: string, args: JsonObject, data: Json): ConversationEntry {
  const provenance = { source: 'accounts', version: '1', readAt: at };
  const call = { callId: `${tool}-1`, at, tool, arguments: args };
  return { kind: 'tool_result', ...call, outcome: 'answered', data, provenance };
}
const accounts = (...own: JsonObject[]) => looked('read_accounts', {}, own.length === 0 ? [account()] : own);
const charges = (...duplicates: JsonObject[]) =>
  looked('list_account_charges', { accountId: 'acct_7719' }, { accountId: 'acct_7719', duplicates });

const said = (text: string): ConversationEntry => ({ kind: 'customer_message', messageId: 'm1', at, text });

async function stepAfter(conversation: ConversationEntry[], proposals: ProposalSeen[] = []) {
  const { name, responsibility, instructions, tools, actions, rules } = capability;
  const role: PlannerRole = { kind: 'specialist', capability: name, responsibility };
  const view = {
    ...{ role, instructions, clock: at, conversation, facts: [], proposals, capabilities: [] },
    ...{ tools, actions, boundsLeft: { turns: 9, toolCalls: 9, wallClockMs: 9_000, spendMicros: 9 } },
  } as unknown as PlannerView;
  const { step, facts } = await new RulesPlanner([rules]).next(view);
  expect(validateStep(step, view, facts)).toMatchObject({ outcome: 'valid' });
  return step;
}

async function routeOf(text: string): Promise<string> {
  const { name, responsibility, rules } = capability;
  const view = {
    ...{ role: { kind: 'coordinator' }, instructions: '', clock: at, conversation: [said(text)], facts: [] },
    ...{ proposals: [], capabilities: [{ name, responsibility }], tools: [], actions: [] },
    boundsLeft: { turns: 9, toolCalls: 9, wallClockMs: 9_000, spendMicros: 9 },
  } as unknown as PlannerView;
  const { step } = await new RulesPlanner([rules]).next(view);
  return step.type === 'route' ? step.capability : step.type;
}

const proposal = (kind: string, args: JsonObject): ProposalSeen => ({
  ...{ proposalId: kind, proposedAt: at, kind, target: 'x', arguments: args },
  ...{ state: 'awaiting_approval', told: [] },
});

describe('S30: a double charge and a closure in one message', () => {
  it('looks at the accounts and the charges, then proposes the refund, and goes on', async () => {
    expect(await stepAfter([said(twoWishes)])).toMatchObject({ tool: 'read_accounts' });
    expect(await stepAfter([said(twoWishes), accounts()])).toMatchObject({ tool: 'list_account_charges' });
    expect(await stepAfter([said(twoWishes), accounts(), charges(double)])).toMatchObject({
      ...{ type: 'propose', kind: 'duplicate-charge.refund', amountMinor: 24_000, more: true },
      arguments: { accountId: 'acct_7719', chargeId: 'ch_1842' },
    });
  });

  it('then proposes the closure, and then is done', async () => {
    const read = [said(twoWishes), accounts(), charges(double)];
    const refund = proposal('duplicate-charge.refund', { accountId: 'acct_7719', chargeId: 'ch_1842' });
    const closure = await stepAfter(read, [refund]);
    expect(closure).toMatchObject({ kind: 'account.close', arguments: { accountId: 'acct_7719' } });
    expect(closure).not.toHaveProperty('more');
    const both = [refund, proposal('account.close', { accountId: 'acct_7719' })];
    expect(await stepAfter(read, both)).toEqual({ type: 'done', outcome: 'proposed' });
  });

  it('S31: wished again after it failed, the closure is proposed again, and the refund that is done is not', async () => {
    const done = { ...proposal('duplicate-charge.refund', { accountId: 'acct_7719', chargeId: 'ch_1842' }) };
    const failed = proposal('account.close', { accountId: 'acct_7719' });
    const before: ProposalSeen[] = [
      { ...done, state: 'completed' },
      { ...failed, state: 'failed' },
    ];
    const later = '2026-11-30T10:00:00Z';
    const again: ConversationEntry = { ...said('Please close my account.'), at: later } as ConversationEntry;
    const read = [said(twoWishes), accounts(), charges(double), again, accounts()];
    expect(await stepAfter(read, before)).toMatchObject({ kind: 'account.close' });
  });

  it('asks which charge when the records show two doubles, and says so when they show none', async () => {
    const other = { ...double, chargeId: 'ch_1850' };
    const words = 'I was charged twice.';
    expect(await stepAfter([said(words), accounts(), charges(double, other)])).toMatchObject({
      ...{ type: 'ask', about: 'charge' },
      text: expect.stringContaining('ch_1842, ch_1850'),
    });
    expect(await stepAfter([said(words), accounts(), charges()])).toMatchObject({
      code: 'no_duplicate_charge',
    });
  });

  it('asks which account when there are two, and proposes nothing for one that is not open', async () => {
    const words = 'Please close my account.';
    expect(await stepAfter([said(words), accounts(account(), account('acct_9'))])).toMatchObject({
      ...{ type: 'ask', about: 'account' },
    });
    expect(await stepAfter([said(words), accounts(account('acct_7719', 'closed'))])).toMatchObject({
      code: 'account_not_open',
    });
  });
});

describe('what starts it', () => {
  it.each([twoWishes, 'Please close my account', 'I want my account closed', 'my card was charged twice'])(
    '“%s” does',
    async (text) => {
      expect(await routeOf(text)).toBe('accounts');
    },
  );

  it.each([
    'Do not close my account',
    'What happens if I close my account?',
    'My account was closed, why?',
    'Please change the address of my account',
    'Freeze my account',
  ])('“%s” does not', async (text) => {
    expect(await routeOf(text)).not.toBe('accounts');
  });
});
