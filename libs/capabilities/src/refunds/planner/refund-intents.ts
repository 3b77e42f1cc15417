import { aboutGoods, clauses, type IntentWords, normalise, readOrderIds } from '@countersign/planning/rules';
import { refundRequest, refundStatus } from './refund-wordings.js';

const refund = '(?:refund(?:s|ed|ing)?|reimburse(?:d|ment)?|money back|my money)';
const gap = '[^.!?;]{0,40}?';

/** What a refund may be wanted for that is not goods of an order. Such money is somebody else's matter. */
const notGoods =
  /\b(?:direct debits?|atm|cash (?:machine|withdrawal)|withdraw\w*|withdrew|exchange rate|transfers?|transactions?|wrong account|interest|standing_payments?|loan|mortgage|overdraft|booking|reservation|room|hotel|flight|restaurant|fees?)\b/;

/** Goods on their way back: beside a cancellation, this is a refund of its own. */
const sendsBack = /\b(?:return(?:ing)?|send(?:ing)? (?:it|them|this) back|received|arrived)\b/;

/** A refund that somebody may have on the way already: a seller was asked, a statement was looked at. */
const mayBeUnderWay =
  /\b(?:sellers?|merchants?|statements?|requested|contacted|promised|supposed|waiting|waited|balance)\b/;

/** A clause that turns a refund down. It takes the customer as its subject: "if you do not refund me" is a demand. */
const refusesRefund = new RegExp(
  [
    `\\b(?:i|we)\\b(?: \\w+){0,2} (?:not|never|no longer)\\b(?: \\w+){0,3} (?:want|need|like|ask\\w*|looking|interested|require\\w*|wish)\\b${gap}\\b(?:${refund}|return)\\b`,
    `\\b(?:rather than|instead of) (?:a |the )?refund\\b|\\bnot (?:a|the) refund\\b`,
    `\\bno need (?:for|to) (?:a )?refund\\b|\\bno refunds?(?: is| are)? (?:please|needed|necessary|required)\\b`,
    `^(?:please )?(?:do not|never) (?:refund|return)\\b|\\bcancel (?:the|my|that) refund\\b`,
    `\\b(?:i|we)\\b(?: \\w+){0,2} (?:not|never|no longer)\\b(?: \\w+){0,2} (?:return|returning)\\b`,
  ].join('|'),
);

/** Where money should go if any goes back: said of payments and exchanges, and no wish for a refund. */
const onlyWhereTo = /\b(?:payment or refund|refund or payment|refund method|any refund)\b/;

/** Readings that a refund of goods explains away: they describe the payment or the delivery it is about. */
const beside: readonly string[] = ['payment_problem', 'order_status', 'smalltalk'];

/** Below what a coordinator acts on: it asks what is meant instead. */
const unsure = 0.5;

/** The words for refunds. In one clause, asking about an existing refund excludes asking for a new one. */
export const refundIntents: IntentWords = {
  wordings: [...refundStatus, ...refundRequest],
  inClause: (clause, found) => {
    const refused = refusesRefund.test(clause) || onlyWhereTo.test(clause);
    const status = found.some((wording) => wording.intent === 'refund_status');
    return found.filter(({ intent }) => intent !== 'refund_request' || (!refused && !status));
  },
  giveWay,
};

/** Whether a message says that no refund is wanted. */
export function saysNoRefund(text: string): boolean {
  return clauses(normalise(text)).some((clause) => refusesRefund.test(clause));
}

/**
 * Starting a refund wrongly is worse than asking, so a refund request gives way to what it was said
 * about: a doubled or disputed charge, money that is not for goods, a refund that is already on its way,
 * or the cancellation it would follow from.
 */
function giveWay(said: string, read: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  if (!read.has('refund_request')) return read;
  const orders = readOrderIds(said).length;
  const disputed = read.has('dispute_or_unrecognised') && orders === 0;
  const elsewhere = disputed || (notGoods.test(said) && !aboutGoods.test(said));
  const underWay = read.has('refund_status') && orders === 0;
  const afterCancelling = read.has('cancel_order') && orders < 2 && !sendsBack.test(said);
  if (read.has('duplicate_charge') || elsewhere || underWay || afterCancelling) {
    return without(read, ['refund_request']);
  }
  if (orders === 0 && mayBeUnderWay.test(said)) return new Map([...read, ['refund_request', unsure]]);
  return without(read, beside);
}

function without(read: ReadonlyMap<string, number>, intents: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...read].filter(([intent]) => !intents.includes(intent)));
}
