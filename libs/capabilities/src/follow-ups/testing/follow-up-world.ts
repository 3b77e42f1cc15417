import { type Action, subjectId, tenantId } from '@countersign/domain';
import type { CrmReader } from '../crm/read.js';
import type { ContactRecord, OpportunityRecord, SentMessage, TemplateRecord } from '../crm/records.js';
import { followUpReads } from '../follow-up-reads.js';

export const forWhom = { tenant: tenantId('fjordlight'), customer: subjectId('ada') };
const readAt = '2026-11-30T00:00:00Z';

export interface FollowUpWorld {
  readonly opportunity?: Partial<OpportunityRecord>;
  readonly contact?: Partial<ContactRecord>;
  readonly templates?: readonly TemplateRecord[];
  readonly messages?: readonly SentMessage[];
  readonly silent?: boolean;
  /** What the CRM holds of our operation. */
  readonly message?: Awaited<ReturnType<CrmReader['operation']>>;
}

export const template = (change: Partial<TemplateRecord> = {}): TemplateRecord => ({
  ...{ id: 'after-offer', tenant: 'fjordlight', stage: 'offer_sent', version: 1 },
  ...{ subject: 'Our offer: {{title}}', body: 'Hello {{contact}},\nany questions?\n{{owner}}' },
  ...change,
});

/** The read side over opportunity 7 of ada's, whose contact Dana may be written to. */
export function readsOf(world: FollowUpWorld = {}) {
  const opportunity: OpportunityRecord = {
    ...{ id: '7', tenant: 'fjordlight', ownerId: 'ada', ownerName: 'Ada Nilsson', title: 'Annual plan' },
    ...{ stage: 'offer_sent', status: 'open', contactId: 'ct_dana', lastActivityAt: readAt, version: 1 },
    ...world.opportunity,
  };
  const contact: ContactRecord = {
    ...{ id: 'ct_dana', tenant: 'fjordlight', name: 'Dana Petrov', email: 'dana@northwind.example' },
    ...{ doNotContact: false, version: 1, ...world.contact },
  };
  const found = <T>(value: T) => ({ outcome: 'found', value, readAt, source: 's' }) as const;
  const { templates = [template()], messages = [], silent = false } = world;
  const crm: CrmReader = {
    opportunitiesOf: async () => found([opportunity]),
    opportunity: async () => (silent ? { outcome: 'no_answer', code: 'timeout' } : found(opportunity)),
    contact: async () => found(contact),
    messagesOf: async () => found(messages),
    templates: async () => found(templates),
    operation: async () => world.message ?? { outcome: 'unknown', code: 'timeout', asked: 'a message' },
    delivery: async () => ({ outcome: 'not_found' }),
    ledger: async () => ({ outcome: 'not_found' }),
  };
  return followUpReads({ crm });
}

export function ask(args: object, world: FollowUpWorld = {}) {
  const asked = { kind: 'follow-up.send', arguments: { opportunityId: '7', ...args }, statements: [] };
  return readsOf(world).complete(asked, forWhom);
}

/** What a proposal in the template's words would be, from the records of the world. */
export async function actionOf(
  world: FollowUpWorld = {},
  args: object = { templateId: 'after-offer' },
): Promise<Action> {
  const completed = await ask(args, world);
  if (completed.outcome !== 'completed') throw new Error(JSON.stringify(completed));
  return completed.action;
}
