import type { ReplyStep, RouteStep, Step } from '../port/step.js';
import type { ConversationEntry, PlannerView, ProposalSeen } from '../port/view.js';
import type { CapabilityRules } from './capability-rules.js';
import { soundsLikeChange } from './change-words.js';
import { destinationOf, type Matter, sureEnough } from './matters-apart.js';
import { type MessageRead, readMessages } from './messages.js';
import type { MessageReading } from './read-message.js';

const CLARIFIED_MAX = 1;
const deciding = ['drafted', 'awaiting_approval'];
/** Sent or about to be, and not settled: it may still be changed, or leave less for the change. */
const unsettled = [...deciding, 'approved', 'executing', 'outcome_unknown', 'in_review'];
/** Too plain to be taken for an answer, or for more about what is under way. */
const clearlyElse: readonly string[] = [
  'cancel_order',
  'duplicate_charge',
  'refund_status',
  'account_change_or_closure',
  'booking',
];

/**
 * What to do with what the customer said last: show waiting cards again, tell recorded state, route,
 * ask once what is meant, or hand to a person. It never acts and never says what is not in the view.
 */
export function thinkAboutCase(view: PlannerView, rules: readonly CapabilityRules[]): Step {
  const last = readMessages(view.conversation, rules).at(-1);
  if (last === undefined) return { type: 'done', outcome: 'awaiting_customer' };
  const handled = view.conversation.slice(last.index + 1).find(isOurs);
  if (handled !== undefined) {
    return { type: 'done', outcome: handled.kind === 'question' ? 'awaiting_customer' : 'answered' };
  }
  return answerWords(view, last, rules);
}

function answerWords(view: PlannerView, last: MessageRead, rules: readonly CapabilityRules[]): Step {
  const { reading } = last;
  const waiting = view.proposals.filter((proposal) => deciding.includes(proposal.state));
  const goesOn = continued(view, last, rules);
  const elsewhere = asksElsewhere(view, reading, rules);
  if (reading.soundsLikeApproval && waiting.length > 0 && !asksAnything(reading)) return cardsAgain(waiting);
  const routed = routeFor(view, last, rules);
  if (routed !== undefined) return routed;
  if (goesOn !== undefined && !elsewhere) return goesOn;
  if (reading.answer === 'yes' && waiting.length > 0 && !asksAnything(reading)) return cardsAgain(waiting);
  const refused = rules.flatMap((one) => one.turnedDown?.(last) ?? [])[0];
  if (refused !== undefined && !elsewhere) return goesOn ?? refused;
  return answerIntent(view, reading, rules);
}

function answerIntent(view: PlannerView, reading: MessageReading, rules: readonly CapabilityRules[]): Step {
  const [top] = reading.intents;
  if (top === undefined || top.intent === 'other' || top.confidence < sureEnough)
    return smallOrUnclear(view, reading, rules);
  const asksState = top.intent === 'refund_status' || top.intent === 'order_status';
  if (asksState && view.proposals.length > 0) return proposalStates(view.proposals);
  const owner = rules.find(({ takes }) => reading.intents.some(({ intent }) => takes.includes(intent)));
  if (owner !== undefined) return { type: 'escalate', reason: `capability_not_offered:${owner.capability}` };
  return { type: 'escalate', reason: `no_capability_for:${top.intent}` };
}

function smallOrUnclear(view: PlannerView, reading: MessageReading, rules: readonly CapabilityRules[]): Step {
  const small = reading.thanks || reading.intents.some((read) => read.intent === 'smalltalk');
  if (small) return reply('courtesy', {}, 'You are welcome. Tell me if you need anything else.');
  const matters = rules
    .filter((one) => view.capabilities.some(({ name }) => name === one.capability))
    .map(({ matter }) => matter);
  const offer = matters.length === 0 ? '' : ` I can look into ${listed(matters)}.`;
  return askWhatIsMeant(view, `What can I help you with?${offer}`);
}

/** What is meant is asked once; if it stays unclear, a person finds out. */
function askWhatIsMeant(view: PlannerView, text: string): Step {
  const asked = view.conversation.filter(
    (entry) => entry.kind === 'question' && entry.about === 'matter',
  ).length;
  if (asked >= CLARIFIED_MAX) return { type: 'escalate', reason: 'matter_unclear' };
  return { type: 'ask', questionId: `matter:${asked + 1}`, about: 'matter', text };
}

