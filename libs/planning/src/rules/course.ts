import type { ReplyStep, Step } from '../port/step.js';
import type { PlannerView, ProposalSeen, ProposalState } from '../port/view.js';

/** A reply that was not given since this entry of the conversation; undefined when it was. */
export function sayOnce(view: PlannerView, since: number, reply: ReplyStep): Step | undefined {
  const told = view.conversation.slice(since + 1);
  return told.some((entry) => entry.kind === 'reply' && entry.code === reply.code) ? undefined : reply;
}

/** A duplicate came to what the one it repeats comes to. */
const nothingCameOf: Readonly<Record<ProposalState, boolean>> = {
  ...{ drafted: false, awaiting_approval: false, approved: false, executing: false },
  ...{ outcome_unknown: false, in_review: false, executed: false, completed: false, duplicate: false },
  ...{ denied: true, rejected: true, expired: true, invalidated: true, superseded: true, failed: true },
};

/** It has ended and did nothing: to ask for the same is to ask anew. */
export function cameToNothing({ state }: ProposalSeen): boolean {
  return nothingCameOf[state];
}

/**
 * Whether a proposal answers what was written at this instant: it was made for that message or a later one, whatever
 * became of it, or it waits or runs since before. What was carried out before something was wished again answers
 * nothing any more: it may have been taken back.
 */
export function answersWish(proposal: ProposalSeen, at: string): boolean {
  return proposal.proposedAt >= at || !(cameToNothing(proposal) || proposal.state === 'completed');
}

/** Arguments that an action has, `{ accountId: 'acct_7719' }`; of none, every action is meant. */
export type About = Readonly<Record<string, string>>;

export interface Wished {
  readonly kind: string;
  readonly about: About;
  /** When it was wished last. */
  readonly at: string;
}

/** Whether a wish has its proposal. A proposal bears the instant of the last message that it was made for. */
export function hasProposal(view: PlannerView, { kind, about, at }: Wished): boolean {
  return view.proposals.some(
    (proposal) => proposal.kind === kind && isAbout(proposal, about) && answersWish(proposal, at),
  );
}

/** Nothing more to do; `proposed` where anything was proposed about this. */
export function courseOver(view: PlannerView, about: About = {}): Step {
  const isProposed = view.proposals.some((proposal) => isAbout(proposal, about));
  return { type: 'done', outcome: isProposed ? 'proposed' : 'declined' };
}

/** Nothing more to do, and nothing came of it. */
export const declined: Step = { type: 'done', outcome: 'declined' };

function isAbout({ arguments: args }: ProposalSeen, about: About): boolean {
  return Object.entries(about).every(([name, value]) => args[name] === value);
}

export interface Asking {
  readonly about: string;
  readonly most: number;
  /** Why a person is asked then; `<about>_not_named`, if left out. */
  readonly reason?: string;
}

/**
 * Asks about something so many times at most; then a person finds out. Nothing is asked while a question waits for its
 * answer, and whoever asks is told how often it was asked before.
 */
export function askAtMost(
  view: PlannerView,
  { about, most, reason = `${about}_not_named` }: Asking,
  ask: (count: number) => Step,
): Step {
  const said = view.conversation.filter(({ kind }) => kind === 'question' || kind === 'customer_message');
  if (said.at(-1)?.kind === 'question') return { type: 'done', outcome: 'awaiting_customer' };
  const count = said.filter((entry) => entry.kind === 'question' && entry.about === about).length;
  return count >= most ? { type: 'escalate', reason } : ask(count);
}
