import type { JsonValue } from '@countersign/domain';
import type { ToolAnswer } from '../capability.js';
import { nothing, type ToolCall } from '../tool-answer.js';
import { creditDue } from './credit-due.js';
import { type CreditPorts, type CreditRecords, readCreditRecords } from './credit-records.js';

/** Reads what a credit of the asking customer's case would be made of. What comes back is data. */
export async function creditTool(ports: CreditPorts, { tool, args, forWhom }: ToolCall): Promise<ToolAnswer> {
  if (tool !== 'read_credit_basis') return nothing('not_found', 'unknown_tool');
  const found = await readCreditRecords(ports, forWhom.tenant, String(args['caseId']));
  if (found.outcome === 'no_answer') return nothing('no_answer', found.code);
  if (found.outcome === 'gone' || found.records.supportCase.customerId !== forWhom.customer)
    return nothing('not_found', 'case_not_found');
  const { supportCase, incident, plan, invoice, readAt } = found.records;
  const provenance = [
    { source: `support/cases/${supportCase.id}`, version: String(supportCase.version), readAt },
    { source: `support/incidents/${incident.id}`, version: String(incident.version), readAt },
    {
      source: `billing/plans/${plan.id}`,
      section: `${plan.agreement.id} ${plan.agreement.section}`,
      version: String(plan.version),
      readAt,
    },
    { source: `billing/invoices/${invoice.id}`, version: String(invoice.version), readAt },
  ];
  return { outcome: 'answered', code: 'read', result: basisJson(found.records), provenance };
}

/** What a planner is shown: what the credit rests on, and what it would be. No free text of a case or a report. */
function basisJson({ supportCase, incident, account, plan, invoice }: CreditRecords): JsonValue {
  const due = creditDue(incident, plan, invoice);
  return {
    caseId: supportCase.id,
    accountId: account.id,
    incidentId: incident.id,
    incidentStatus: incident.status,
    affected: incident.accounts.includes(account.id),
    agreement: `${plan.agreement.id} ${plan.agreement.section}`,
    invoiceId: invoice.id,
    invoiceVersion: invoice.version,
    currency: invoice.currency,
    dueMinor: due?.amountMinor ?? 0,
    outageMinutes: due?.minutes ?? 0,
  };
}
