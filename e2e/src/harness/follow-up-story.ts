import type { Person } from './person.js';
import type { System } from './system.js';

export interface FollowUpStory {
  readonly ada: Person;
  readonly opportunityId: string;
  readonly contactId: string;
  readonly email: string;
}

let stories = 0;

/** An open opportunity of ada's own after the offer, with a contact of its own called Dana who may be written to. */
export async function opportunity(
  system: System,
  { contact = {}, ...more }: { readonly contact?: object; readonly [field: string]: unknown } = {},
): Promise<FollowUpStory> {
  stories += 1;
  const opportunityId = String(700 + stories);
  const contactId = `ct_dana_${stories}`;
  const email = `dana.${stories}@northwind.example`;
  const tenant = 'fjordlight';
  await system.admin.put(`/crm/contacts/${contactId}`, {
    ...{ tenant, name: 'Dana Petrov', email, doNotContact: false, ...contact },
  });
  await system.admin.put(`/crm/opportunities/${opportunityId}`, {
    ...{ tenant, ownerId: 'ada', ownerName: 'Ada Nilsson', title: `Plan ${opportunityId}`, contactId },
    ...{ stage: 'offer_sent', status: 'open', lastActivityAt: '2026-11-10T09:00:00.000Z', ...more },
  });
  return { ada: system.newPerson('ada'), opportunityId, contactId, email };
}

/** Opportunity 7 as the sandbox brings it: ada's own, with Dana. Everybody who tells of it tells of the same one. */
export function opportunitySeven(system: System): FollowUpStory {
  const ada = system.newPerson('ada');
  return { ada, opportunityId: '7', contactId: 'ct_dana', email: 'dana@northwind.example' };
}

/** Ada asks for it in a conversation; answers the proposal once people are asked about it. */
export async function askForFollowUp(
  system: System,
  { ada, opportunityId }: FollowUpStory,
  words = '',
): Promise<{ readonly proposalId: string; readonly ourCase: string }> {
  const { caseId: ourCase } = await ada.say(
    `Please send Dana a follow-up on opportunity ${opportunityId}${words}`,
  );
  const proposalId = await system.proposalOf(ourCase);
  await system.waitForEvent(proposalId, 'ApprovalRequested');
  return { proposalId, ourCase };
}

/** Everybody whom policy asks says yes to what their card shows. */
export async function saidYes(proposalId: string, ...people: readonly Person[]): Promise<void> {
  for (const person of people) {
    const answer = await person.decide(proposalId, 'approve');
    if (![200, 202].includes(answer.status))
      throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  }
}

/** What the CRM holds as sent on this opportunity, from whichever operation. */
export async function messagesOn(system: System, { opportunityId }: FollowUpStory) {
  return (await system.admin.effectsIn('crm')).filter((effect) => effect['opportunityId'] === opportunityId);
}
