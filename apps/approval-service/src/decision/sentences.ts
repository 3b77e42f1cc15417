import { type Drafted, describeRequirement, grantsOf } from '@countersign/domain';
import type { DecisionCode } from './decision-codes.js';

/** What a sentence may tell of; absent parts are left out of it. */
export interface About {
  readonly state?: Drafted;
  /** Database time of the decision. */
  readonly at: string;
  readonly differences?: readonly string[];
}

/** `2026-11-29 09:41:50 UTC`: the reader's page puts it into the reader's zone, a terminal prints it as it is. */
export function instantWords(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`;
}

/** What did not happen, why, and what now: the words of the console's card, section 7.2. */
export function sentenceOf(code: DecisionCode, about: About): string {
  const { state } = about;
  switch (code) {
    case 'token_missing':
      return 'You are not signed in. Nothing was recorded as a decision. Sign in and open the card again.';
    case 'token_expired':
      return 'Your sign-in has ended. Nothing was recorded as a decision. Sign in and open the card again.';
    case 'token_invalid':
      return 'Your sign-in could not be verified. Nothing was recorded as a decision.';
    case 'identity_unavailable':
      return 'Sign-ins cannot be verified just now. Nothing was decided. Try again.';
    case 'not_a_person':
      return 'Only a person reads cards and decides, and only themselves: not a program, not one acting for them.';
    case 'not_found':
    case 'other_tenant':
      return 'There is no such proposal.';
    case 'body_invalid':
      return 'The decision could not be read. Nothing was decided.';
    case 'sight_missing':
      return 'No card was shown to you for this. Open the card first; nothing was decided.';
    case 'sight_invalid':
      return 'What you saw is not this card, or it was not shown to you. Open the card; nothing was decided.';
    case 'sight_expired':
      return 'This card was opened too long ago. Open it again; nothing was decided.';
    case 'digest_differs':
      return 'What you saw is not what is proposed here: the digest differs. Your decision was not recorded.';
    case 'stale':
      return `${(about.differences ?? []).map(asSentence).join(' ')} Your approval was not recorded.`.trim();
    case 'record_unreadable':
      return 'The record could not be read again just now, so nothing was approved. You can reject, or try again.';
    case 'not_routed_to_you':
      return `This needs ${wanted(state)}. You can read this, not decide it.`;
    case 'four_eyes':
      return `You cannot sign this: you asked for it, wrote it or it is for you. It needs ${wanted(state)} by somebody who had no part in it. This attempt is on record.`;
    case 'second_person_needed':
      return 'You signed this already, and two signatures must be by two different people. One more is needed, not yours.';
    case 'expired':
      return `${expired(state)} Your decision came at ${instantWords(about.at)}. Nobody decided; it was not rejected. Nothing was sent.`;
    case 'superseded':
      return `${superseded(state)} Your decision was not recorded.`;
    case 'already_decided':
      return `${decidedBy(state)} Your decision was not recorded.`;
    case 'not_asked_yet':
      return 'This is still being checked. Nothing waits for you yet.';
    case 'ended':
      return `This has ended${state === undefined ? '' : ` (${state.status.replaceAll('_', ' ')})`} and can no longer be decided.`;
    case 'replayed':
      return 'This decision was taken before. It was not taken again; nothing was done twice.';
  }
}

function wanted(state: Drafted | undefined): string {
  const slots = state !== undefined && 'slots' in state ? state.slots : [];
  const open = slots.filter((slot) => slot.status === 'open');
  const needs = (open.length === 0 ? slots : open).map((slot) => describeRequirement(slot.requirement));
  return needs.length === 0 ? 'somebody else' : needs.join(' and ');
}

function expired(state: Drafted | undefined): string {
  if (state?.status === 'expired') return `This expired at ${instantWords(state.expired.expiresAt)}.`;
  if (state?.status === 'awaiting_approval' && state.asked.status === 'asked') {
    return `This expired at ${instantWords(state.asked.expiresAt)}.`;
  }
  return 'This has expired.';
}

function superseded(state: Drafted | undefined): string {
  if (state?.status !== 'superseded') return 'This was replaced.';
  const { by, change, at } = state.superseded;
  return `Replaced at ${instantWords(at)} by ${by}: ${change.replace(/\.$/, '')}.`;
}

/** Who was first, and how. Policy alone decides where no slot was asked for. */
function decidedBy(state: Drafted | undefined): string {
  if (state === undefined) return 'Already decided.';
  if (state.status === 'rejected') {
    const { by, at } = state.rejected;
    return `Already decided by ${by.name}, who rejected this at ${instantWords(at)}.`;
  }
  const last = 'slots' in state ? grantsOf(state.slots).at(-1) : undefined;
  return last === undefined
    ? 'Already decided by policy.'
    : `Already decided by ${last.approver.name}, who approved this at ${instantWords(last.grantedAt)}.`;
}

function asSentence(text: string): string {
  const whole = /[.!?]$/.test(text) ? text : `${text}.`;
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}`;
}
