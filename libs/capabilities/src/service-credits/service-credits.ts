import { type Action, formatMoney, type JsonObject } from '@countersign/domain';
import type { Asked, Capability, CardWords, Done, RecoveryPlan } from '../capability.js';
import { type Capacity, moneyTakenBy } from '../judging.js';
import type { LimitsShape } from '../limits.js';
import { creditRules } from './planner/credit-rules.js';

export const creditKind = 'service-credit.create';
export const reversalKind = 'service-credit.reverse';
export const updateKind = 'support-case.update';
export const replyKind = 'support-reply.draft';

const text = (maxLength: number): JsonObject => ({ type: 'string', minLength: 1, maxLength });
const object = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const ofCase = object({ caseId: text(64) });

const credited = {
  nothing: 'credited',
  afterwards: 'It is on your account and lowers your next invoice.',
  askedOf: 'the billing system',
  refusals: {
    invoice_changed: 'the invoice it was computed from has been corrected.',
    account_closed: 'the account is closed.',
    credit_already_reversed: 'it was taken back already.',
  },
};
const behindTheScenes = {
  nothing: 'changed',
  afterwards: '',
  askedOf: 'our support desk',
  refusals: {},
  quiet: true,
} as const;

/** Up to which amount of one case nobody has to be asked. */
const limits = { automaticUpToMinor: 'amounts' } as const satisfies LimitsShape;

const takeBack: RecoveryPlan = {
  name: 'reverse-credit',
  description: 'Takes the whole credit off the account it went to.',
  undoes: creditKind,
  kind: reversalKind,
  asks: ({ action, receipt }) => ({
    kind: reversalKind,
    arguments: { caseId: String(action.arguments['caseId']), creditId: receipt.reference },
    ...(action.money === undefined ? {} : { money: action.money }),
  }),
};

/** Credits for outages: what the plan's agreement gives, on the account of a support case. */
export const capability: Capability = {
  name: 'service-credits',
  version: '1',
  responsibility:
    'Finds out what credit the agreement of a plan gives for the outage of a support case, and drafts exactly that credit.',
  instructions:
    'Read the case with everything it leads to. The amount is what the agreement gives; no other amount is proposed, and no part of it.',
  tools: [
    {
      name: 'read_credit_basis',
      description:
        "Reads one support case of the customer's own with its incident report, plan, agreement and latest invoice.",
      schema: ofCase,
    },
  ],
  actions: [
    { kind: creditKind, schema: ofCase, carriesAmount: true, target: 'billing', said: credited },
    {
      kind: reversalKind,
      schema: object({ caseId: text(64), creditId: text(64) }),
      carriesAmount: true,
      target: 'billing',
      said: { ...credited, nothing: 'taken back', afterwards: '' },
    },
    {
      kind: updateKind,
      schema: object({ caseId: text(64), creditId: text(64) }),
      carriesAmount: false,
      target: 'support',
      said: behindTheScenes,
    },
    {
      kind: replyKind,
      schema: object({ caseId: text(64), text: text(2_000) }),
      carriesAmount: false,
      target: 'support',
      said: behindTheScenes,
    },
  ],
  rules: creditRules,
  inCase: { subjectOf: ({ caseId }) => (typeof caseId === 'string' ? `case:${caseId}` : undefined) },
  explaining: [],
  card,
  capacitiesOf,
  policy: { limits, asDecided: ['earlierMinor'] },
  recoveries: [takeBack],
  followUps,
  asksAgain: ({ kind, arguments: args }) => (kind === creditKind ? { kind, arguments: args } : undefined),
};

/** What is credited in one case, in all. */
export const capacityKey = ({ arguments: args }: Action) => `credit:case:${String(args['caseId'])}`;

/** What one case was or may be credited, and that it is credited once. */
function capacitiesOf(action: Action): readonly Capacity[] {
  if (action.kind !== creditKind) return [];
  const key = capacityKey(action);
  return [
    { key, take: 'amount', money: moneyTakenBy(action) },
    { key: `${key}:approved`, take: 'once' },
  ];
}

/** The support case is settled and a reply is put ready, in this order and each by itself. */
function followUps({ action, receipt }: Done): readonly Asked[] {
  if (action.kind !== creditKind || action.money === undefined) return [];
  const caseId = String(action.arguments['caseId']);
  const reply = `We have credited ${formatMoney(action.money)} to account ${action.target.id} for the outage (credit ${receipt.reference}). It lowers your next invoice.`;
  return [
    { kind: updateKind, arguments: { caseId, creditId: receipt.reference }, statements: [] },
    { kind: replyKind, arguments: { caseId, text: reply }, statements: [] },
  ];
}

function card(action: Action): CardWords {
  const caseId = String(action.arguments['caseId']);
  const money = action.money === undefined ? 'nothing' : formatMoney(action.money);
  const { id } = action.target;
  switch (action.kind) {
    case reversalKind:
      return {
        operation: 'reversal of a credit',
        subject: `case ${caseId}`,
        sentence: `Take credit ${String(action.arguments['creditId'])} of ${money} off account ${id} again.`,
        consequences: ['The next invoice of this account is higher by this amount.'],
        undoable: 'The credit can be given again, as a new one.',
        reversible: true,
      };
    case updateKind:
      return {
        operation: 'update of the support case',
        subject: `case ${caseId}`,
        sentence: `Mark support case ${caseId} as credited with ${String(action.arguments['creditId'])}.`,
        consequences: ['The support desk sees the case as settled.'],
        undoable: 'The case can be opened again by hand.',
        reversible: true,
      };
    case replyKind:
      return {
        operation: 'draft of a reply',
        subject: `case ${caseId}`,
        sentence: `Put a reply ready in support case ${caseId}; a person sends it.`,
        consequences: ['Nothing is sent by this.'],
        undoable: 'The draft can be thrown away.',
        reversible: true,
      };
    default:
      return {
        operation: 'service credit',
        subject: `case ${caseId}`,
        sentence: `Credit ${money} to account ${id} for the outage of case ${caseId}.`,
        consequences: ['The next invoice of this account is lower by this amount.'],
        undoable: 'The credit can be taken back by a proposal of its own, approved by somebody else.',
        reversible: true,
      };
  }
}
