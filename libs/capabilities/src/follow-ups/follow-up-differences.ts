import type { Action } from '@countersign/domain';
import { type FollowUpRecords, lastMessageOf } from './follow-up-records.js';

/** In words, what the records say now that they did not say when the message was drafted. */
export function followUpDifferences(action: Action, records: FollowUpRecords): readonly string[] {
  const { arguments: args } = action;
  const found = [...ofOpportunity(action, records), ...ofContact(action, records)];
  const templateId = args['templateId'];
  if (templateId !== undefined) {
    const version = records.templates.find(({ id }) => id === templateId)?.version;
    const drafted = draftedVersion(action, `crm/templates/${String(templateId)}`);
    if (version === undefined) found.push(`template ${String(templateId)} is no longer for this stage.`);
    else if (String(version) !== drafted)
      found.push(moved(`template ${String(templateId)}`, version, drafted));
  }
  const last = lastMessageOf(records.messages);
  if (last !== args['after'])
    found.push(`opportunity ${records.opportunity.id} got another message meanwhile, ${last}.`);
  return found;
}

function ofOpportunity(action: Action, { opportunity }: FollowUpRecords): string[] {
  const { id, status, contactId, version } = opportunity;
  const drafted = draftedVersion(action, `crm/opportunities/${id}`);
  if (String(version) === drafted) return [];
  const found: string[] = [];
  if (status !== 'open') found.push(`opportunity ${id} is closed (${status}).`);
  if (contactId !== action.arguments['contactId']) found.push(`opportunity ${id} has another contact now.`);
  return found.length > 0 ? found : [moved(`opportunity ${id}`, version, drafted)];
}

function ofContact(action: Action, { contact }: FollowUpRecords): string[] {
  const { recipient, contactId } = action.arguments;
  if (contact.id !== contactId) return [];
  const drafted = draftedVersion(action, `crm/contacts/${contact.id}`);
  const found: string[] = [];
  if (contact.doNotContact) found.push(`${contact.name} asked not to be written to.`);
  if (contact.email !== recipient)
    found.push(`the address of ${contact.name} is now ${contact.email}, not ${String(recipient)}.`);
  if (found.length > 0 || String(contact.version) === drafted) return found;
  return [moved(`the record of ${contact.name}`, contact.version, drafted)];
}

function draftedVersion({ resourceVersions }: Action, resource: string): string | undefined {
  return resourceVersions.find((each) => each.resource === resource)?.version;
}

function moved(what: string, version: number, drafted: string | undefined): string {
  return `${what} is now version ${version}, not ${drafted ?? 'the one it was drafted on'}.`;
}
