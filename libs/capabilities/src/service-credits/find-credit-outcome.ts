import type { Action, Receipt } from '@countersign/domain';
import type { FoundOutcome } from '../capability.js';
import { outcomeOf, type Sought } from '../own-operation.js';
import type { BilledOperation } from './billing/read.js';
import type { CreditPorts } from './credit-records.js';
import { creditKind, replyKind, reversalKind, updateKind } from './service-credits.js';
import type { SupportOperation } from './support/read.js';

type Held = BilledOperation | SupportOperation;

const kindAtTarget: Readonly<Record<string, string>> = {
  [creditKind]: 'credit',
  [reversalKind]: 'reversal',
  [updateKind]: 'update',
  [replyKind]: 'reply',
};

/**
 * Asks the target for our own operation. A credit that was taken back since did happen: the undo is an operation of its
 * own. What the target holds under the id and is not what was approved contradicts.
 */
export async function findCreditOutcome(
  { support, billing }: CreditPorts,
  action: Action,
  sought: Sought,
): Promise<FoundOutcome> {
  const isMoney = action.kind === creditKind || action.kind === reversalKind;
  const seen = isMoney ? await billing.operation(sought) : await support.operation(sought);
  return outcomeOf<Held>(seen, (held) => ({
    receipt: receiptOf(held),
    asApproved: isAsApproved(action, held),
  }));
}

function receiptOf(held: Held): Receipt {
  const money = 'amountMinor' in held ? { amountMinor: held.amountMinor, currency: held.currency } : {};
  return { reference: held.reference, ...money, settled: 'settled', details: { kind: held.kind } };
}

function isAsApproved(action: Action, held: Held): boolean {
  if (held.kind !== kindAtTarget[action.kind]) return false;
  if (!('amountMinor' in held)) return held.caseId === action.arguments['caseId'];
  return (
    held.accountId === action.target.id &&
    held.amountMinor === action.money?.amountMinor &&
    held.currency === action.money.currency
  );
}
