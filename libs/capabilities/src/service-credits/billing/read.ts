/**
 * Reads accounts, their plan's agreement, invoices and credits. One key reads every tenant there, so the tenant is
 * checked here: another tenant's account is not found.
 */
import {
  type Connection,
  type Fields,
  fieldsOf,
  isCount,
  isText,
  type LedgerAsked,
  type LedgerPage,
  listLedger,
  listOf,
  type OperationLook,
  type ReadResult,
  recordsOf,
  seekOperation,
  withinTenant,
} from '@countersign/connectors/json/read';

export interface AccountRecord {
  readonly id: string;
  readonly tenant: string;
  readonly customerId: string;
  readonly planId: string;
  readonly status: string;
  readonly version: number;
}

/** What a plan promises when it was not there, in shares of the month's invoice. */
export interface Agreement {
  readonly id: string;
  readonly section: string;
  readonly tiers: readonly { readonly overMinutes: number; readonly shareBasisPoints: number }[];
}

export interface PlanRecord {
  readonly id: string;
  readonly name: string;
  readonly agreement: Agreement;
  readonly version: number;
}

export interface InvoiceRecord {
  readonly id: string;
  readonly accountId: string;
  readonly currency: string;
  readonly totalMinor: number;
  readonly version: number;
}

export interface CreditRecord {
  readonly id: string;
  readonly accountId: string;
  readonly caseId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly operationId: string;
  readonly status: 'applied' | 'reversed';
}

/** What billing keeps of an operation: a credit, or one taken back. */
export interface BilledOperation {
  readonly kind: 'credit' | 'reversal';
  readonly reference: string;
  readonly accountId: string;
  readonly amountMinor: number;
  readonly currency: string;
}

export interface Sought {
  readonly operationId: string;
  readonly lastSentAt: string;
}

export interface BillingReader {
  account(tenant: string, id: string): Promise<ReadResult<AccountRecord>>;
  plan(id: string): Promise<ReadResult<PlanRecord>>;
  latestInvoice(accountId: string): Promise<ReadResult<InvoiceRecord>>;
  creditsOf(accountId: string): Promise<ReadResult<readonly CreditRecord[]>>;
  credit(id: string): Promise<ReadResult<CreditRecord>>;
  operation(sought: Sought): Promise<OperationLook<BilledOperation>>;
  /** Credits and reversals of a time, whoever made them. */
  ledger(asked: LedgerAsked): Promise<ReadResult<LedgerPage>>;
}

export function createBillingReader(connection: Connection, settleWindowMs = 60_000): BillingReader {
  const record = recordsOf(connection, 'billing');
  return {
    account: async (tenant, id) =>
      withinTenant(await record({ path: ['accounts', id], kind: 'account', read: accountOf }), tenant),
    plan: (id) => record({ path: ['plans', id], kind: 'plan', read: planOf }),
    latestInvoice: (id) =>
      record({ path: ['accounts', id, 'latest-invoice'], kind: 'invoice', read: invoiceOf }),
    creditsOf: (id) =>
      record({
        path: ['accounts', id, 'credits'],
        kind: 'account',
        read: ({ credits }) => listOf(credits, creditOf),
      }),
    credit: (id) => record({ path: ['credits', id], kind: 'credit', read: creditOf }),
    operation: (sought) =>
      seekOperation(connection, { ...sought, system: 'billing', settleWindowMs, read: operationOf }),
    ledger: (asked) => listLedger(connection, { system: 'billing', asked, targetOf }),
  };
}

function accountOf({ id, tenant, customerId, planId, status, version }: Fields): AccountRecord | undefined {
  if (!isText(id) || !isText(tenant) || !isText(customerId) || !isText(planId)) return undefined;
  return isText(status) && isCount(version) ? { id, tenant, customerId, planId, status, version } : undefined;
}

function planOf({ id, name, agreement, version }: Fields): PlanRecord | undefined {
  const found = fieldsOf(agreement);
  const tiers = listOf(found?.tiers, (item) => {
    const { overMinutes, shareBasisPoints } = fieldsOf(item) ?? {};
    const isTier = isCount(overMinutes) && isCount(shareBasisPoints) && shareBasisPoints <= 10_000;
    return isTier ? { overMinutes, shareBasisPoints } : undefined;
  });
  if (!isText(id) || !isText(name) || !isCount(version) || tiers === undefined) return undefined;
  const { id: agreementId, section } = found ?? {};
  if (!isText(agreementId) || !isText(section)) return undefined;
  return { id, name, version, agreement: { id: agreementId, section, tiers } };
}

function invoiceOf({ id, accountId, currency, totalMinor, version }: Fields): InvoiceRecord | undefined {
  if (!isText(id) || !isText(accountId) || !isText(currency)) return undefined;
  return isCount(totalMinor) && isCount(version)
    ? { id, accountId, currency, totalMinor, version }
    : undefined;
}

function creditOf(item: unknown): CreditRecord | undefined {
  const { id, accountId, caseId, amountMinor, currency, operationId, status } = fieldsOf(item) ?? {};
  if (!isText(id) || !isText(accountId) || !isText(caseId) || !isText(operationId)) return undefined;
  if (!isCount(amountMinor) || !isText(currency) || (status !== 'applied' && status !== 'reversed'))
    return undefined;
  return { id, accountId, caseId, amountMinor, currency, operationId, status };
}

function targetOf({ accountId }: Fields) {
  return isText(accountId) ? { type: 'account', id: accountId } : undefined;
}

function operationOf(body: Fields): BilledOperation | undefined {
  const { kind, reference, accountId, amountMinor, currency } = body;
  if ((kind !== 'credit' && kind !== 'reversal') || !isText(reference)) return undefined;
  return isText(accountId) && isCount(amountMinor) && isText(currency)
    ? { kind, reference, accountId, amountMinor, currency }
    : undefined;
}
