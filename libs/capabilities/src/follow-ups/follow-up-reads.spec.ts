import { operationIdOf, proposalId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import type { MessageOperation } from './crm/records.js';
import { capability } from './follow-ups.js';
import { actionOf, ask, type FollowUpWorld, forWhom, readsOf, template } from './testing/follow-up-world.js';

const op = operationIdOf(proposalId('op'));

const own = { subject: 'Our call', body: 'Hello Dana,\nFriday?' };
const limits = { quietDays: 7, quietZone: 'Europe/Berlin' };

async function recordsOf(world: FollowUpWorld) {
  const now = await readsOf(world).situation(await actionOf(), forWhom);
  if (now.outcome !== 'read') throw new Error(now.outcome);
  return now.records;
}
const differences = async (world: FollowUpWorld, action = actionOf()) =>
  readsOf(world).differences(await action, await recordsOf(world));

describe('completing a follow-up', () => {
  it('S40: takes recipient, versions and a template’s words from the records', async () => {
    expect(await actionOf()).toMatchObject({
      target: { type: 'opportunity', id: '7' },
      arguments: {
        ...{ opportunityId: '7', templateId: 'after-offer', contactId: 'ct_dana', channel: 'email' },
        ...{ recipient: 'dana@northwind.example', subject: 'Our offer: Annual plan', after: 'none' },
        body: 'Hello Dana Petrov,\nany questions?\nAda Nilsson',
      },
      resourceVersions: [
        { resource: 'crm/opportunities/7', version: '1' },
        { resource: 'crm/contacts/ct_dana', version: '1' },
        { resource: 'crm/templates/after-offer', version: '1' },
      ],
    });
  });

  it('takes one’s own words letter by letter', async () => {
    const { arguments: args } = await actionOf({}, own);
    expect(args).toMatchObject(own);
    expect(args).not.toHaveProperty('templateId');
  });

  it.each<[string, object, FollowUpWorld]>([
    ['arguments.opportunityId', { templateId: 'after-offer' }, { opportunity: { ownerId: 'ben' } }],
    ['arguments.recipient', { ...own, recipient: 'eve@elsewhere.example' }, {}],
    ['arguments.subject', { subject: 'A\r\nBcc: eve@elsewhere.example', body: 'x' }, {}],
    ['arguments.subject', { body: 'x' }, {}],
    ['arguments.body', { subject: 'x' }, {}],
    ['arguments.body', { subject: 'x', body: 'a\u0000b' }, {}],
    ['arguments.body', { subject: 'x', body: 'x'.repeat(2_001) }, {}],
    ['arguments.templateId', { ...own, templateId: 'after-offer' }, {}],
    ['arguments.templateId', { templateId: 'after-demo' }, {}],
    ['arguments.templateId', { templateId: 'after-offer' }, { opportunity: { stage: 'demo' } }],
    ['arguments.templateId', { templateId: 'after-offer' }, { templates: [template({ body: '{{price}}' })] }],
  ])('refuses, at %s, %j', async (field, args, world) => {
    expect(await ask(args, world)).toMatchObject({ outcome: 'refused', faults: [{ field }] });
  });

  it('refuses money, and does not take silence for a no', async () => {
    const money = { amountMinor: 1, currency: 'EUR' };
    const asked = {
      kind: 'follow-up.send',
      arguments: { opportunityId: '7', ...own },
      statements: [],
      money,
    };
    expect(await readsOf().complete(asked, forWhom)).toMatchObject({ faults: [{ field: 'amountMinor' }] });
    expect(await ask(own, { silent: true })).toEqual({ outcome: 'no_answer', code: 'crm_timeout' });
  });

  it('shows the very text and the very address on the card, and that it cannot be unsent', async () => {
    const { sentence, consequences, undoable, reversible } = capability.card(await actionOf({}, own));
    expect(sentence).toContain('Dana Petrov, dana@northwind.example');
    expect(consequences).toEqual(expect.arrayContaining(['Subject: Our call', `Text: ${own.body}`]));
    expect(undoable).toMatch(/cannot be unsent/);
    expect(reversible).toBe(false);
  });

  it('holds the one place after the last message, which another takes after the next', async () => {
    const messages = [{ id: 'msg_1', createdAt: '2026-10-01T00:00:00Z', status: 'delivered' }] as const;
    expect(capability.capacitiesOf(await actionOf())).not.toEqual(
      capability.capacitiesOf(await actionOf({ messages })),
    );
    expect(capability.capacitiesOf(await actionOf())).toEqual(
      capability.capacitiesOf(await actionOf({}, own)),
    );
  });
});

describe('what differs from the draft', () => {
  it('nothing while nothing moved', async () => {
    expect(await differences({})).toEqual([]);
  });

  it.each<[string, FollowUpWorld]>([
    [
      'the address of Dana Petrov is now d@new.example, not dana@northwind.example.',
      { contact: { email: 'd@new.example', version: 2 } },
    ],
    // Somebody may have edited the record without its version moving; what is read is what counts.
    ['Dana Petrov asked not to be written to.', { contact: { doNotContact: true } }],
    ['opportunity 7 is closed (won).', { opportunity: { status: 'won', version: 2 } }],
    ['opportunity 7 has another contact now.', { opportunity: { contactId: 'ct_finn', version: 2 } }],
    ['opportunity 7 is now version 2, not 1.', { opportunity: { version: 2 } }],
    ['template after-offer is now version 2, not 1.', { templates: [template({ version: 2 })] }],
    ['template after-offer is no longer for this stage.', { templates: [] }],
    [
      'opportunity 7 got another message meanwhile, msg_1.',
      { messages: [{ id: 'msg_1', createdAt: '2026-11-29T00:00:00Z', status: 'queued' }] },
    ],
  ])('%s', async (difference, world) => {
    expect(await differences(world)).toEqual([difference]);
  });
});

describe('what policy is told', () => {
  const facts = async (world: FollowUpWorld, askedAt = '2026-11-30T12:00:00Z', args?: object) => {
    const judging = { holds: new Map(), limits, askedAt };
    return readsOf(world).policySubject(await actionOf({}, args), await recordsOf(world), judging).facts;
  };
  const written = (createdAt: string, status: 'delivered' | 'bounced' = 'delivered') => ({
    messages: [{ id: 'msg_1', createdAt, status }],
  });

  it('whose words they are, found from the template as it is now', async () => {
    expect(await facts({})).toMatchObject({ words: 'template' });
    expect(await facts({}, undefined, own)).toMatchObject({ words: 'own' });
    expect(await facts({ templates: [template({ body: 'Hello!' })] })).toMatchObject({ words: 'own' });
  });

  it('the seventh day after a message is free again, by the calendar of the zone', async () => {
    // 23:30 on the 22nd in Berlin, which is still the 22nd in UTC.
    const inside = async (askedAt: string) =>
      (await facts(written('2026-11-22T22:30:00Z'), askedAt)).insideQuietTime;
    expect(await inside('2026-11-28T22:59:00Z')).toBe(true);
    expect(await inside('2026-11-28T23:01:00Z')).toBe(false);
  });

  it('what came back leaves nobody in need of quiet; what came after it was asked for does', async () => {
    expect(await facts(written('2026-11-29T00:00:00Z', 'bounced'))).toMatchObject({ insideQuietTime: false });
    expect(await facts(written('2026-12-02T00:00:00Z'))).toMatchObject({ insideQuietTime: true });
  });

  it('nothing, where the records are silent or gone', async () => {
    const why = { limits, askedAt: '2026-11-30T12:00:00Z' };
    const action = await actionOf();
    const silent = readsOf().unknownSubject(action, forWhom, { ...why, why: 'unreadable' });
    expect(new Set(Object.values(silent.facts))).toEqual(new Set(['unknown']));
    expect(silent.resource.customerId).toBe('ada');
    expect(readsOf().unknownSubject(action, forWhom, { ...why, why: 'gone' }).resource.customerId).toBe('');
  });
});

describe('the tools', () => {
  it('show a template as it would be sent, and no address', async () => {
    const answer = await readsOf().callTool('read_opportunity', { opportunityId: '7' }, forWhom);
    expect(answer.result).toMatchObject({
      contact: 'Dana Petrov',
      templates: [{ templateId: 'after-offer', subject: 'Our offer: Annual plan' }],
    });
    expect(JSON.stringify(answer.result)).not.toContain('@');
  });

  it('S33: show nobody an opportunity that is not theirs', async () => {
    const reads = readsOf({ opportunity: { ownerId: 'ben' } });
    for (const tool of ['read_opportunity', 'list_opportunities'])
      expect((await reads.callTool(tool, { opportunityId: '7' }, forWhom)).outcome).toBe('not_found');
  });
});

describe('what became of one', () => {
  it('S40: a message without a record of its delivery leaves the question open', async () => {
    const action = await actionOf();
    const held = action.arguments as unknown as MessageOperation;
    const look = {
      source: 'crm',
      asked: 'op',
      readAt: '2026-11-30T00:00:00Z',
      complete: true,
      why: '',
    } as const;
    const message = { outcome: 'found', value: { ...held, reference: 'msg_1' }, look } as const;
    expect(await readsOf({ message }).findOutcome(op, action, '2026-11-30T00:00:00Z')).toMatchObject({
      ...{ outcome: 'no_answer', code: 'delivery_unknown' },
    });
    expect(await readsOf().findOutcome(op, action, '2026-11-30T00:00:00Z')).toMatchObject({
      ...{ outcome: 'no_answer', code: 'timeout' },
    });
  });
});
