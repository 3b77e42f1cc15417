import { type Answer, readAnswer, readUnopenedStatement, type UnopenedAnswer } from './answers.js';
import {
  aboutCurrency,
  aboutGoods,
  type Intent,
  mayBeUnderWay,
  notGoods,
  onlyWhereTo,
  refusesRefund,
  sendsBack,
  type Wording,
  wordings,
} from './intent-words.js';
import { type AmountMention, readAmounts, readOrderIds } from './mentions.js';
import { clauses, normalise } from './normalise.js';

export interface IntentRead {
  intent: Intent;
  confidence: number;
}

export type RefundReason = 'unopened_return' | 'damaged' | 'late' | 'other';

/** What one message says. A reading is a guess about words: it grants nothing and changes no limit. */
export interface MessageReading {
  /** Surest first; at least one. */
  intents: IntentRead[];
  orderIds: string[];
  amounts: AmountMention[];
  answer: Answer;
  unopened: UnopenedAnswer;
  reason: RefundReason;
  /** "Yes, go ahead", "approved": never an approval, only a reason to show the cards again. */
  soundsLikeApproval: boolean;
  wantsPerson: boolean;
  refusesRefund: boolean;
  thanks: boolean;
  /** Text that speaks to the machine rather than to us ("ignore your policy"). Suspicion, nothing more. */
  suspicious: boolean;
}

const approval =
  /\b(?:approve[ds]?|approval|go ahead|do it|proceed|confirm(?:ed)?|i (?:agree|accept|consent)|looks? good|sounds? good|make it so|you have my (?:ok|okay|permission|consent|approval)|carry on|send it|execute|green light|lgtm)\b/;
