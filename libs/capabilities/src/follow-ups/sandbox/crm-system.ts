import {
  type Body,
  type Done,
  type Effect,
  found,
  json,
  owned,
  param,
  type Route,
  recordRoute,
  recordSystem,
  refuse,
  route,
  type Shelf,
} from '@countersign/sandbox/kit';
import { deliveryOf, withDelivery } from './deliveries.js';
import { crmSeed } from './seed.js';

/** Opportunities, contacts, templates, and messages that are sent once and delivered later. */
export const crm = recordSystem({
  name: 'crm',
  note: 'opportunities, contacts, templates, messages; 7 is ada’s, with Dana',
  seed: crmSeed,
  reading,
  writing: { '/v1/messages': send },
  listed: (effect, shelf, nowMs) => {
    const message = shelf.find('message', String(effect.reference));
    const isBack = message !== undefined && deliveryOf(message, nowMs).status === 'bounced';
    return isBack ? { ...effect, undone: true } : effect;
  },
  admin: { opportunities: 'opportunity', contacts: 'contact', templates: 'template', messages: 'message' },
});

function reading(shelf: Shelf, now: () => number): Route[] {
  const messages = () => shelf.all('message').map((message) => withDelivery(message, now()));
  return [
    route('GET', '/v1/owners/:tenant/:id/opportunities', (call) =>
      json(200, { opportunities: owned(call, shelf.all('opportunity'), 'ownerId') }),
    ),
    recordRoute(shelf, 'opportunities', 'opportunity'),
    recordRoute(shelf, 'contacts', 'contact'),
    route('GET', '/v1/opportunities/:id/messages', (call) => {
      const id = param(call, 'id');
      if (shelf.find('opportunity', id) === undefined) return found(undefined, 'opportunity');
      return json(200, { messages: messages().filter((each) => each.opportunityId === id) });
    }),
    route('GET', '/v1/tenants/:tenant/templates', (call) =>
      json(200, {
        templates: shelf.all('template').filter((each) => each.tenant === param(call, 'tenant')),
      }),
    ),
    route('GET', '/v1/deliveries/:operation', (call) => {
      const operationId = param(call, 'operation');
      const message = shelf.all('message').find((each) => each.operationId === operationId);
      if (message === undefined) return found(undefined, 'delivery');
      const { id: messageId } = message;
      return json(200, { operationId, messageId, ...deliveryOf(message, now()) });
    }),
  ];
}

/** A message is for one version of an opportunity, and goes to the address that its contact has. */
function send({ operationId, body, call, shelf, nowMs }: Effect): Done {
  const { opportunityId, opportunityVersion, contactId, channel, recipient, subject, body: text } = body;
  call.note({ charge: String(opportunityId) });
  const opportunity = shelf.find('opportunity', String(opportunityId));
  const contact = shelf.find('contact', String(contactId));
  const refused = refusalOf({ opportunity, contact, body });
  if (refused !== undefined || opportunity === undefined || contact === undefined)
    return { refused: refused ?? refuse(404, 'opportunity_not_found', 'There is no such opportunity.') };
  const reference = `msg_${shelf.all('message').length + 1001}`;
  const createdAt = new Date(nowMs).toISOString();
  const about = { opportunityId, opportunityVersion, contactId, channel, recipient, subject, body: text };
  // Of a mailbox that says nothing, nobody hears more than that a message was handed over.
  const status = contact.mailbox === 'silent' ? { status: 'sent' } : {};
  const { tenant } = opportunity;
  shelf.put('message', reference, { ...about, ...status, tenant, operationId, createdAt });
  return { effect: { kind: 'message', reference, tenant, ...about, createdAt } };
}

interface Asked {
  readonly opportunity: Body | undefined;
  readonly contact: Body | undefined;
  readonly body: Body;
}

function refusalOf({ opportunity, contact, body }: Asked) {
  if (opportunity === undefined) return refuse(404, 'opportunity_not_found', 'There is no such opportunity.');
  if (opportunity.status !== 'open')
    return refuse(422, 'opportunity_closed', 'A closed opportunity takes no message.');
  if (opportunity.version !== body.opportunityVersion)
    return refuse(409, 'opportunity_changed', `It is version ${String(opportunity.version)}.`);
  if (contact === undefined || opportunity.contactId !== contact.id)
    return refuse(404, 'contact_not_found', 'This opportunity has no such contact.');
  if (contact.doNotContact !== false)
    return refuse(422, 'contact_opted_out', 'This contact asked not to be written to.');
  // The mail provider's own list, which no record of the CRM shows.
  if (contact.mailbox === 'suppressed')
    return refuse(422, 'recipient_suppressed', 'The mail provider does not deliver to this address.');
  if (body.channel !== 'email' || contact.email !== body.recipient)
    return refuse(409, 'recipient_changed', 'This is not the address of the contact.');
  const hasText = [body.subject, body.body].every((text) => typeof text === 'string' && text !== '');
  return hasText ? undefined : refuse(422, 'text_missing', 'A message needs a subject and a text.');
}
