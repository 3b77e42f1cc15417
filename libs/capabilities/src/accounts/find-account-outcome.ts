import type { Action } from '@countersign/domain';
import type { FoundOutcome } from '../capability.js';
import { outcomeOf, type Sought } from '../own-operation.js';
import { findRefundOutcome } from '../refunds/find-refund-outcome.js';
import type { AccountPorts } from './account-records.js';
import { closureKind } from './accounts.js';

/** Money is sought at payments, like every refund; a closure at the accounts system, by our own operation. */
export function findAccountOutcome(
  { accounts, payments }: AccountPorts,
  action: Action,
  sought: Sought,
): Promise<FoundOutcome> {
  return action.kind === closureKind
    ? findClosure(accounts, action, sought)
    : findRefundOutcome(payments, { ...sought, action });
}

/**
 * Closed by our operation is done. That somebody else closed the account is no closing of ours: our operation is
 * absent, and what to do about it is found when the account is read. Another account under our id contradicts.
 */
async function findClosure(
  accounts: AccountPorts['accounts'],
  action: Action,
  sought: Sought,
): Promise<FoundOutcome> {
  return outcomeOf(await accounts.operation(sought), ({ reference, kind, accountId }) => ({
    receipt: { reference, settled: 'settled', details: { kind, account: accountId } },
    asApproved: accountId === action.target.id,
  }));
}
