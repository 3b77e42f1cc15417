import type { AskStep, ReplyStep } from '@countersign/planning';
import { type IntentWords, say } from '@countersign/planning/rules';

const sending = '(?:send|write|drop|shoot|draft|prepare|e-?mail|mail|message|compose|do)';
const deal = '(?:opportunity|opportunities|deal|prospect|lead)';
const writing = `(?:${sending}|nudge|ping|remind|chase|check in with|reach out to|get back to)`;

/** Words beside it that make it no wish to have somebody written to: a refusal, a question, one's own waiting. */
const noWish =
  /\b(?:not|never|without|if|unless|why|when|was|were|has|had|did|does|already|got|received?|waiting|(?:send|write|give|message|e-?mail|mail|ping|remind) (?:me|us))\b/;

/**
 * How a follow-up is asked for. "I am following up on my refund" is somebody waiting for an answer of ours; only to have
 * another person written to is a wish for one.
 */
export const followUpWords: IntentWords = {
  wordings: say(
    'follow_up_request',
    0.9,
    `\\b${sending}\\b[^.!?;]{0,60}?\\bfollow[- ]?ups?\\b`,
    `\\bfollow(?:ing)?[- ]?up\\b[^.!?;]{0,60}?\\b${deal}\\b`,
    `\\b${writing}\\b[^.!?;]{0,80}?\\b${deal} ?(?:number|no\\.?)? ?#?\\d`,
  ),
  inClause: (clause, found) => {
    // What the message is to say may say anything.
    const asked = clause.replace(/[:"].*$/s, '');
    return noWish.test(asked) ? found.filter(({ intent }) => intent !== 'follow_up_request') : found;
  },
};

export function whichOpportunity(asked: number, listed: readonly string[], why = ''): AskStep {
  const which = listed.length === 0 ? 'Its number is enough.' : `Yours are ${listed.join('; ')}.`;
  const text = `${why}Which opportunity is it about? ${which}`.slice(0, 1_000);
  return { type: 'ask', questionId: `opportunity:${asked + 1}`, about: 'opportunity', text };
}

export function whichWords(opportunityId: string, contact: string, asked: number): AskStep {
  const text = `What should the message to ${contact} say? There is no single template for this stage; please write the text as it should read.`;
  return { type: 'ask', questionId: `words:${opportunityId}:${asked + 1}`, about: 'words', text };
}

export function noOpportunity(): ReplyStep {
  const text = 'There is no opportunity of yours in the CRM. I can hand this to a person.';
  return { type: 'reply', code: 'no_opportunity', params: {}, text };
}

export function opportunityClosed(opportunityId: string): ReplyStep {
  const text = `The CRM does not show opportunity ${opportunityId} as open, so there is nothing to follow up. I can hand this to a person.`;
  return { type: 'reply', code: 'opportunity_closed', params: { opportunityId }, text };
}

export function optedOut(opportunityId: string, contact: string): ReplyStep {
  const text = `${contact}, the contact of opportunity ${opportunityId}, asked not to be written to. I do not draft a message there.`;
  return { type: 'reply', code: 'contact_opted_out', params: { opportunityId }, text };
}
