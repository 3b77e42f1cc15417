import {
  type Case,
  caseId,
  evolveCase,
  evolveProposal,
  noCase,
  noProposal,
  type ProposalEventData,
  proposalId,
  subjectId,
  tenantId,
} from '@countersign/domain';
import { describe, expect, test } from '@jest/globals';
import { draftOf } from '../testing/gate-world.js';
import { forgedMatter, type MatterPorts } from './own-matter.js';

type Draft = ProposalEventData<'ProposalDrafted'>;

const tenant = tenantId('fjordlight');
const askedAt = '2026-11-30T08:15:00.000Z';
const [ada, ben, sam] = [subjectId('ada'), subjectId('ben'), subjectId('sam')];

/** Ada's case, which Sam of the staff opened for her. */
const ours: Case = [
  {
    type: 'CaseOpened',
    data: {
      ...{ requestId: 'm1', tenant, customer: { subject: ada, name: 'Ada' }, startedBy: sam },
      bounds: { turnsMax: 8, toolCallsMax: 20, spendMaxMicros: 100_000, wallClockMs: 60_000 },
      openedAt: askedAt,
    },
  } as const,
  {
    type: 'CustomerMessageReceived',
    data: { messageId: 'm1', text: 'Please.', from: ada, receivedAt: askedAt },
  } as const,
].reduce((state, event) => evolveCase(state, event as never), noCase as Case);

const before = draftOf('11111111-1111-4111-8111-111111111111', { charge: 'ch_1', amountMinor: 900 });
const author = { kind: 'specialist', subject: subjectId('refund-specialist'), name: 'S', roles: [] } as const;
const agents = draftOf('22222222-2222-4222-8222-222222222222', { charge: 'ch_1', amountMinor: 900 });
const draft = { ...agents, author };

const loaded = <State>(state: State) => ({ state, version: 1, events: [] });
const ports: MatterPorts = {
  cases: { load: async (_tenant, id) => loaded(id === 'c1' ? ours : noCase) },
  proposals: {
    load: async (_tenant, id) =>
      loaded(
        id === before.proposalId
          ? evolveProposal(noProposal, { type: 'ProposalDrafted', data: before })
          : noProposal,
      ),
  },
};

const specialist = 'countersign_refund_specialist';
const inCase = { origin: { kind: 'case', caseId: caseId('c1') }, startedBy: [sam] } as const;
const asked = (value: string, basis: 'record' | 'stated' = 'record') => ({
  action: {
    ...draft.action,
    evidence: [{ fact: 'askedAt', value, basis, source: 'case/c1', readAt: value }],
  },
});
const codeOf = async (change: Partial<Draft>, by = specialist) =>
  (await forgedMatter(ports, { ...draft, ...change }, by))?.code;

describe('a draft of a case', () => {
  test('stands where customer, starter and the time of asking are those of the record', async () => {
    expect(await codeOf({ ...inCase, ...asked(askedAt) })).toBeUndefined();
    expect(await codeOf({ ...inCase, startedBy: [ada, sam] })).toBeUndefined();
  });

  test.each<[string, Partial<Draft>, string]>([
    ['of a case that is not there', { origin: { kind: 'case', caseId: caseId('c2') } }, 'draft_of_no_case'],
    ['for another customer', { customer: ben }, 'draft_for_another_customer'],
    [
      'without who started the matter, so that they could approve it',
      { startedBy: [] },
      'draft_without_starter',
    ],
    [
      'as of a member of staff, whom the rules let ask for more',
      { author: { ...author, kind: 'person', roles: ['support_agent'] } },
      'draft_of_another_author',
    ],
    [
      'with a role of its own',
      { author: { ...author, roles: ['support_agent'] } },
      'draft_of_another_author',
    ],
    [
      'with an earlier time than anything was said',
      asked('2026-10-01T00:00:00.000Z'),
      'draft_asked_at_differs',
    ],
  ])('does not stand %s', async (_, change, code) => {
    expect(await codeOf({ ...inCase, ...change })).toBe(code);
  });

  test('says what it likes where nothing claims to be of the record', async () => {
    expect(await codeOf({ ...inCase, ...asked('2026-10-01T00:00:00.000Z', 'stated') })).toBeUndefined();
  });
});

describe('a draft of an agent’s matter', () => {
  const following = { follows: before.proposalId } as const;

  test('stands by itself where the gateway wrote it', async () => {
    expect(await codeOf(agents, 'countersign_gateway')).toBeUndefined();
  });

  test('stands where the specialist goes on with what is there', async () => {
    expect(await codeOf(following)).toBeUndefined();
    expect(await codeOf({ supersedes: before.proposalId })).toBeUndefined();
  });

  test.each<[string, Partial<Draft>, string]>([
    ['that begins one', {}, 'draft_of_no_matter'],
    ['as of the agent', { ...following, author: agents.author }, 'draft_of_another_author'],
    ['at another time', { ...following, ...asked(askedAt) }, 'draft_asked_at_differs'],
    [
      'that follows nothing',
      { follows: proposalId('33333333-3333-4333-8333-333333333333') },
      'draft_of_another_matter',
    ],
    ['for another customer', { ...following, customer: ben }, 'draft_of_another_matter'],
    ['without who started it', { ...following, startedBy: [] }, 'draft_of_another_matter'],
    [
      'of another request',
      { ...following, origin: { kind: 'agent', reference: 'r', requestHash: 'other' } },
      'draft_of_another_matter',
    ],
  ])('does not stand by the specialist %s', async (_, change, code) => {
    expect(await codeOf(change)).toBe(code);
  });
});
