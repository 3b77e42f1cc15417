/**
 * Reads accounts, their charges and, until they are closed, their invoices. One key reads every tenant there, so the
 * tenant is checked here: another tenant's account is not found.
 */
import {
  type Connection,
  type Fields,
  fieldsOf,
  isCount,
  isInstant,
  isText,
  type LedgerAsked,
  type LedgerPage,
  listLedger,
  listOf,
  type OperationLook,
  type ReadResult,
  readJson,
  seekOperation,
} from '@countersign/connectors/json/read';

export interface AccountRecord {
  readonly id: string;
  readonly tenant: string;
  readonly customerId: string;
  /** `open`, `closed`, or anything else the system says. */
  readonly status: string;
  /** The operation that closed it, ours or somebody else's; absent while it is open. */
  readonly closedBy?: string;
  readonly version: number;
}

export interface AccountCharge {
  /** The id that payments know it by. */
  readonly id: string;
  readonly accountId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly description: string;
  readonly chargedAt: string;
}

export interface AccountInvoice {
  readonly id: string;
  readonly chargeId: string;
}

/** What the accounts system keeps of an operation of ours. */
export interface Closure {
  readonly kind: 'closure';
  readonly reference: string;
  readonly accountId: string;
}

export interface Sought {
  readonly operationId: string;
  readonly lastSentAt: string;
}

export interface AccountsReader {
  accountsOf(tenant: string, customerId: string): Promise<ReadResult<readonly AccountRecord[]>>;
  account(tenant: string, id: string): Promise<ReadResult<AccountRecord>>;
  chargesOf(accountId: string): Promise<ReadResult<readonly AccountCharge[]>>;
  /** Not found once the account is closed. */
  invoicesOf(accountId: string): Promise<ReadResult<readonly AccountInvoice[]>>;
  closure(sought: Sought): Promise<OperationLook<Closure>>;
  /** Closures of a time, whoever made them. */
  ledger(asked: LedgerAsked): Promise<ReadResult<LedgerPage>>;
}

const system = 'accounts';

export function createAccountsReader(connection: Connection, settleWindowMs = 60_000): AccountsReader {
  const ask = <T>(path: string, absentCode: string, read: (body: Fields) => T | undefined) =>
    readJson(connection, {
      ...{ system, path, absentCode },
      read: (body) => {
        const value = read(body);
        return value === undefined ? undefined : { value };
      },
    });
  const path = (...parts: string[]) => `/v1/${parts.map(encodeURIComponent).join('/')}`;
  return {
    accountsOf: (tenant, customerId) =>
      ask(path('customers', tenant, customerId, 'accounts'), 'customer_not_found', ({ accounts }) =>
        listOf(accounts, accountOf),
      ),
    async account(tenant, id) {
      const found = await ask(path('accounts', id), 'account_not_found', accountOf);
      return found.outcome === 'found' && found.value.tenant !== tenant ? { outcome: 'not_found' } : found;
    },
    chargesOf: (id) =>
      ask(path('accounts', id, 'charges'), 'account_not_found', ({ charges }) => listOf(charges, chargeOf)),
    invoicesOf: (id) =>
      ask(path('accounts', id, 'invoices'), 'invoices_not_reachable', ({ invoices }) =>
        listOf(invoices, invoiceOf),
      ),
    closure: (sought) => seekOperation(connection, { ...sought, system, settleWindowMs, read: closureOf }),
    ledger: (asked) => listLedger(connection, { system, asked, targetOf }),
  };
}

function accountOf(item: unknown): AccountRecord | undefined {
  const { id, tenant, customerId, status, closedBy, version } = fieldsOf(item) ?? {};
  if (!isText(id) || !isText(tenant) || !isText(customerId) || !isText(status) || !isCount(version))
    return undefined;
  return { id, tenant, customerId, status, version, ...(isText(closedBy) ? { closedBy } : {}) };
}

function chargeOf(item: unknown): AccountCharge | undefined {
  const { id, accountId, amountMinor, currency, description, chargedAt } = fieldsOf(item) ?? {};
  if (!isText(id) || !isText(accountId) || !isCount(amountMinor) || !isText(currency)) return undefined;
  return isText(description) && isInstant(chargedAt)
    ? { id, accountId, amountMinor, currency, description, chargedAt }
    : undefined;
}

function invoiceOf(item: unknown): AccountInvoice | undefined {
  const { id, chargeId } = fieldsOf(item) ?? {};
  return isText(id) && isText(chargeId) ? { id, chargeId } : undefined;
}

function targetOf({ accountId }: Fields) {
  return isText(accountId) ? { type: 'account', id: accountId } : undefined;
}

function closureOf({ kind, reference, accountId }: Fields): Closure | undefined {
  return kind === 'closure' && isText(reference) && isText(accountId)
    ? { kind, reference, accountId }
    : undefined;
}
