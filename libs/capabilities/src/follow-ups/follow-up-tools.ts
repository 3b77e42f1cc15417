import type { JsonValue } from '@countersign/domain';
import type { ToolAnswer } from '../capability.js';
import { nothing, type ToolCall } from '../tool-answer.js';
import { rendered } from './follow-up-message.js';
import {
  type FollowUpPorts,
  type FollowUpRecords,
  lastWrittenAt,
  readFollowUp,
} from './follow-up-records.js';

/** Tenant and ownership come from the identity; what comes back is data, and no address is in it. */
export async function followUpTool(ports: FollowUpPorts, call: ToolCall): Promise<ToolAnswer> {
  if (call.tool === 'list_opportunities') return listOpportunities(ports, call);
  if (call.tool === 'read_opportunity') return readOpportunity(ports, call);
  return nothing('not_found', 'unknown_tool');
}

async function listOpportunities({ crm }: FollowUpPorts, { forWhom }: ToolCall): Promise<ToolAnswer> {
  const { tenant, customer } = forWhom;
  const found = await crm.opportunitiesOf(tenant, customer);
  if (found.outcome === 'no_answer') return nothing('no_answer', `crm_${found.code}`);
  const listed = found.outcome === 'found' ? found.value : [];
  const own = listed.filter((each) => each.tenant === tenant && each.ownerId === customer);
  if (found.outcome === 'not_found' || own.length === 0) return nothing('not_found', 'no_opportunities');
  const contacts = await Promise.all(own.map(({ contactId }) => crm.contact(tenant, contactId)));
  const result = own.map(({ id, title, stage, status }, index) => {
    const contact = contacts[index];
    // A name that did not answer is left out, and then no name leads to this opportunity.
    const name = contact?.outcome === 'found' ? { contact: contact.value.name } : {};
    return { opportunityId: id, title, stage, status, ...name };
  });
  return answeredFrom(result, [{ source: 'crm/opportunities', readAt: found.readAt }]);
}

async function readOpportunity(ports: FollowUpPorts, { args, forWhom }: ToolCall): Promise<ToolAnswer> {
  const found = await readFollowUp(ports, forWhom.tenant, String(args['opportunityId']));
  if (found.outcome === 'no_answer') return nothing('no_answer', found.code);
  // Somebody else's opportunity is the same answer as a made-up one: ownership is not a thing to probe.
  if (found.outcome === 'gone' || found.records.opportunity.ownerId !== forWhom.customer)
    return nothing('not_found', 'opportunity_not_found');
  const { opportunity, contact, readAt } = found.records;
  const at = (source: string, version: number) => ({ source, version: String(version), readAt });
  return answeredFrom(shown(found.records), [
    at(`crm/opportunities/${opportunity.id}`, opportunity.version),
    at(`crm/contacts/${contact.id}`, contact.version),
  ]);
}

function shown(records: FollowUpRecords): JsonValue {
  const { opportunity, contact, templates, messages } = records;
  const { id, title, stage, status, version, lastActivityAt } = opportunity;
  return {
    ...{ opportunityId: id, title, stage, status, version, lastActivityAt },
    contact: contact.name,
    doNotContact: contact.doNotContact,
    lastMessageAt: lastWrittenAt(messages) ?? 'never',
    templates: templates.flatMap((template) => {
      const text = rendered(template, records);
      return text === undefined ? [] : [{ templateId: template.id, ...text }];
    }),
  };
}

/** What was read in several places, each with the version it had. */
function answeredFrom(result: JsonValue, provenance: ToolAnswer['provenance']): ToolAnswer {
  return { outcome: 'answered', code: 'read', result, provenance };
}
