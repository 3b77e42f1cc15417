import type { ChargeRecord, PaymentsReader } from '@countersign/connectors/payments/read';
import { findDuplicates } from './find-duplicates.js';
import type { AccountCharge, AccountRecord, AccountsReader } from './records/read.js';

export interface AccountPorts {
  readonly accounts: AccountsReader;
  readonly payments: PaymentsReader;
}

/**
 * What an action on an account is judged on. For money that goes back: `paid` is the charge at payments, and `firstPaid`
 * the earlier one that it doubles, absent where payments do not know it.
 */
export interface AccountRecords {
  readonly account: AccountRecord;
  readonly charges: readonly AccountCharge[];
  readonly paid?: ChargeRecord;
  readonly firstPaid?: ChargeRecord;
  readonly readAt: string;
}

export type AccountRead =
  | { readonly outcome: 'read'; readonly records: AccountRecords }
  | { readonly outcome: 'gone'; readonly what: string }
  | { readonly outcome: 'no_answer'; readonly code: string };

/** An account with its charges. What does not answer is unknown; what the system does not have is gone. */
export async function readAccount(
  { accounts }: Pick<AccountPorts, 'accounts'>,
  tenant: string,
  accountId: string,
): Promise<AccountRead> {
  const [account, charges] = await Promise.all([
    accounts.account(tenant, accountId),
    accounts.chargesOf(accountId),
  ]);
  if (account.outcome === 'no_answer') return { outcome: 'no_answer', code: `accounts_${account.code}` };
  if (account.outcome === 'not_found') return { outcome: 'gone', what: `account ${accountId}` };
  if (charges.outcome === 'no_answer') return { outcome: 'no_answer', code: `accounts_${charges.code}` };
  if (charges.outcome === 'not_found') return { outcome: 'gone', what: `charges of account ${accountId}` };
  const records = { account: account.value, charges: charges.value, readAt: account.readAt };
  return { outcome: 'read', records };
}

/** The same with what payments say of the charge that is to be given back, and of the one that is to stay. */
export async function readAccountAndCharge(
  ports: AccountPorts,
  tenant: string,
  { accountId, chargeId }: { readonly accountId: string; readonly chargeId: string },
): Promise<AccountRead> {
  const [found, paid] = await Promise.all([
    readAccount(ports, tenant, accountId),
    ports.payments.charge(chargeId),
  ]);
  if (found.outcome !== 'read') return found;
  if (paid.outcome === 'no_answer') return { outcome: 'no_answer', code: `payments_${paid.code}` };
  if (paid.outcome === 'not_found') return { outcome: 'gone', what: `charge ${chargeId}` };
  const { charges } = found.records;
  const first = findDuplicates(charges).find(({ charge }) => charge.id === chargeId)?.of;
  const stays = first === undefined ? undefined : await ports.payments.charge(first.id);
  if (stays?.outcome === 'no_answer') return { outcome: 'no_answer', code: `payments_${stays.code}` };
  const firstPaid = stays?.outcome === 'found' ? { firstPaid: stays.value } : {};
  return {
    outcome: 'read',
    records: { ...found.records, paid: paid.value, ...firstPaid, readAt: paid.readAt },
  };
}
