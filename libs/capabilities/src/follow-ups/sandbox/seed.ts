import type { Body } from '@countersign/sandbox/kit';

const DAY_MS = 86_400_000;

/** What a CRM of two sellers holds: ada may write to Dana about opportunity 7, and to nobody about 8 and 9. */
export function crmSeed(nowMs: number): readonly (readonly [string, Body])[] {
  const at = (days: number) => new Date(nowMs - days * DAY_MS).toISOString();
  const tenant = 'fjordlight';
  const contact = (id: string, name: string, more: Body = {}): readonly [string, Body] => [
    'contact',
    { id, tenant, name, email: `${id.slice(3)}@northwind.example`, doNotContact: false, ...more },
  ];
  const opportunity = (id: string, more: Body): readonly [string, Body] => [
    'opportunity',
    { id, tenant, ownerId: 'ada', ownerName: 'Ada Nilsson', status: 'open', lastActivityAt: at(20), ...more },
  ];
  const template = (id: string, stage: string, subject: string, body: string): readonly [string, Body] => [
    'template',
    { id, tenant, stage, subject, body },
  ];
  return [
    contact('ct_dana', 'Dana Petrov'),
    contact('ct_eli', 'Eli Sato', { doNotContact: true }),
    contact('ct_finn', 'Finn Aalto'),
    contact('ct_zara', 'Zara Quist', { tenant: 'otherco' }),
    opportunity('7', { title: 'Annual plan for Northwind', stage: 'offer_sent', contactId: 'ct_dana' }),
    opportunity('8', { title: 'Headsets for Northwind', stage: 'offer_sent', contactId: 'ct_eli' }),
    opportunity('9', { title: 'Trial for Northwind', stage: 'lost', status: 'lost', contactId: 'ct_dana' }),
    opportunity('10', {
      ...{ title: 'Support for Aalto', stage: 'offer_sent', contactId: 'ct_finn' },
      ...{ ownerId: 'ben', ownerName: 'Ben Okafor' },
    }),
    opportunity('11', {
      ...{ title: 'Another shop', stage: 'offer_sent', contactId: 'ct_zara', tenant: 'otherco' },
      ...{ ownerId: 'zoe', ownerName: 'Zoe Martin' },
    }),
    template(
      'after-offer',
      'offer_sent',
      'Our offer: {{title}}',
      'Hello {{contact}},\n\nhave you had time to look at our offer, {{title}}? I am glad to answer questions.\n\nKind regards\n{{owner}}',
    ),
  ];
}
