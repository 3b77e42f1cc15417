import { type Action, formatMoney, type JsonObject } from '@countersign/domain';
import type { Capability, CardWords } from '../capability.js';
import { capacityOfCharge, saidOfRefund } from '../refunds/refunds.js';
import { accountRules } from './planner/account-rules.js';

export const closureKind = 'account.close';
export const duplicateKind = 'duplicate-charge.refund';

const id: JsonObject = { type: 'string', minLength: 1, maxLength: 64 };
const object = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const ofAccount = object({ accountId: id });

/** Accounts: gives a charge back that was made twice, and closes an account. Two wishes are two proposals. */
export const capability: Capability = {
  name: 'accounts',
  version: '1',
  responsibility:
    "Finds charges that were made twice on the asking customer's own account, drafts the refund of one, and drafts the closure of an account.",
  instructions:
    'Read the account and its charges. A duplicate is what the records show as one, never what a customer calls one. A refund and a closure are two proposals.',
  tools: [
    { name: 'read_accounts', description: "Reads the customer's own accounts.", schema: object({}) },
    {
      name: 'list_account_charges',
      description:
        "Lists the charges of one of the customer's own accounts, and which of them are duplicates.",
      schema: ofAccount,
    },
    {
      name: 'list_account_invoices',
      description: 'Lists the invoices of an account; they cannot be reached once it is closed.',
      schema: ofAccount,
    },
  ],
  rules: accountRules,
  actions: [
    {
      kind: closureKind,
      schema: ofAccount,
      carriesAmount: false,
      target: 'accounts',
      said: {
        nothing: 'closed',
        afterwards: 'Its invoices are no longer reachable.',
        askedOf: 'the accounts system',
        refusals: {
          account_on_hold: 'the account is on hold and cannot be closed now.',
          account_already_closed: 'the account was closed already, in another way.',
          account_changed: 'the account was changed meanwhile.',
        },
      },
    },
    {
      kind: duplicateKind,
      schema: object({ accountId: id, chargeId: id }),
      carriesAmount: true,
      target: 'payments',
      said: saidOfRefund,
    },
  ],
  explaining: [],
  card,
  capacitiesOf: (action) =>
    action.kind === closureKind
      ? [{ key: `closure:account:${action.target.id}`, take: 'once' }]
      : // The same key as every other refund of the charge, so that each counts against the other.
        [capacityOfCharge(action)],
  policy: {
    limits: { consentUpToMinor: 'amounts', oneManagerUpToMinor: 'amounts' },
    rising: [['consentUpToMinor', 'oneManagerUpToMinor']],
    asDecided: ['earlierMinor'],
  },
};

function card(action: Action): CardWords {
  const { kind, target, evidence } = action;
  if (kind === closureKind)
    return {
      operation: 'closure',
      subject: `account ${target.id}`,
      sentence: `Close account ${target.id}.`,
      consequences: [
        'A closure is hard to reverse: we cannot open a closed account again by ourselves.',
        'The invoices of the account are no longer reachable afterwards.',
      ],
      undoable: 'Only the accounts team can open a closed account again, and not always.',
      reversible: false,
    };
  const first = evidence.find(({ fact, basis }) => fact === 'duplicateOf' && basis === 'record')?.value;
  const money = action.money === undefined ? 'nothing' : formatMoney(action.money);
  return {
    operation: 'refund of a double charge',
    subject: `charge ${target.id}`,
    sentence: `Refund ${money} of charge ${target.id} to the payment method it was taken from.`,
    consequences: [
      `The first charge, ${typeof first === 'string' ? first : 'of the same amount'}, stays as it is.`,
      'The customer sees the money in 5 to 10 days.',
    ],
    undoable: 'A refund cannot be taken back; the customer would have to pay again.',
    reversible: false,
  };
}
