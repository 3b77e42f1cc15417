import { type Drafted, describeRequirement, formatMoney, grantsOf, stateWord } from '@countersign/domain';
import type { DecisionRefusal, Recorded } from './decision-answer.js';
import type { DecisionCode } from './decision-codes.js';
import { type About, instantWords, sentenceOf } from './sentences.js';

/** A decision of this person as the stream holds it, in words; undefined when it holds none. */
export function toldDecision(state: Drafted, subject: string, repeated: boolean): Recorded | undefined {
  const { proposalId, digest } = state.draft;
  const found = decisionOf(state, subject);
  if (found === undefined) return undefined;
  const open = 'slots' in state ? state.slots.filter((slot) => slot.status === 'open') : [];
  const stillNeeded = open.map((slot) => describeRequirement(slot.requirement));
  return {
    outcome: 'recorded',
    proposalId,
    digest,
    ...found,
    repeated,
    state: state.status,
    stateWord: stateWord(state),
    sentence: sentence(state, { ...found, repeated, stillNeeded }),
    stillNeeded,
  };
}

type Decided = Pick<Recorded, 'decision' | 'slot' | 'by' | 'decidedAt'>;

function decisionOf(state: Drafted, subject: string): Decided | undefined {
  if (state.status === 'rejected' && state.rejected.by.subject === subject) {
    const { by, slot, at } = state.rejected;
    return { decision: 'reject', slot, by: { subject, name: by.name }, decidedAt: at };
  }
  const grants = 'slots' in state ? grantsOf(state.slots) : [];
  const own = grants.find((grant) => grant.approver.subject === subject);
  if (own === undefined) return undefined;
  const by = { subject, name: own.approver.name };
  return { decision: 'approve', slot: own.slot, by, decidedAt: own.grantedAt };
}

function sentence(
  state: Drafted,
  { decision, decidedAt, repeated, stillNeeded }: Decided & Pick<Recorded, 'repeated' | 'stillNeeded'>,
): string {
  const when = instantWords(decidedAt);
  const verb = decision === 'approve' ? 'approved' : 'rejected';
  if (repeated) return `You already ${verb} this at ${when}. Nothing was done twice.`;
  const { money } = state.draft.action;
  const what = money === undefined ? 'this' : formatMoney(money);
  if (decision === 'reject') return `You rejected ${what} at ${when}. Nothing was sent.`;
  if (stillNeeded.length > 0) {
    return `Your signature is recorded. ${stillNeeded.length === 1 ? 'One more is' : `${stillNeeded.length} more are`} needed, not yours: ${stillNeeded.join(' and ')}.`;
  }
  return `You approved ${what} at ${when}. It is checked once more, then sent.`;
}

export function refusal(code: DecisionCode, about: About): DecisionRefusal {
  const { state, differences } = about;
  return {
    outcome: 'refused',
    code,
    message: sentenceOf(code, about),
    ...(differences === undefined ? {} : { differences }),
    ...(state?.status === 'superseded' ? { replacedBy: state.superseded.by } : {}),
  };
}
