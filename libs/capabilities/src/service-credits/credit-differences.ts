import { type Action, formatMoney } from '@countersign/domain';
import { movedOn } from '../drafting.js';
import { creditDue } from './credit-due.js';
import type { CreditRecords } from './credit-records.js';
import { reversalKind } from './service-credits.js';
import type { StepRecords } from './step-records.js';

/** In words, what the records say now that they did not say when it was drafted. */
export function differencesOfCredit(action: Action, records: CreditRecords | StepRecords): readonly string[] {
  if ('plan' in records) return differences(action, records);
  const { credit } = records;
  if (action.kind !== reversalKind || credit?.status === 'applied') return [];
  return [`credit ${String(action.arguments['creditId'])} was taken back already.`];
}

function differences(action: Action, records: CreditRecords): readonly string[] {
  const { supportCase, incident, account, plan, invoice } = records;
  const found = [
    [`support/incidents/${incident.id}`, `incident report ${incident.id}`, incident.version] as const,
    [`billing/plans/${plan.id}`, `plan ${plan.id}`, plan.version] as const,
    [`billing/invoices/${invoice.id}`, `invoice ${invoice.id}`, invoice.version] as const,
  ].flatMap(([resource, name, version]) => movedOn(action, { resource, name, version }));
  if (account.id !== action.target.id)
    found.push(`case ${supportCase.id} is now about account ${account.id}, not ${action.target.id}.`);
  if (found.length > 0) found.push(...otherAmount(action, records));
  return found;
}

function otherAmount({ money }: Action, { incident, plan, invoice }: CreditRecords): readonly string[] {
  const amountMinor = creditDue(incident, plan, invoice)?.amountMinor ?? 0;
  if (amountMinor === money?.amountMinor) return [];
  const now = amountMinor === 0 ? 'no credit' : formatMoney({ amountMinor, currency: invoice.currency });
  return [`the agreement now gives ${now}.`];
}
