import type { CaseEvent, CaseEventData, CaseEventOf, CaseEventType } from '../case/events.js';
import { tenantId } from '../identifiers.js';
import { ada, at } from './people.js';
import { digest, id } from './proposal-facts.js';

const provenance = { source: 'orders/4821', version: '3', readAt: at(2) };

/** One plain fact of every type. A new type does not compile until it is here. */
export const plainCaseData: { readonly [Type in CaseEventType]: CaseEventData<Type> } = {
  CaseOpened: {
    requestId: 'r1',
    tenant: tenantId('fjordlight'),
    customer: { subject: ada.subject, name: ada.name },
    startedBy: ada.subject,
    bounds: { wallClockMs: 900_000, turnsMax: 3, toolCallsMax: 2, spendMicrosMax: 1000 },
    openedAt: at(0),
  },
  CustomerMessageReceived: {
    messageId: 'm1',
    text: 'Please refund order 4821.',
    from: ada.subject,
    receivedAt: at(0),
  },
  CaseRouted: { capability: 'refunds', reason: 'A refund is asked for.', messageId: 'm1', at: at(1) },
  ModelTurnTaken: {
    turn: 1,
    by: 'specialist',
    step: 'call_tool',
    verdict: 'accepted',
    refusals: [],
    usage: { inputTokens: 100, outputTokens: 10, costMicros: 100 },
    versions: { planner: 'rules/1', model: 'none', prompt: 'none' },
    summary: 'Looks the order up.',
    at: at(1),
  },
  ToolCalled: {
    callId: 'call-1',
    tool: 'orders.get',
    arguments: { orderId: '4821' },
    outcome: 'answered',
    code: 'ok',
    result: { id: '4821', delivered: true },
    resultDigest: '7e'.repeat(32),
    provenance: [provenance],
    at: at(2),
  },
  FactEstablished: {
    fact: 'delivered_at',
    about: 'orders/4821',
    value: at(-86400),
    basis: 'record',
    provenance,
  },
  UnsafeStepRefused: {
    turn: 2,
    by: 'specialist',
    capability: 'refunds',
    attempted: 'proposal',
    code: 'refused_by_records',
    field: 'arguments.orderId',
    reason: 'this customer has no such order',
    excerpt: 'propose refund.create order:4826',
    at: at(3),
  },
  FactUnknown: {
    fact: 'unopened',
    about: 'orders/4821/lines/1',
    reason: 'Neither the order nor the policy says it.',
    at: at(3),
  },
  QuestionAsked: {
    questionId: 'q1',
    fact: 'unopened',
    about: 'orders/4821/lines/1',
    text: 'Are the headphones unopened?',
    at: at(4),
  },
  ProposalAttached: {
    proposalId: id,
    digest,
    kind: 'refund.create',
    summary: 'Refund of 79.00 EUR for order 4821',
    at: at(5),
  },
  ActionObserved: { proposalId: id, status: 'completed', eventId: 'e1', at: at(301) },
  ReplySent: {
    replyId: 'reply-1',
    code: 'card_shown',
    text: 'A refund waits for your consent.',
    cards: [{ proposalId: id, digest }],
    at: at(6),
  },
  CaseEscalated: {
    reason: 'bound_reached',
    knownSoFar: 'The order was delivered a day ago.',
    at: at(7),
  },
  CaseCompleted: { outcome: 'completed', at: at(302) },
  CaseReopened: { proposalId: id, reason: 'effect_failed', at: at(172_807) },
};

/** The plain fact of a type, with what this test wants to be different. */
export function caseFact<Type extends CaseEventType>(
  type: Type,
  over: Partial<CaseEventData<Type>> = {},
): CaseEventOf<Type> {
  return { type, data: { ...plainCaseData[type], ...over } } as unknown as CaseEventOf<Type>;
}

const caseEventTypes = Object.keys(plainCaseData) as readonly CaseEventType[];
export const everyCaseFact: readonly CaseEvent[] = caseEventTypes.map((type) => caseFact(type));
