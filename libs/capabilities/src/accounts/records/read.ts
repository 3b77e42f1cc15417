/**
 * Reads accounts, their charges and, until they are closed, their invoices. One key reads every tenant there, so the
 * tenant is checked here: another tenant's account is not found.
 */
import {
  type Connection,
  type Fields,
  fieldsOf,
  isText,
  listOf,
  type Operations,
  operationsOf,
  type ReadResult,
  recordsOf,
  type Shaped,
  shaped,
  texts,
  withinTenant,
} from '@countersign/connectors/json/read';

// Its status is `open`, `closed`, or anything else the system says.
const account = { ...texts('id', 'tenant', 'customerId', 'status'), version: 'count' } as const;
// Its id is the one that payments know it by.
const charge = {
  ...texts('id', 'accountId', 'currency', 'description'),
  amountMinor: 'count',
  chargedAt: 'instant',
} as const;
const invoice = texts('id', 'chargeId');

export interface AccountRecord extends Shaped<typeof account> {
  /** The operation that closed it, ours or somebody else's; absent while it is open. */
  readonly closedBy?: string;
}

export type AccountCharge = Shaped<typeof charge>;
export type AccountInvoice = Shaped<typeof invoice>;

/** What the accounts system keeps of an operation of ours. */
export interface Closure {
  readonly kind: 'closure';
  readonly reference: string;
  readonly accountId: string;
}

export interface AccountsReader extends Operations<Closure> {
  accountsOf(tenant: string, customerId: string): Promise<ReadResult<readonly AccountRecord[]>>;
  account(tenant: string, id: string): Promise<ReadResult<AccountRecord>>;
  chargesOf(accountId: string): Promise<ReadResult<readonly AccountCharge[]>>;
  /** Not found once the account is closed. */
  invoicesOf(accountId: string): Promise<ReadResult<readonly AccountInvoice[]>>;
}

export function createAccountsReader(connection: Connection, settleWindowMs?: number): AccountsReader {
  const record = recordsOf(connection, 'accounts');
  return {
    accountsOf: (tenant, customerId) =>
      record({
        ...{ path: ['customers', tenant, customerId, 'accounts'], kind: 'customer' },
        read: ({ accounts }) => listOf(accounts, accountOf),
      }),
    account: async (tenant, id) =>
      withinTenant(await record({ path: ['accounts', id], kind: 'account', read: accountOf }), tenant),
    chargesOf: (id) =>
      record({
        ...{ path: ['accounts', id, 'charges'], kind: 'account' },
        read: ({ charges }) => listOf(charges, (item) => shaped(charge, item)),
      }),
    invoicesOf: (id) =>
      record({
        ...{ path: ['accounts', id, 'invoices'], kind: 'invoices', absentCode: 'invoices_not_reachable' },
        read: ({ invoices }) => listOf(invoices, (item) => shaped(invoice, item)),
      }),
    ...operationsOf(connection, { system: 'accounts', settleWindowMs, kept: closureOf, targetOf }),
  };
}

function accountOf(item: unknown): AccountRecord | undefined {
  const read = shaped(account, item);
  const closedBy = fieldsOf(item)?.closedBy;
  return read === undefined ? undefined : { ...read, ...(isText(closedBy) ? { closedBy } : {}) };
}

function targetOf({ accountId }: Fields) {
  return isText(accountId) ? { type: 'account', id: accountId } : undefined;
}

function closureOf({ kind, reference, accountId }: Fields): Closure | undefined {
  return kind === 'closure' && isText(reference) && isText(accountId)
    ? { kind, reference, accountId }
    : undefined;
}
