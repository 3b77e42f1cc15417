import type { Person } from './person.js';
import type { System } from './system.js';

export interface CreditStory {
  readonly ada: Person;
  readonly caseId: string;
  readonly accountId: string;
  readonly invoiceId: string;
}

let stories = 0;
const minute = 60_000;
const at = (ms: number) => new Date(ms).toISOString();

/** A support case of ada's own with an outage of five hours, an account and an invoice of $4,800.00. */
export async function outage(system: System, totalMinor = 480_000): Promise<CreditStory> {
  stories += 1;
  const caseId = String(3_000 + stories);
  const [accountId, invoiceId, incidentId] = [`acct_${caseId}`, `inv_${caseId}`, `inc_${caseId}`];
  const began = Date.now() - 9 * 1_440 * minute;
  const tenant = 'fjordlight';
  await system.admin.put(`/support/incidents/${incidentId}`, {
    ...{ service: 'api', status: 'resolved', summary: '', accounts: [accountId, 'acct_7721'] },
    ...{ startedAt: at(began), endedAt: at(began + 300 * minute) },
  });
  await system.admin.put(`/support/cases/${caseId}`, {
    ...{ tenant, customerId: 'ada', accountId, incidentId, status: 'open', subject: 'Outage' },
  });
  await system.admin.put(`/billing/accounts/${accountId}`, {
    ...{ tenant, customerId: 'ada', planId: 'business', status: 'active' },
  });
  await system.admin.put(`/billing/invoices/${invoiceId}`, {
    ...{ accountId, currency: 'USD', totalMinor, issuedAt: at(Date.now()) },
  });
  return { ada: system.newPerson('ada'), caseId, accountId, invoiceId };
}

/** The customer asks for it in a conversation; answers the proposal that was drafted. */
export async function askForCredit(
  system: System,
  { ada, caseId }: CreditStory,
): Promise<{ readonly proposalId: string; readonly ourCase: string }> {
  const { caseId: ourCase } = await ada.say(
    `Our shop was down for five hours. Please give us the service credit for the outage, case ${caseId}.`,
  );
  const proposalId = await system.proposalOf(ourCase);
  return { proposalId, ourCase };
}