const notApproval =
  /\b(?:for|needs?|awaiting|without|my manager's|manager) approval\b|\b(?:not|never) (?:\w+ ){0,2}(?:approve|agree|accept|consent|confirm|proceed|go ahead|do it)\b/;
const human =
  '(?:human|(?:real |live |actual )?person|agent|representative|rep|manager|supervisor|operator|colleague|staff|employee|advis[eo]r|bank worker|team member|someone(?: else| real)?|somebody(?: else| real)?|human being)';
const person = new RegExp(
  `\\b(?:speak|talk|chat|put me through|connect me|transfer me|pass me|hand me|escalate|get in touch)\\b(?: \\w+){0,3} (?:to|with)\\b(?: \\w+){0,3} ${human}\\b|\\b(?:get|give|want|need|prefer|find) (?:me )?(?:a |an |to see a )?(?:human|real person|live (?:agent|person)|actual person|representative|supervisor|manager)\\b|\\b(?:live|real|human) (?:agent|person|human|being|support)\\b|\\bcustomer service rep\\w*\\b`,
);
const gratitude = /\b(?:thanks?|thank you|thx|cheers|appreciate)\b/;
const injection =
  /\b(?:ignore|disregard|override|bypass|forget)\b.{0,40}\b(?:polic\w+|rules?|instructions?|limits?|guidelines?|previous|above|system|prompt|approval)\b|\b(?:system prompt|developer mode|new (?:policy|instructions?|memo)|policy memo|you are now|act as (?:an?|the) (?:admin|manager|system)|as an ai|the limit is|limit (?:is )?(?:now|raised)|without (?:asking|approval|confirmation)|already (?:been )?approved|pre-?approved|admin override)\b|<\/?(?:system|assistant|tool)>|\[(?:system|inst)\]/;
const damaged =
  /(?<!\b(?:not|never|not been|seal is|seal was) )\b(?:damag\w+|broken|defect\w*|faulty|crack\w+|not work\w*|does not work|do not work|stopped working|dead on arrival|shattered|ripped|torn)\b/;
const late =
  /\b(?:(?:arriv\w+|came|deliver\w+|got here|showed up) (?:\w+ ){0,3}late|too late|late delivery)\b/;

/** Reads one message. Total: any text gives a reading, and the same text always gives the same one. */
export function readMessage(text: string): MessageReading {
  const said = normalise(text);
  return {
    intents: readIntents(said),
    orderIds: readOrderIds(said),
    amounts: readAmounts(said),
    answer: readAnswer(text),
    unopened: readUnopenedStatement(text),
    reason: damaged.test(said) ? 'damaged' : late.test(said) ? 'late' : 'unopened_return',
    soundsLikeApproval: approval.test(said) && !notApproval.test(said),
    wantsPerson: person.test(said),
    refusesRefund: clauses(said).some((clause) => refusesRefund.test(clause)),
    thanks: gratitude.test(said),
    suspicious: injection.test(said),
  };
}

/** Below what the coordinator acts on: it asks what is meant instead. */
const UNSURE = 0.5;

/** True when the message asks for this, surely enough to act on it. */
export function asksFor(reading: MessageReading, intent: Intent): boolean {
  return reading.intents.some((read) => read.intent === intent);
}

function readIntents(said: string): IntentRead[] {
  const best = new Map<Intent, number>();
  const keep = ({ intent, weight }: Wording) => best.set(intent, Math.max(best.get(intent) ?? 0, weight));
  for (const wording of wordings) if (wording.whole && wording.pattern.test(said)) keep(wording);
  for (const clause of clauses(said)) clauseWordings(clause).forEach(keep);
  settleRefund(said, best);
  if (best.size > 1) best.delete('smalltalk');
  const intents = [...best].map(([intent, confidence]) => ({ intent, confidence }));
  intents.sort((a, b) => b.confidence - a.confidence || order(a.intent) - order(b.intent));
  return intents.length > 0 ? intents : [{ intent: 'other', confidence: 0 }];
}

/** In one clause, asking about an existing refund excludes asking for a new one, and a refusal excludes both. */
function clauseWordings(clause: string): Wording[] {
  const found = wordings.filter((wording) => !wording.whole && wording.pattern.test(clause));
  const refused = refusesRefund.test(clause) || onlyWhereTo.test(clause);
  const status = found.some((wording) => wording.intent === 'refund_status');
  return found.filter(({ intent }) => intent !== 'refund_request' || (!refused && !status));
}

/**
 * Starting a refund wrongly is worse than asking, so a refund request gives way to what it was said
 * about: a doubled or disputed charge, money that is not for goods, a refund that is already on its way,
 * or the cancellation it would follow from.
 */
function settleRefund(said: string, best: Map<Intent, number>): void {
  const goods = aboutGoods.test(said);
  if (best.has('payment_problem') && !goods) best.delete('order_status');
  if (best.has('payment_problem') && aboutCurrency.test(said)) {
    best.delete('order_status');
    best.delete('exchange_or_change_order');
  }
  if (!best.has('refund_request')) return;
  const orders = readOrderIds(said).length;
  const disputed = best.has('dispute_or_unrecognised') && orders === 0;
  const elsewhere = disputed || (notGoods.test(said) && !goods);
  const underWay = best.has('refund_status') && orders === 0;
  const afterCancelling = best.has('cancel_order') && orders < 2 && !sendsBack.test(said);
  if (best.has('duplicate_charge') || elsewhere || underWay || afterCancelling) best.delete('refund_request');
  else if (orders === 0 && mayBeUnderWay.test(said)) best.set('refund_request', UNSURE);
  else for (const other of beside) best.delete(other);
}

/** Readings that a refund of goods explains away: they describe the payment or the delivery it is about. */
const beside: readonly Intent[] = ['payment_problem', 'order_status', 'smalltalk'];

const ranking: readonly Intent[] = [
  'duplicate_charge',
  'refund_status',
  'refund_request',
  'cancel_order',
  'exchange_or_change_order',
  'order_status',
  'dispute_or_unrecognised',
  'booking',
  'account_change_or_closure',
  'card_problem',
  'payment_problem',
  'smalltalk',
  'other',
];

function order(intent: Intent): number {
  return ranking.indexOf(intent);
}
