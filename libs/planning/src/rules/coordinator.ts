import { boundReached } from '../port/loops.js';
import type { ReplyStep, Step } from '../port/step.js';
import type { ConversationEntry, PlannerView, ProposalSeen } from '../port/view.js';
import { soundsLikeChange } from './change-words.js';
import type { Intent } from './intent-words.js';
import type { MessageReading } from './read-message.js';
import { type MessageRead, readMessages } from './refund-requests.js';
import { notStarted } from './refund-words.js';

/** Which capability takes an intent. An intent without one, or whose capability is not offered, goes to a person. */
export const capabilityOf: Partial<Record<Intent, string>> = { refund_request: 'refunds' };

const SURE_ENOUGH = 0.75;
const CLARIFIED_MAX = 1;
const deciding = ['drafted', 'awaiting_approval'];

/**
 * What to do with what the customer said last: show waiting cards again, tell recorded state, route,
 * ask once what is meant, or hand to a person. It never acts and never says what is not in the view.
 */
export function thinkAboutCase(view: PlannerView): Step {
  const bound = boundReached(view);
  if (bound !== undefined) return { type: 'escalate', reason: `bound_reached:${bound}` };
  const last = readMessages(view.conversation).at(-1);
  if (last === undefined) return { type: 'done', outcome: 'awaiting_customer' };
  const handled = view.conversation.slice(last.index + 1).find(isOurs);
  if (handled !== undefined) {
    return { type: 'done', outcome: handled.kind === 'question' ? 'awaiting_customer' : 'answered' };
  }
  if (last.reading.wantsPerson) return { type: 'escalate', reason: 'customer_asked_for_a_person' };
  return answerWords(view, last);
}

function answerWords(view: PlannerView, last: MessageRead): Step {
  const { reading } = last;
  const waiting = view.proposals.filter((proposal) => deciding.includes(proposal.state));
  const asked = openQuestion(view, last);
  if (reading.soundsLikeApproval && waiting.length > 0 && !asksAnything(reading)) return cardsAgain(waiting);
  const route = routeFor(view, reading);
  if (route !== undefined) return route;
  if (asked !== undefined && !asksElsewhere(reading)) return asked;
  if (reading.answer === 'yes' && waiting.length > 0 && !asksAnything(reading)) return cardsAgain(waiting);
  if (reading.refusesRefund && !asksElsewhere(reading)) {
    return asked ?? notStarted();
  }
  return answerIntent(view, reading);
}

function answerIntent(view: PlannerView, reading: MessageReading): Step {
  const [top] = reading.intents;
  if (top === undefined || top.intent === 'other' || top.confidence < SURE_ENOUGH)
    return smallOrUnclear(view, reading);
  const asksState = top.intent === 'refund_status' || top.intent === 'order_status';
  if (asksState && view.proposals.length > 0) return proposalStates(view.proposals);
  if (reading.intents.some((read) => read.intent === 'refund_request')) {
    return { type: 'escalate', reason: 'capability_not_offered:refunds' };
  }
  return { type: 'escalate', reason: `no_capability_for:${top.intent}` };
}

function smallOrUnclear(view: PlannerView, reading: MessageReading): Step {
  const small = reading.thanks || reading.intents.some((read) => read.intent === 'smalltalk');
  if (small) return reply('courtesy', {}, 'You are welcome. Tell me if you need anything else.');
  const asked = view.conversation.filter(
    (entry) => entry.kind === 'question' && entry.about === 'matter',
  ).length;
  if (asked >= CLARIFIED_MAX) return { type: 'escalate', reason: 'matter_unclear' };
  const text = 'What can I help you with? For a refund, please name the order.';
  return { type: 'ask', questionId: `matter:${asked + 1}`, about: 'matter', text };
}

function routeFor(view: PlannerView, reading: MessageReading): Step | undefined {
  const taken = reading.intents.find((read) => capabilityOf[read.intent] !== undefined);
  const capability = taken === undefined ? undefined : capabilityOf[taken.intent];
  if (taken === undefined || capability === undefined || taken.confidence < SURE_ENOUGH) return undefined;
  if (!view.capabilities.some((offered) => offered.name === capability)) return undefined;
  return { type: 'route', capability, reason: taken.intent, confidence: taken.confidence };
}

/** A message after a specialist's question, or a bare order number in a routed case, goes to that specialist. */
function openQuestion(view: PlannerView, last: MessageRead): Step | undefined {
  const routed = view.conversation.findLast((entry) => entry.kind === 'routed');
  if (routed === undefined) return undefined;
  const answers = last.answers?.first === true && last.answers.question.about !== 'matter';
  const reason = answers
    ? 'answers_open_question'
    : last.reading.orderIds.length > 0
      ? 'names_an_order'
      : undefined;
  const unread =
    last.reading.unopened !== 'none' ? 'states_a_fact' : reminded(view) ? 'answers_open_question' : undefined;
  const why = reason ?? unread ?? (changesWaiting(view, last) ? 'changes_a_request' : undefined);
  return why === undefined ? undefined : { type: 'route', capability: routed.capability, reason: why };
}

function changesWaiting({ proposals }: PlannerView, { message }: MessageRead): boolean {
  return soundsLikeChange(message.text) && proposals.some(({ state }) => deciding.includes(state));
}

/** The specialist reminded the customer of its question and is waiting for the answer. */
function reminded(view: PlannerView): boolean {
  const reply = view.conversation.findLast((entry) => entry.kind === 'reply');
  return reply?.code === 'answer_needed';
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

function asksElsewhere(reading: MessageReading): boolean {
  const clear: Intent[] = [
    'cancel_order',
    'duplicate_charge',
    'refund_status',
    'account_change_or_closure',
    'booking',
  ];
  return reading.intents.some(({ intent }) => clear.includes(intent));
}

function isOurs(entry: ConversationEntry): boolean {
  return entry.kind === 'question' || entry.kind === 'reply' || entry.kind === 'routed';
}

function reply(code: string, params: ReplyStep['params'], text: string): ReplyStep {
  return { type: 'reply', code, params, text };
}

/** For the evaluation: what the coordinator would do with a first message, given what is offered. */
export function firstStep(text: string, capabilities: PlannerView['capabilities']): Step {
  return thinkAboutCase({
    role: { kind: 'coordinator' },
    instructions: '',
    clock: '1970-01-01T00:00:00Z',
    conversation: [{ kind: 'customer_message', messageId: 'first', at: '1970-01-01T00:00:00Z', text }],
    facts: [],
    proposals: [],
    capabilities,
    tools: [],
    actions: [],
    boundsLeft: { turns: 1, toolCalls: 1, wallClockMs: 1, spendMicros: 1 },
  });
}
