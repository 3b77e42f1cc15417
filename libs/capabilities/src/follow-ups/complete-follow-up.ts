import type { Action, Evidence, ResourceVersion } from '@countersign/domain';
import type { Asked, Completed, OnBehalfOf } from '../capability.js';
import { refused, stated } from '../drafting.js';
import { readArguments } from '../read-arguments.js';
import type { TemplateRecord } from './crm/records.js';
import { FollowUpArguments } from './follow-up-arguments.js';
import { type MessageText, rendered } from './follow-up-message.js';
import {
  type FollowUpPorts,
  type FollowUpRecords,
  lastMessageOf,
  readFollowUp,
} from './follow-up-records.js';
import { followUpKind } from './follow-ups.js';

/**
 * The exact message. Recipient, contact and versions are the CRM's; the words are a template's as the records fill it, or
 * those that were asked for, letter by letter.
 */
export async function completeFollowUp(
  ports: FollowUpPorts,
  asked: Asked,
  { tenant, customer }: OnBehalfOf,
): Promise<Completed> {
  const read = readArguments(FollowUpArguments, asked.arguments);
  if (read.outcome === 'refused') return read;
  if (asked.money !== undefined) return refused('amountMinor', 'a message moves no money');
  const found = await readFollowUp(ports, tenant, read.value.opportunityId);
  if (found.outcome === 'no_answer') return found;
  // Somebody else's opportunity is the same answer as a made-up one: ownership is not a thing to probe.
  if (found.outcome === 'gone' || found.records.opportunity.ownerId !== customer)
    return refused('arguments.opportunityId', 'this person has no such opportunity');
  const words = wordsOf(read.value, found.records);
  if ('field' in words) return refused(words.field, words.reason);
  return { outcome: 'completed', action: actionOf(asked, words, found.records) };
}

interface Words {
  readonly text: MessageText;
  readonly template?: TemplateRecord;
}

function wordsOf(
  { templateId, subject, body }: FollowUpArguments,
  records: FollowUpRecords,
): Words | { readonly field: string; readonly reason: string } {
  if (templateId === undefined) {
    if (subject === undefined) return { field: 'arguments.subject', reason: 'a template, or a subject' };
    if (body === undefined) return { field: 'arguments.body', reason: 'a template, or a text' };
    return { text: { subject, body } };
  }
  if (subject !== undefined || body !== undefined)
    return { field: 'arguments.templateId', reason: 'a template or words of one’s own, not both' };
  const template = records.templates.find(({ id }) => id === templateId);
  const text = template === undefined ? undefined : rendered(template, records);
  if (template === undefined || text === undefined)
    return {
      field: 'arguments.templateId',
      reason: `there is no such template for the stage ${records.opportunity.stage}`,
    };
  return { text, template };
}

function actionOf(asked: Asked, { text, template }: Words, records: FollowUpRecords): Action {
  const { opportunity, contact, messages } = records;
  return {
    kind: followUpKind,
    target: { type: 'opportunity', id: opportunity.id },
    arguments: {
      opportunityId: opportunity.id,
      ...(template === undefined ? {} : { templateId: template.id }),
      ...{ contactId: contact.id, channel: 'email', recipient: contact.email },
      ...text,
      after: lastMessageOf(messages),
    },
    evidence: [...evidenceOf(records), ...stated(asked)],
    resourceVersions: [
      versionOf(`crm/opportunities/${opportunity.id}`, opportunity),
      versionOf(`crm/contacts/${contact.id}`, contact),
      ...(template === undefined ? [] : [versionOf(`crm/templates/${template.id}`, template)]),
    ],
  };
}

const versionOf = (resource: string, { version }: { readonly version: number }): ResourceVersion => ({
  resource,
  version: String(version),
});

function evidenceOf({ opportunity, contact, messages, readAt }: FollowUpRecords): Evidence[] {
  const record = (source: string, version?: number) => {
    const read = { basis: 'record', source, readAt } as const;
    return version === undefined ? read : { ...read, version: String(version) };
  };
  const ofOpportunity = record(`crm/opportunities/${opportunity.id}`, opportunity.version);
  const ofContact = record(`crm/contacts/${contact.id}`, contact.version);
  return [
    { fact: 'stage', value: opportunity.stage, ...ofOpportunity },
    { fact: 'contact', value: contact.name, ...ofContact },
    { fact: 'doNotContact', value: contact.doNotContact, ...ofContact },
    {
      fact: 'lastMessage',
      value: messages.at(-1)?.createdAt ?? 'none',
      ...record(`crm/opportunities/${opportunity.id}/messages`),
    },
  ];
}
