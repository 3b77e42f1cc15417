/**
 * Reads accounts, their plan's agreement, invoices and credits. One key reads every tenant there, so the tenant is
 * checked here: another tenant's account is not found.
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

const account = { ...texts('id', 'tenant', 'customerId', 'planId', 'status'), version: 'count' } as const;
const tier = { overMinutes: 'count', shareBasisPoints: 'count' } as const;
const invoice = {
  ...texts('id', 'accountId', 'currency'),
  totalMinor: 'count',
  version: 'count',
} as const;
const credit = {
  ...texts('id', 'accountId', 'caseId', 'operationId', 'currency'),
  amountMinor: 'count',
} as const;
const operation = { ...texts('reference', 'accountId', 'currency'), amountMinor: 'count' } as const;

export type AccountRecord = Shaped<typeof account>;
export type InvoiceRecord = Shaped<typeof invoice>;

/** What a plan promises when it was not there, in shares of the month's invoice. */
export interface Agreement {
  readonly id: string;
  readonly section: string;
  readonly tiers: readonly Shaped<typeof tier>[];
}

export interface PlanRecord {
  readonly id: string;
  readonly name: string;
  readonly agreement: Agreement;
  readonly version: number;
}

export interface CreditRecord extends Shaped<typeof credit> {
  readonly status: 'applied' | 'reversed';
}

/** What billing keeps of an operation: a credit, or one taken back. */
export interface BilledOperation extends Shaped<typeof operation> {
  readonly kind: 'credit' | 'reversal';
}

export interface BillingReader extends Operations<BilledOperation> {
  account(tenant: string, id: string): Promise<ReadResult<AccountRecord>>;
  plan(id: string): Promise<ReadResult<PlanRecord>>;
  latestInvoice(accountId: string): Promise<ReadResult<InvoiceRecord>>;
  creditsOf(accountId: string): Promise<ReadResult<readonly CreditRecord[]>>;
  credit(id: string): Promise<ReadResult<CreditRecord>>;
}

export function createBillingReader(connection: Connection, settleWindowMs?: number): BillingReader {
  const record = recordsOf(connection, 'billing');
  return {
    account: async (tenant, id) =>
      withinTenant(
        await record({ path: ['accounts', id], kind: 'account', read: (body) => shaped(account, body) }),
        tenant,
      ),
    plan: (id) => record({ path: ['plans', id], kind: 'plan', read: planOf }),
    latestInvoice: (id) =>
      record({
        ...{ path: ['accounts', id, 'latest-invoice'], kind: 'invoice' },
        read: (body) => shaped(invoice, body),
      }),
    creditsOf: (id) =>
      record({
        ...{ path: ['accounts', id, 'credits'], kind: 'account' },
        read: ({ credits }) => listOf(credits, creditOf),
      }),
    credit: (id) => record({ path: ['credits', id], kind: 'credit', read: creditOf }),
    ...operationsOf(connection, { system: 'billing', settleWindowMs, kept: operationOf, targetOf }),
  };
}

function planOf(body: Fields): PlanRecord | undefined {
  const plan = shaped({ ...texts('id', 'name'), version: 'count' }, body);
  const promised = shaped(texts('id', 'section'), body.agreement);
  const tiers = listOf(fieldsOf(body.agreement)?.tiers, (item) => {
    const read = shaped(tier, item);
    return read !== undefined && read.shareBasisPoints <= 10_000 ? read : undefined;
  });
  if (plan === undefined || promised === undefined || tiers === undefined) return undefined;
  return { ...plan, agreement: { ...promised, tiers } };
}

function creditOf(item: unknown): CreditRecord | undefined {
  const read = shaped(credit, item);
  const status = fieldsOf(item)?.status;
  if (read === undefined || (status !== 'applied' && status !== 'reversed')) return undefined;
  return { ...read, status };
}

function targetOf({ accountId }: Fields) {
  return isText(accountId) ? { type: 'account', id: accountId } : undefined;
}

function operationOf(body: Fields): BilledOperation | undefined {
  const { kind } = body;
  const read = shaped(operation, body);
  return read !== undefined && (kind === 'credit' || kind === 'reversal') ? { ...read, kind } : undefined;
}
