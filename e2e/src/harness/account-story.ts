import { caseStream } from '@countersign/contracts';
import { waitFor } from '@countersign/testing';
import type { Person } from './person.js';
import type { System } from './system.js';

export interface AccountStory {
  readonly ada: Person;
  readonly accountId: string;
  readonly first: string;
  readonly double: string;
}

export interface TwoWishes extends AccountStory {
  readonly ourCase: string;
  readonly refund: string;
  readonly closure: string;
}

let stories = 0;

/** An account of ada's own that was charged $240.00 twice in one month; `alike: false` for two different things. */
export async function chargedTwice(system: System, { alike = true } = {}): Promise<AccountStory> {
  stories += 1;
  const number = 8_000 + stories * 10;
  const accountId = `acct_${number}`;
  const charges = [`ch_${number}1`, `ch_${number}2`] as const;
  for (const earlier of earlierAccounts()) await system.admin.change(earlier, { customerId: 'ben' });
  const account = { tenant: 'fjordlight', customerId: 'ada', status: 'open' };
  await system.admin.put(`/accounts/accounts/${accountId}`, account);
  for (const [index, id] of charges.entries()) {
    await system.admin.charge(id, 24_000, 'USD');
    await system.admin.put(`/accounts/charges/${id}`, {
      ...{ accountId, amountMinor: 24_000, currency: 'USD' },
      description: alike || index === 0 ? 'Business plan' : 'Support package',
      chargedAt: `2026-10-1${index}T09:00:00.000Z`,
    });
  }
  await system.admin.put(`/accounts/invoices/inv_${number}`, { accountId, chargeId: charges[0] });
  return { ada: system.newPerson('ada'), accountId, first: charges[0], double: charges[1] };
}

/** What ada had before, so that she has one account. */
function earlierAccounts(): readonly string[] {
  const before = Array.from({ length: stories - 1 }, (_, index) => `acct_${8_000 + (index + 1) * 10}`);
  return ['acct_7719', ...before].map((id) => `/accounts/accounts/${id}`);
}

/** One message, two wishes; answers the two proposals once people are asked about both. */
export async function refundAndClose(system: System, story: AccountStory): Promise<TwoWishes> {
  const { caseId } = await story.ada.say('I was charged twice. Refund the duplicate and close my account.');
  // By what they are: two drafts are heard side by side, and either may be attached first.
  const attached = (kind: string) =>
    waitFor(`the ${kind} of case ${caseId}`, async () => {
      const events = await system.events(caseStream(caseId));
      const found = events.find(({ type, data }) => type === 'ProposalAttached' && data['kind'] === kind);
      return found === undefined ? undefined : String(found.data['proposalId']);
    });
  const refund = await attached('duplicate-charge.refund');
  const closure = await attached('account.close');
  for (const id of [refund, closure]) await system.waitForEvent(id, 'ApprovalRequested');
  return { ...story, ourCase: caseId, refund, closure };
}

/** The customer's own yes and then a manager's, for one of them. */
export async function bothSayYes(system: System, { ada }: AccountStory, proposalId: string): Promise<void> {
  for (const person of [ada, system.as('maya')]) {
    const answer = await person.decide(proposalId, 'approve');
    if (![200, 202].includes(answer.status))
      throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  }
}
