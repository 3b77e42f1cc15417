import type {
  AccountRecord,
  BillingReader,
  CreditRecord,
  InvoiceRecord,
  PlanRecord,
} from './billing/read.js';
import type { CaseRecord, IncidentRecord, SupportReader } from './support/read.js';

/** Everything a credit is made of, read in one go. */
export interface CreditRecords {
  readonly supportCase: CaseRecord;
  readonly incident: IncidentRecord;
  readonly account: AccountRecord;
  readonly plan: PlanRecord;
  readonly invoice: InvoiceRecord;
  readonly credits: readonly CreditRecord[];
  readonly readAt: string;
}

export type CreditRecordsRead =
  | { readonly outcome: 'read'; readonly records: CreditRecords }
  | { readonly outcome: 'gone'; readonly what: string }
  | { readonly outcome: 'no_answer'; readonly code: string };

export interface CreditPorts {
  readonly support: SupportReader;
  readonly billing: BillingReader;
}

/** The case leads to everything else. What one system does not answer is unknown; what it does not have is gone. */
export async function readCreditRecords(
  { support, billing }: CreditPorts,
  tenant: string,
  caseId: string,
): Promise<CreditRecordsRead> {
  const found = await support.case(tenant, caseId);
  if (found.outcome !== 'found') return missing(found, 'support', `case ${caseId}`);
  const { accountId, incidentId } = found.value;
  const [incident, account, invoice, credits] = await Promise.all([
    support.incident(incidentId),
    billing.account(tenant, accountId),
    billing.latestInvoice(accountId),
    billing.creditsOf(accountId),
  ]);
  if (incident.outcome !== 'found') return missing(incident, 'support', `incident ${incidentId}`);
  if (account.outcome !== 'found') return missing(account, 'billing', `account ${accountId}`);
  if (invoice.outcome !== 'found') return missing(invoice, 'billing', `an invoice of account ${accountId}`);
  if (credits.outcome !== 'found') return missing(credits, 'billing', `the credits of account ${accountId}`);
  const plan = await billing.plan(account.value.planId);
  if (plan.outcome !== 'found') return missing(plan, 'billing', `plan ${account.value.planId}`);
  const records = {
    supportCase: found.value,
    incident: incident.value,
    account: account.value,
    plan: plan.value,
    invoice: invoice.value,
    credits: credits.value,
    readAt: plan.readAt,
  };
  return { outcome: 'read', records };
}

function missing(
  read: { readonly outcome: 'not_found' } | { readonly outcome: 'no_answer'; readonly code: string },
  system: string,
  what: string,
): CreditRecordsRead {
  return read.outcome === 'no_answer'
    ? { outcome: 'no_answer', code: `${system}_${read.code}` }
    : { outcome: 'gone', what };
}