function listed(matters: readonly string[]): string {
  return matters.length < 2 ? matters.join('') : `${matters.slice(0, -1).join(', ')} or ${matters.at(-1)}`;
}

function routeFor(view: PlannerView, last: MessageRead, rules: readonly CapabilityRules[]): Step | undefined {
  const { text } = last.message;
  const destination = destinationOf(text, last.reading.intents, rules, view.capabilities);
  switch (destination.outcome) {
    case 'none':
      return undefined;
    case 'routed': {
      const [first, ...rest] = destination.matters;
      const also = rest.map(({ capability, intent }) => ({ capability, reason: intent }));
      return { ...routeTo(first), ...(also.length === 0 ? {} : { also }) };
    }
    case 'unsure': {
      const named = destination.between.map(({ capability }) => matterOf(capability, rules));
      return askWhatIsMeant(view, `Is this about ${named.join(', or about ')}?`);
    }
  }
}

function routeTo({ capability, intent, confidence }: Matter): RouteStep {
  return { type: 'route', capability, reason: intent, confidence };
}

function matterOf(capability: string, rules: readonly CapabilityRules[]): string {
  return rules.find((one) => one.capability === capability)?.matter ?? capability;
}

/**
 * A message after a specialist's question goes to whoever asked. Other words that ask for nothing new go on with
 * the capability that has the case, where it says that they do, or where they change what is not settled yet.
 */
function continued(
  view: PlannerView,
  last: MessageRead,
  rules: readonly CapabilityRules[],
): RouteStep | undefined {
  const { answers } = last;
  if (answers?.first === true && answers.question.about !== 'matter') {
    const asker = routedBefore(view, view.conversation.indexOf(answers.question));
    if (asker === undefined) return undefined;
    return { type: 'route', capability: asker, reason: 'answers_open_question' };
  }
  const capability = routedBefore(view, view.conversation.length);
  if (capability === undefined) return undefined;
  const goesOn = rules.find((one) => one.capability === capability)?.continues?.(last, view);
  const reason = goesOn ?? (changesWaiting(view, last) ? 'changes_a_request' : undefined);
  return reason === undefined ? undefined : { type: 'route', capability, reason };
}

function routedBefore({ conversation }: PlannerView, index: number): string | undefined {
  const routed = conversation.findLast((entry, at) => entry.kind === 'routed' && at < index);
  return routed?.kind === 'routed' ? routed.capability : undefined;
}

function changesWaiting({ proposals }: PlannerView, { message }: MessageRead): boolean {
  return soundsLikeChange(message.text) && proposals.some(({ state }) => unsettled.includes(state));
}

/** Words alone approve nothing: the cards are shown again, each to be decided on its own. */
function cardsAgain(waiting: readonly ProposalSeen[]): ReplyStep {
  const proposalIds = waiting.map((proposal) => proposal.proposalId);
  const text = 'Nothing is approved by a message. Please decide on each card with its own button.';
  return reply('cards_shown_again', { proposalIds }, text);
}

function proposalStates(proposals: readonly ProposalSeen[]): ReplyStep {
  const states = proposals.map(({ proposalId, target, state }) => ({ proposalId, target, state }));
  const text = states.map(({ target, state }) => `${target}: ${state.replaceAll('_', ' ')}`).join('; ');
  return reply('proposal_states', { states }, text);
}

function asksAnything({ intents }: MessageReading): boolean {
  return intents.some(({ intent }) => intent !== 'other' && intent !== 'smalltalk');
}

/** Asks, surely or not, for what the capability that has the case does not take. */
function asksElsewhere(
  view: PlannerView,
  reading: MessageReading,
  rules: readonly CapabilityRules[],
): boolean {
  const capability = routedBefore(view, view.conversation.length);
  const own = rules.find((one) => one.capability === capability)?.takes ?? [];
  const others = [...clearlyElse, ...rules.flatMap(({ takes }) => takes)];
  return reading.intents.some(({ intent }) => others.includes(intent) && !own.includes(intent));
}

function isOurs(entry: ConversationEntry): boolean {
  return entry.kind === 'question' || entry.kind === 'reply' || entry.kind === 'routed';
}

function reply(code: string, params: ReplyStep['params'], text: string): ReplyStep {
  return { type: 'reply', code, params, text };
}
