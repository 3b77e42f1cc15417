import { type Action, formatMoney } from '@countersign/domain';
import { movedOn } from '../drafting.js';
import type { AccountRecords } from './account-records.js';
import { closureKind } from './accounts.js';
import { findDuplicates } from './find-duplicates.js';

/** In words, what the records say now that they did not say when it was drafted. */
export function accountDifferences(action: Action, records: AccountRecords): readonly string[] {
  return action.kind === closureKind ? ofAccount(action, records) : ofCharge(action, records);
}

function ofAccount(action: Action, { account }: AccountRecords): readonly string[] {
  const { id, status, closedBy, version } = account;
  if (status === 'closed')
    return [`account ${id} was closed meanwhile${closedBy === undefined ? '' : `, by ${closedBy}`}.`];
  return movedOn(action, { resource: `accounts/${id}`, name: `account ${id}`, version });
}

/** That the account is closed by now changes nothing of money that was taken twice. */
function ofCharge(
  { target, money }: Action,
  { charges, paid, firstPaid }: AccountRecords,
): readonly string[] {
  const found: string[] = [];
  if (!findDuplicates(charges).some(({ charge }) => charge.id === target.id))
    found.push(`the records no longer show charge ${target.id} as a duplicate.`);
  if (firstPaid !== undefined) {
    const { chargeId, refundedMinor, currency, disputed } = firstPaid;
    const refunded = formatMoney({ amountMinor: refundedMinor, currency });
    if (refundedMinor > 0)
      found.push(`charge ${chargeId}, the first of the two, was refunded itself (${refunded}).`);
    if (disputed) found.push(`charge ${chargeId}, the first of the two, is disputed.`);
  }
  if (paid === undefined || money === undefined) return found;
  if (paid.disputed) found.push(`charge ${target.id} is disputed.`);
  const left = paid.capturedMinor - paid.refundedMinor;
  if (money.amountMinor > left) {
    const refunded = formatMoney({ amountMinor: paid.refundedMinor, currency: paid.currency });
    found.push(`charge ${target.id} was already refunded (${refunded}).`);
  }
  return found;
}
