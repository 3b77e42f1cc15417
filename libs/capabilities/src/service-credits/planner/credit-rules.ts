import type { CallToolStep, Fact, PlannerView, ProposalSeen, Step, ToolResult } from '@countersign/planning';
import {
  answersWish,
  askAtMost,
  basisIn,
  type CapabilityRules,
  lookUp,
  type MessageRead,
  normalise,
  only,
  readMessages,
  say,
  type Thought,
} from '@countersign/planning/rules';

const words = {
  wordings: [
    ...say(
      'service_credit_request',
      0.85,
      '\\b(?:service|sla|outage|downtime) credits?\\b',
      '\\bcredits?\\b[^.!?;]{0,60}\\b(?:outage|downtime|sla|service level|was down|were down|incident)\\b',
      '\\b(?:outage|downtime|sla|service level|was down|were down|incident)\\b[^.!?;]{0,80}\\b(?:credit(?:ed)?|compensat\\w+)\\b',
    ),
  ],
};

/** How credits for outages are asked for, and how one is investigated without a model. */
export const creditRules: CapabilityRules = {
  ...words,
  capability: 'service-credits',
  matter: 'a credit for an outage',
  takes: ['service_credit_request'],
  continues: (last) => (caseIdsOf(last).length > 0 ? 'names_a_case' : undefined),
  think,
};

const ASKED_FOR_CASE_MAX = 2;

/** Which case, what it gives, and then the proposal, or why there is none. */
function think(view: PlannerView): Thought {
  const messages = readMessages(view.conversation, [words]);
  const last = messages.at(-1);
  if (last === undefined) return only({ type: 'done', outcome: 'awaiting_customer' });
  const named = messages.findLast((message) => caseIdsOf(message).length > 0);
  const [caseId] = named === undefined ? [] : caseIdsOf(named);
  if (named === undefined || caseId === undefined) return only(whichCase(view));
  if (view.proposals.some((proposal) => answers(proposal, caseId, named)))
    return only({ type: 'done', outcome: 'proposed' });
  const call: CallToolStep = { type: 'call_tool', tool: 'read_credit_basis', arguments: { caseId } };
  const look = lookUp(view, call, named.index);
  if (look.status === 'call') return only(call);
  if (look.status === 'unknown') return only({ type: 'escalate', reason: 'case_unknown' });
  if (look.status === 'absent') return only(whichCase(view, caseId));
  return fromBasis(view, caseId, look.result);
}

function fromBasis(view: PlannerView, caseId: string, read: ToolResult): Thought {
  const basis = read.data;
  if (typeof basis !== 'object' || basis === null || Array.isArray(basis) || basis.caseId !== caseId)
    return only({ type: 'escalate', reason: 'credit_basis_unreadable' });
  const subject = `case:${caseId}`;
  const fact: Fact = {
    name: 'creditDue',
    subject,
    status: 'established',
    value: {
      dueMinor: basis.dueMinor ?? 0,
      currency: basis.currency ?? '',
      agreement: basis.agreement ?? '',
    },
    basis: basisIn(read),
  };
  const { dueMinor, currency } = basis;
  if (typeof dueMinor !== 'number' || dueMinor <= 0 || typeof currency !== 'string')
    return told(view, caseId)
      ? only({ type: 'done', outcome: 'declined' })
      : { facts: [fact], step: noCredit(caseId, String(basis.agreement)) };
  const step: Step = {
    type: 'propose',
    kind: 'service-credit.create',
    target: subject,
    arguments: { caseId },
    amountMinor: dueMinor,
    currency,
    evidence: [{ name: 'creditDue', subject }],
  };
  return { facts: [fact], step };
}

/** `case 118`, `ticket #118`; after our question a bare number will do. */
function caseIdsOf({ message, answers }: MessageRead): readonly string[] {
  const said = normalise(message.text);
  const named = [...said.matchAll(/\b(?:case|ticket)\s*(?:number|no\.?|id)?\s*#?\s*(\d{2,12})\b/g)];
  const bare =
    answers?.first === true && answers.question.about === 'case' ? [...said.matchAll(/\b(\d{2,12})\b/g)] : [];
  return [...named, ...bare].map(([, id = '']) => id);
}

/** A proposal bears the instant of the last message that it was made for. */
function answers(proposal: ProposalSeen, caseId: string, { message }: MessageRead): boolean {
  const { kind, arguments: args } = proposal;
  if (kind !== 'service-credit.create' || args['caseId'] !== caseId) return false;
  return answersWish(proposal, message.at);
}

function whichCase(view: PlannerView, notFound?: string): Step {
  const text =
    notFound === undefined
      ? 'Which support case is it about? Its number is enough, for example case 118.'
      : `There is no support case ${notFound} of yours. Which number is it?`;
  return askAtMost(view, { about: 'case', most: ASKED_FOR_CASE_MAX }, (count) => ({
    ...{ type: 'ask', questionId: `case:${count + 1}`, about: 'case', text },
  }));
}

function noCredit(caseId: string, agreement: string): Step {
  const text = `The agreement (${agreement}) gives no credit for the outage of case ${caseId}. I can hand this to a person.`;
  return { type: 'reply', code: 'credit_not_due', params: { caseId, agreement }, text };
}

function told(view: PlannerView, caseId: string): boolean {
  return view.conversation.some(
    (entry) =>
      entry.kind === 'reply' && entry.code === 'credit_not_due' && entry.params?.['caseId'] === caseId,
  );
}
