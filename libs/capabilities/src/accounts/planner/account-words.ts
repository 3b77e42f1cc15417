import type { AskStep, ReplyStep } from '@countersign/planning';
import { type IntentWords, say } from '@countersign/planning/rules';

const closing = '(?:clos(?:e|ing|ure of)|delet(?:e|ing)|terminat(?:e|ing)|shut(?:ting)? down)';

/** "I want my account closed": the one place where the word is no state. */
const wishedClosed =
  /\b(?:want|need|like|have|get) (?:my|our|the|this) (?:\w+ )?accounts? (?:to be )?closed\b/;

/** Words beside a closure that make it no wish for one: a refusal, a condition, another thing of the same name. */
const noWish =
  /\b(?:not|never|without|do not want|if|what happens|before|after|when|unless|why|was|were|been|got|get|cards?)\b|\bclosed\b/;

/**
 * How closing an account is asked for. "Charged twice" every reading knows. A closure is started only by plain words
 * for it: whatever else is wished of an account is somebody else's matter.
 */
export const accountWords: IntentWords = {
  wordings: say(
    'account_closure',
    0.9,
    `\\b${closing} (?:down )?(?:my|our|the|this|that) (?:\\w+ )?accounts?\\b`,
    `\\b${closing} accounts?\\b`,
    wishedClosed.source,
  ),
  inClause: (clause, found) => {
    const without = clause.replace(wishedClosed, '');
    return noWish.test(without) ? found.filter(({ intent }) => intent !== 'account_closure') : found;
  },
};

export function whichAccount(asked: number, ids: readonly string[], notFound?: string): AskStep {
  const which = `Which of your accounts is it about: ${ids.join(', ')}?`;
  const text = notFound === undefined ? which : `There is no account ${notFound} of yours. ${which}`;
  return { type: 'ask', questionId: `account:${asked + 1}`, about: 'account', text };
}

export function whichCharge(accountId: string, asked: number, ids: readonly string[]): AskStep {
  const text = `The records of ${accountId} show more than one double charge: ${ids.join(', ')}. Which one is it about?`;
  return { type: 'ask', questionId: `charge:${accountId}:${asked + 1}`, about: 'charge', text };
}

export function noAccount(): ReplyStep {
  const text = 'There is no account of yours in the records. I can hand this to a person.';
  return { type: 'reply', code: 'no_account', params: {}, text };
}

export function noDuplicate(accountId: string): ReplyStep {
  const text = `The records of ${accountId} show no two charges of the same amount for the same thing in one month. I can hand this to a person.`;
  return { type: 'reply', code: 'no_duplicate_charge', params: { accountId }, text };
}

export function notOpen(accountId: string): ReplyStep {
  const text = `The records do not show ${accountId} as open, so there is nothing to end. I can hand this to a person.`;
  return { type: 'reply', code: 'account_not_open', params: { accountId }, text };
}
