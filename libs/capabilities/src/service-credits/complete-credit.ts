import { type Action, type Evidence, formatMoney } from '@countersign/domain';
import type { Asked, Completed } from '../capability.js';
import { refused, stated } from '../drafting.js';
import { creditDue } from './credit-due.js';
import type { CreditRecords } from './credit-records.js';
import { creditKind } from './service-credits.js';

/**
 * The exact credit, from the records alone: the amount is what the agreement gives for this incident and this invoice.
 * An amount that somebody states is held against it, never taken over: no part of it can be asked for.
 */
export function completeCredit(asked: Asked, records: CreditRecords): Completed {
  const { supportCase, incident, account, plan, invoice } = records;
  const due = creditDue(incident, plan, invoice);
  if (due === undefined)
    return refused('arguments.caseId', `the agreement gives no credit for incident ${incident.id}`);
  const money = { amountMinor: due.amountMinor, currency: invoice.currency };
  const isOther =
    asked.money !== undefined &&
    (asked.money.amountMinor !== money.amountMinor || asked.money.currency !== money.currency);
  if (isOther)
    return refused('amountMinor', `the agreement gives ${formatMoney(money)}, and no other amount`);
  const action: Action = {
    kind: creditKind,
    target: { type: 'account', id: account.id },
    arguments: { caseId: supportCase.id },
    money,
    evidence: [...evidenceOf(records, due), ...stated(asked)],
    resourceVersions: [
      { resource: `support/incidents/${incident.id}`, version: String(incident.version) },
      { resource: `billing/plans/${plan.id}`, version: String(plan.version) },
      { resource: `billing/invoices/${invoice.id}`, version: String(invoice.version) },
    ],
  };
  return { outcome: 'completed', action };
}

function evidenceOf(
  { supportCase, incident, plan, invoice, readAt }: CreditRecords,
  due: NonNullable<ReturnType<typeof creditDue>>,
): Evidence[] {
  const record = (source: string, version: number) =>
    ({ basis: 'record', source, version: String(version), readAt }) as const;
  const share = `${due.shareBasisPoints / 100} % of the month's invoice for more than ${due.overMinutes} minutes`;
  return [
    {
      fact: 'accountOfCase',
      value: supportCase.accountId,
      ...record(`support/cases/${supportCase.id}`, supportCase.version),
    },
    {
      fact: 'outageMinutes',
      value: due.minutes,
      ...record(`support/incidents/${incident.id}`, incident.version),
    },
    {
      fact: 'creditShare',
      value: share,
      basis: 'policy',
      source: `billing/plans/${plan.id}`,
      section: `${plan.agreement.id} ${plan.agreement.section}`,
      version: String(plan.version),
      readAt,
    },
    {
      fact: 'invoiceTotalMinor',
      value: invoice.totalMinor,
      ...record(`billing/invoices/${invoice.id}`, invoice.version),
    },
  ];
}
