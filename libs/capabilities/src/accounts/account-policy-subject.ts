import type { ChargeRecord } from '@countersign/connectors/payments/read';
import type { Action } from '@countersign/domain';
import type { OnBehalfOf } from '../capability.js';
import type { Judging, PolicySubject } from '../judging.js';
import { chargeFacts, unknownChargeFacts } from '../refunds/charge-facts.js';
import type { AccountRecords } from './account-records.js';
import { findDuplicates } from './find-duplicates.js';

/** What policy judges on. Whether a charge is a duplicate is found anew each time, from the records as they are. */
export function accountPolicySubject(
  { target, arguments: args, money }: Action,
  { account, charges, paid, firstPaid }: AccountRecords,
  { holds }: Judging,
): PolicySubject {
  const isOpen = { accountOpen: account.status === 'open' };
  const isDuplicate = findDuplicates(charges).some(({ charge }) => charge.id === args['chargeId']);
  return {
    resource: {
      type: 'Account',
      id: account.id,
      customerId: account.customerId,
      tenant: account.tenant,
      attributes: { currency: paid?.currency ?? money?.currency ?? 'none' },
    },
    facts:
      target.type === 'charge' && paid !== undefined
        ? { ...isOpen, isDuplicate, firstStands: stands(firstPaid), ...chargeFacts(paid, holds) }
        : isOpen,
  };
}

/**
 * Whether the first of two charges is still paid: nothing of it was given back, by whomever, and no bank is taking it
 * back. Otherwise the later one is not one too many.
 */
function stands(first: ChargeRecord | undefined): boolean | 'unknown' {
  return first === undefined ? 'unknown' : first.refundedMinor === 0 && !first.disputed;
}

/** Nothing is known of it; of an account that is gone not even whose it was. */
export function unknownAccountSubject(
  { arguments: args, money }: Action,
  forWhom: OnBehalfOf,
  why: 'unreadable' | 'gone',
): PolicySubject {
  return {
    resource: {
      type: 'Account',
      id: String(args['accountId']),
      customerId: why === 'gone' ? '' : forWhom.customer,
      tenant: forWhom.tenant,
      attributes: { currency: money?.currency ?? 'none' },
    },
    facts: { accountOpen: 'unknown', isDuplicate: 'unknown', firstStands: 'unknown', ...unknownChargeFacts },
  };
}
