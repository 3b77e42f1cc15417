import type {
  CallToolStep,
  JsonObject,
  PlannerView,
  ProposalSeen,
  Step,
  ToolResult,
} from '@countersign/planning';
import {
  answersWish,
  askAtMost,
  basisIn,
  type CapabilityRules,
  lookUp,
  only,
  readMessages,
  sayOnce,
  type Thought,
} from '@countersign/planning/rules';
import { type FollowUpWish, goesBy, opportunityNamed, wishIn } from './follow-up-requests.js';
import { type OpportunitySeen, opportunitiesIn, opportunityIn } from './follow-up-views.js';
import {
  followUpWords,
  noOpportunity,
  opportunityClosed,
  optedOut,
  whichOpportunity,
  whichWords,
} from './follow-up-words.js';

/** How a follow-up is asked for, and how it is looked into without a model. */
export const followUpRules: CapabilityRules = {
  ...followUpWords,
  capability: 'follow-ups',
  matter: 'a follow-up on an opportunity',
  takes: ['follow_up_request'],
  continues: (last) => (opportunityNamed(last) === undefined ? undefined : 'names_an_opportunity'),
  think,
};

const QUESTIONS_MAX = 2;
const kind = 'follow-up.send';

/** Which opportunity, whether its contact may be written to, in which words; then the one proposal. */
function think(view: PlannerView): Thought {
  const wish = wishIn(readMessages(view.conversation, [followUpWords]));
  if (wish === undefined) return only({ type: 'done', outcome: 'awaiting_customer' });
  if (wish.opportunityId === undefined) return choosing(view, wish);
  return about(view, wish, wish.opportunityId);
}

/** By the name of the contact, where exactly one open opportunity has it. Nothing is guessed. */
function choosing(view: PlannerView, wish: FollowUpWish): Thought {
  const call: CallToolStep = { type: 'call_tool', tool: 'list_opportunities', arguments: {} };
  const look = lookUp(view, call, wish.index);
  if (look.status === 'call') return only(call);
  if (look.status === 'unknown') return only({ type: 'escalate', reason: 'opportunities_unknown' });
  if (look.status === 'absent') return only(once(view, wish, noOpportunity()));
  const open = opportunitiesIn(look.result).filter(({ status }) => status === 'open');
  if (open.length === 0) return only(once(view, wish, noOpportunity()));
  const { person } = wish;
  const fitting = open.filter(({ contact }) => person === undefined || goesBy(contact ?? '', person));
  const [chosen, ...others] = fitting;
  if (chosen !== undefined && others.length === 0) return about(view, wish, chosen.id);
  const listed = (fitting.length === 0 ? open : fitting).map(
    ({ id, title, contact }) => `${id}, ${title}${contact === undefined ? '' : `, with ${contact}`}`,
  );
  return only(asking(view, 'opportunity', (asked) => whichOpportunity(asked, listed)));
}

function about(view: PlannerView, wish: FollowUpWish, opportunityId: string): Thought {
  if (view.proposals.some((proposal) => answers(proposal, opportunityId, wish)))
    return only({ type: 'done', outcome: 'proposed' });
  const call: CallToolStep = { type: 'call_tool', tool: 'read_opportunity', arguments: { opportunityId } };
  const look = lookUp(view, call, wish.index);
  if (look.status === 'call') return only(call);
  if (look.status === 'unknown') return only({ type: 'escalate', reason: 'opportunity_unknown' });
  if (look.status === 'absent') {
    const why = `There is no opportunity ${opportunityId} of yours. `;
    return only(asking(view, 'opportunity', (asked) => whichOpportunity(asked, [], why)));
  }
  const seen = opportunityIn(look.result, opportunityId);
  if (seen === undefined) return only({ type: 'escalate', reason: 'opportunity_unreadable' });
  return withRecord(view, wish, { seen, read: look.result });
}

function withRecord(
  view: PlannerView,
  wish: FollowUpWish,
  { seen, read }: { readonly seen: OpportunitySeen; readonly read: ToolResult },
): Thought {
  const { id, status, contact, doNotContact, templateIds } = seen;
  if (wish.person !== undefined && !goesBy(contact, wish.person)) {
    const why = `The contact of opportunity ${id} is ${contact}. `;
    return only(asking(view, 'opportunity', (asked) => whichOpportunity(asked, [], why)));
  }
  if (status !== 'open') return only(once(view, wish, opportunityClosed(id)));
  if (doNotContact) return only(once(view, wish, optedOut(id, contact)));
  const [templateId, ...others] = templateIds;
  if (wish.words !== undefined) {
    const { subject = subjectOf(seen), body } = wish.words;
    return proposing(read, seen, { opportunityId: id, subject, body });
  }
  if (templateId === undefined || others.length > 0)
    return only(asking(view, 'words', (asked) => whichWords(id, contact, asked)));
  return proposing(read, seen, { opportunityId: id, templateId });
}

/** What it is about, as far as a subject may be long. */
function subjectOf({ id, title }: OpportunitySeen): string {
  return title.trim() === '' ? `Opportunity ${id}` : title.slice(0, 150);
}

function proposing(read: ToolResult, { id, stage, contact }: OpportunitySeen, args: JsonObject): Thought {
  const subject = `opportunity:${id}`;
  const value = { stage, contact };
  return {
    facts: [{ name: 'opportunity', subject, status: 'established', value, basis: basisIn(read) }],
    step: {
      ...{ type: 'propose', kind, target: subject, arguments: args },
      evidence: [{ name: 'opportunity', subject }],
    },
  };
}

/** One that waits or runs answers the wish, unless other words were given for it since. */
function answers(proposal: ProposalSeen, opportunityId: string, { at, words }: FollowUpWish): boolean {
  const { kind: of, proposedAt, arguments: args } = proposal;
  if (of !== kind || args['opportunityId'] !== opportunityId || !answersWish(proposal, at)) return false;
  return proposedAt >= at || words === undefined || words.body === args['body'];
}

/** A reply that was not given since the wish; then there is nothing more to do. */
function once(view: PlannerView, { index }: FollowUpWish, reply: Extract<Step, { type: 'reply' }>): Step {
  return sayOnce(view, index, reply) ?? { type: 'done', outcome: 'declined' };
}

/** Asked again at most once; then a person finds out. */
function asking(view: PlannerView, about: string, ask: (count: number) => Step): Step {
  return askAtMost(view, { about, most: QUESTIONS_MAX }, ask);
}
