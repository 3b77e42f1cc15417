import type { Action, Instant } from '@countersign/domain';
import type { FoundOutcome } from '../capability.js';
import { findRefundOutcome } from '../refunds/find-refund-outcome.js';
import type { AccountPorts } from './account-records.js';
import { closureKind } from './accounts.js';

interface Sought {
  readonly operationId: string;
  readonly lastSentAt: Instant;
}

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
  const seen = await accounts.closure(sought);
  if (seen.outcome === 'unknown') return { outcome: 'no_answer', code: seen.code, asked: seen.asked };
  if (seen.outcome === 'absent') return { outcome: 'absent', evidence: { ...seen.look, found: [] } };
  const { reference, kind, accountId } = seen.value;
  const found = [{ reference, settled: 'settled', details: { kind, account: accountId } } as const];
  const outcome = accountId === action.target.id ? 'happened' : 'contradicts';
  return { outcome, evidence: { ...seen.look, found } };
}
