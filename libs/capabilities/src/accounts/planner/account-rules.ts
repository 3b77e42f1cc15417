import type { PlannerView, Step, ToolResult } from '@countersign/planning';
import {
  askAtMost,
  asksFor,
  type CapabilityRules,
  courseOver,
  declined,
  hasProposal,
  lookUp,
  type MessageRead,
  normalise,
  only,
  readMessages,
  sayOnce,
  type Thought,
} from '@countersign/planning/rules';
import { closureStep, refundStep } from './account-steps.js';
import { accountsIn, duplicatesIn } from './account-views.js';
import { accountWords, noAccount, noDuplicate, notOpen, whichAccount, whichCharge } from './account-words.js';

/** How double charges and closures are asked for, and how they are looked into without a model. */
export const accountRules: CapabilityRules = {
  ...accountWords,
  capability: 'accounts',
  matter: 'a double charge or the closing of an account',
  takes: ['duplicate_charge', 'account_closure'],
  continues: (last) => (idsOf(last, 'acct').length > 0 ? 'names_an_account' : undefined),
  think,
};

const QUESTIONS_MAX = 2;

/** What the customer wishes, and where in the conversation. */
interface Wishes {
  readonly refund: MessageRead | undefined;
  readonly closure: MessageRead | undefined;
  readonly since: number;
  readonly messages: readonly MessageRead[];
}

/** Which account, what its records show, and then one proposal for each wish, or why there is none. */
function think(view: PlannerView): Thought {
  const messages = readMessages(view.conversation, [accountWords]);
  const asked = (intent: string) => messages.findLast(({ reading }) => asksFor(reading, intent));
  const refund = asked('duplicate_charge');
  const closure = asked('account_closure');
  const since = Math.max(refund?.index ?? -1, closure?.index ?? -1);
  if (since < 0) return only({ type: 'done', outcome: 'awaiting_customer' });
  const look = lookUp(view, { type: 'call_tool', tool: 'read_accounts', arguments: {} }, since);
  if (look.status === 'call') return only({ type: 'call_tool', tool: 'read_accounts', arguments: {} });
  if (look.status === 'unknown') return only({ type: 'escalate', reason: 'account_unknown' });
  if (look.status === 'absent') return only(sayOnce(view, since, noAccount()) ?? declined);
  return ofAccounts(view, { refund, closure, since, messages }, look.result);
}

function ofAccounts(view: PlannerView, wishes: Wishes, read: ToolResult): Thought {
  const own = accountsIn(read);
  if (own.length === 0) return only({ type: 'escalate', reason: 'account_unreadable' });
  const [named] = wishes.messages.flatMap((message) => idsOf(message, 'acct')).slice(-1);
  const chosen = named === undefined && own.length === 1 ? own[0] : own.find(({ id }) => id === named);
  if (chosen === undefined) {
    const ids = own.map(({ id }) => id);
    return only(asking(view, 'account', (count) => whichAccount(count, ids, named)));
  }
  const wantsRefund = open(view, 'duplicate-charge.refund', chosen.id, wishes.refund);
  const wantsClosure = open(view, 'account.close', chosen.id, wishes.closure);
  const refund = wantsRefund ? refunding(view, wishes, chosen.id) : undefined;
  if (refund !== undefined) return withMore(refund, wantsClosure);
  if (!wantsClosure) return only(courseOver(view, { accountId: chosen.id }));
  if (chosen.status !== 'open') return only(sayOnce(view, wishes.since, notOpen(chosen.id)) ?? declined);
  return closureStep(read, chosen);
}

/** The step towards giving a double charge back; undefined once the customer was told that there is none. */
function refunding(view: PlannerView, { since, messages }: Wishes, accountId: string): Thought | undefined {
  const tool = 'list_account_charges';
  const look = lookUp(view, { type: 'call_tool', tool, arguments: { accountId } }, since);
  if (look.status === 'call') return only({ type: 'call_tool', tool, arguments: { accountId } });
  if (look.status !== 'found') return only({ type: 'escalate', reason: 'charges_unknown' });
  const duplicates = duplicatesIn(look.result, accountId);
  if (duplicates === undefined) return only({ type: 'escalate', reason: 'charges_unreadable' });
  const ids = duplicates.map(({ chargeId }) => chargeId);
  const named = messages.flatMap((message) => idsOf(message, 'ch')).findLast((id) => ids.includes(id));
  const [first, ...others] = duplicates;
  if (first === undefined) {
    const told = sayOnce(view, since, noDuplicate(accountId));
    return told === undefined ? undefined : only(told);
  }
  const chosen = others.length === 0 ? first : duplicates.find(({ chargeId }) => chargeId === named);
  if (chosen === undefined)
    return only(asking(view, 'charge', (count) => whichCharge(accountId, count, ids)));
  return refundStep(look.result, accountId, chosen);
}

function withMore({ step, facts }: Thought, more: boolean): Thought {
  const goesOn = more && (step.type === 'propose' || step.type === 'reply');
  return { facts, step: goesOn ? { ...step, more: true } : step };
}

/** Whether a wish has no proposal yet. */
function open(view: PlannerView, kind: string, accountId: string, wish: MessageRead | undefined): boolean {
  return wish !== undefined && !hasProposal(view, { kind, about: { accountId }, at: wish.message.at });
}

/** Asked again at most once; then a person finds out. */
function asking(view: PlannerView, about: string, ask: (count: number) => Step): Step {
  return askAtMost(view, { about, most: QUESTIONS_MAX }, ask);
}

function idsOf({ message }: MessageRead, prefix: string): readonly string[] {
  return normalise(message.text).match(new RegExp(`\\b${prefix}_\\w{1,58}`, 'g')) ?? [];
}
