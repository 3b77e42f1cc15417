import type { CrmReader } from './crm/read.js';
import type { ContactRecord, OpportunityRecord, SentMessage, TemplateRecord } from './crm/records.js';

export interface FollowUpPorts {
  readonly crm: CrmReader;
}

/** What a follow-up is judged on. Templates are those of the opportunity's stage. */
export interface FollowUpRecords {
  readonly opportunity: OpportunityRecord;
  readonly contact: ContactRecord;
  readonly templates: readonly TemplateRecord[];
  /** Oldest first; those that came back included. */
  readonly messages: readonly SentMessage[];
  readonly readAt: string;
}

export type FollowUpRead =
  | { readonly outcome: 'read'; readonly records: FollowUpRecords }
  | { readonly outcome: 'gone'; readonly what: string }
  | { readonly outcome: 'no_answer'; readonly code: string };

/** An opportunity with whom it is about. What does not answer is unknown; what the CRM does not have is gone. */
export async function readFollowUp(
  { crm }: FollowUpPorts,
  tenant: string,
  opportunityId: string,
): Promise<FollowUpRead> {
  const opportunity = await crm.opportunity(tenant, opportunityId);
  if (opportunity.outcome !== 'found') return missing(opportunity, `opportunity ${opportunityId}`);
  const { contactId, stage } = opportunity.value;
  const [contact, messages, templates] = await Promise.all([
    crm.contact(tenant, contactId),
    crm.messagesOf(opportunityId),
    crm.templates(tenant),
  ]);
  if (contact.outcome !== 'found') return missing(contact, `contact ${contactId}`);
  if (messages.outcome !== 'found') return missing(messages, `messages of opportunity ${opportunityId}`);
  if (templates.outcome !== 'found') return missing(templates, 'templates');
  const records = {
    opportunity: opportunity.value,
    contact: contact.value,
    templates: templates.value.filter((each) => each.tenant === tenant && each.stage === stage),
    messages: messages.value,
    readAt: messages.readAt,
  };
  return { outcome: 'read', records };
}

function missing(
  read: { readonly outcome: 'not_found' } | { readonly outcome: 'no_answer'; readonly code: string },
  what: string,
): FollowUpRead {
  return read.outcome === 'no_answer'
    ? { outcome: 'no_answer', code: `crm_${read.code}` }
    : { outcome: 'gone', what };
}

/** The id of the last message of an opportunity, or `none`: a follow-up is the one after it, and there is one. */
export function lastMessageOf(messages: readonly SentMessage[]): string {
  return messages.at(-1)?.id ?? 'none';
}

/** When somebody last wrote and it was not returned; nothing else makes a contact wait for quiet. */
export function lastWrittenAt(messages: readonly SentMessage[]): string | undefined {
  return messages.findLast(({ status }) => status !== 'bounced')?.createdAt;
}
