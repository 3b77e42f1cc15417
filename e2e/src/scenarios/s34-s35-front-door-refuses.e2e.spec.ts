import { caseStream } from '@countersign/contracts';
import type { Planner, PlannerView, Step } from '@countersign/planning';
import { waitFor } from '@countersign/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { refundBody } from '../harness/refund-story.js';
import { System } from '../harness/system.js';
import { decisionsUrl } from '../harness/waiting-card.js';

/** What the planner of this test says next; a person's message gets it to say it. */
let script: unknown[] = [];
const nonsense: Planner = {
  next: async (_view: PlannerView) => ({
    step: (script.shift() ?? { type: 'done', outcome: 'answered' }) as Step,
    facts: [],
    usage: { inputTokens: 1, outputTokens: 1, costMicros: 1 },
    versions: { planner: 'nonsense', model: 'none', prompt: 'none' },
  }),
};

let system: System;
let lines: Record<string, unknown>[];
beforeAll(async () => {
  lines = [];
  const write = (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>);
  system = await System.start({ planner: nonsense, logs: { level: 'info', write } });
});
afterAll(() => system.stop());

async function drafts(): Promise<number> {
  const [row] = await system.raw.query<{ drafts: number }>(
    'drafts',
    `select count(*)::int as drafts from countersign.events where type = 'ProposalDrafted'`,
    [],
  );
  return row?.drafts ?? Number.NaN;
}

const one = { lines: [{ lineId: '1', title: 'lamp', unitPriceMinor: 5_000 }] };

describe('S34: approval is not authorization', () => {
  test('the customer says yes to what policy denies: refused, on record, nothing is carried out', async () => {
    const deliveredAt = new Date(Date.now() - 60 * 86_400_000).toISOString();
    const order = await system.admin.order({ ...one, deliveredAt });
    const asked = await system.as('helpdesk-bot').propose(refundBody(order));
    const { proposalId, digest } = asked.body as { proposalId: string; digest: string };
    const policy = await system.waitForEvent(proposalId, 'PolicyDecided');
    expect(policy.data).toMatchObject({ verdict: 'deny' });

    const ada = system.as('ada');
    const card = (await ada.card(proposalId)).body;
    expect(card).toMatchObject({ mayDecide: { code: 'ended' } });
    const said = { decision: 'approve', digest, sight: card['sight'] ?? 'none' };
    for (const name of ['ada', 'maya']) {
      const answer = await system.as(name).send('POST', decisionsUrl(system, proposalId), said);
      expect(answer).toMatchObject({ status: 409, body: { code: 'ended' } });
      expect(String(answer.body['detail'])).toMatch(/denied|not possible|ended/i);
    }
    await system.waitForEvent(proposalId, 'DecisionRefused', { nth: 2 });
    const events = await system.events(`proposal-${proposalId}`);
    const refused = events.filter((event) => event.type === 'DecisionRefused');
    expect(refused.map((event) => [event.data['who'], event.data['code']])).toEqual([
      ['ada', 'ended'],
      ['maya', 'ended'],
    ]);
    expect(await system.threeRecords(proposalId)).toEqual({
      stream: ['ProposalDrafted', 'PolicyDecided', 'DecisionRefused', 'DecisionRefused'],
      effects: [],
    });
  });

  test("an agent asks for another customer's order in the customer's name: nothing is stored", async () => {
    const order = await system.admin.order({ ...one, customer: 'ben' });
    const before = await drafts();
    const refused = await system.as('helpdesk-bot').propose(refundBody(order));
    expect(refused).toMatchObject({ status: 422, body: { code: 'action_refused' } });
    expect(await drafts()).toBe(before);
    expect((await system.admin.ledger(`ch_${order}`)).effects).toEqual([]);
  });
});

describe('S35: over HTTP, what no action is is refused with the field and the reason', () => {
  const money = (amountMinor: unknown, currency: unknown = 'EUR') => ({ lines: [], amountMinor, currency });
  const args = (change: object) => ({
    arguments: { orderId: '4821', lines: [], reason: 'other', ...change },
  });
  test.each<[string, Record<string, unknown>, string]>([
    ['an unknown kind', { kind: 'account.delete' }, 'kind'],
    ['a kind of another type', { kind: ['refund.create'] }, 'kind'],
    ['a negative amount', money(-100), 'amountMinor'],
    ['a refund of nothing', money(0), 'amountMinor'],
    ['a huge amount', money(1e21), 'amountMinor'],
    ['an amount beyond what integers hold', money(2 ** 53), 'amountMinor'],
    ['a part of a cent', money(98.99), 'amountMinor'],
    ['an amount as text', money('4200'), 'amountMinor'],
    ['an amount as a list', money([4200]), 'amountMinor'],
    ['an unknown currency', money(100, 'ZZZ'), 'currency'],
    ['a currency in small letters', money(100, 'eur'), 'currency'],
    ['a quantity below zero', args({ lines: [{ lineId: '1', quantity: -1 }] }), 'arguments.lines'],
    ['half a piece', args({ lines: [{ lineId: '1', quantity: 0.5 }] }), 'arguments.lines'],
    ['an order that is a list', args({ orderId: ['4821'] }), 'arguments.orderId'],
    ['an unknown argument', args({ chargeId: 'ch_4822' }), 'arguments.chargeId'],
    ['an unknown field', { approved: true }, 'approved'],
    ['a reason that is none', args({ reason: 'because' }), 'arguments.reason'],
  ])('%s', async (_what, change, field) => {
    const before = await drafts();
    const counted = refusalsLogged();
    const { status, body } = await system.as('helpdesk-bot').propose(refundBody('4821', change));
    expect(status).toBe(422);
    const errors = body['errors'] as { field: string; reason: string }[];
    const told = errors.find((error) => error.field.startsWith(field));
    expect(told?.reason).toMatch(/\w{3,}/);
    expect(String(body['detail'])).toContain('Nothing was stored');
    expect(await drafts()).toBe(before);
    expect(refusalsLogged()).toBe(counted + 1);
  });

  function refusalsLogged(): number {
    return lines.filter((line) => line['event'] === 'request.refused' && line['status'] === 422).length;
  }
});

describe('S35: through the planner, what was not offered or does not fit is refused, counted and given to a person', () => {
  const propose = (change: object) => ({
    type: 'propose',
    kind: 'refund.create',
    target: 'charge:ch_4821',
    arguments: { orderId: '4821', lines: [], reason: 'other' },
    amountMinor: 100,
    currency: 'EUR',
    evidence: [{ name: 'order', subject: 'order:4821' }],
    ...change,
  });
  const tool = (name: string, given: object) => ({ type: 'call_tool', tool: name, arguments: given });
  test.each<[string, [unknown, string][]]>([
    [
      'tools',
      [
        [tool('delete_customer', { id: 'ada' }), 'tool'],
        [tool('read_order', { orderId: 7 }), 'arguments.orderId'],
        [tool('read_order', { orderId: '4821', tenant: 'otherco' }), 'arguments.tenant'],
      ],
    ],
    [
      'amounts that are none',
      [
        [propose({ amountMinor: -100 }), 'amountMinor'],
        [propose({ amountMinor: 0 }), 'amountMinor'],
        [propose({ amountMinor: 98.99 }), 'amountMinor'],
      ],
    ],
    [
      'amounts without end, of no currency, of no number',
      [
        [propose({ amountMinor: 1e21 }), 'amountMinor'],
        [propose({ currency: 'ZZZ' }), 'currency'],
        [propose({ amountMinor: '100' }), 'amountMinor'],
      ],
    ],
    [
      'steps and actions that nobody offered',
      [
        [{ type: 'approve', proposalId: 'any' }, 'type'],
        [propose({ kind: 'account.close' }), 'kind'],
        [propose({ arguments: { orderId: '4821', lines: 'all', reason: 'other' } }), 'arguments.lines'],
      ],
    ],
  ])('%s', async (_what, said) => {
    const before = await drafts();
    const effects = (await system.admin.ledger()).effects.length;
    script = said.map(([step]) => step);
    const ada = system.newPerson('ada');
    const { caseId } = await ada.say('Please check order #4821 and draft a refund for approval.');
    const events = await waitFor('a person to take over', async () => {
      const seen = await system.events(caseStream(caseId));
      return seen.some((event) => event.type === 'CaseEscalated') ? seen : undefined;
    });
    const refused = events.filter((event) => event.data['verdict'] === 'refused');
    const fields = refused.map((event) =>
      (event.data['refusals'] as { field: string; reason: string }[]).map((refusal) => refusal.field),
    );
    expect(fields).toEqual(
      said.map(([, field]) => expect.arrayContaining([expect.stringMatching(startsWith(field))])),
    );
    for (const { data } of refused) expect(String(data['summary'])).toMatch(/: \w+/);
    expect(events.find((event) => event.type === 'CaseEscalated')?.data).toMatchObject({
      reason: 'refused_step',
    });
    expect(events.map((event) => event.type)).not.toContain('ToolCalled');
    expect(await drafts()).toBe(before);
    expect((await system.admin.ledger()).effects).toHaveLength(effects);
    await ada.waitForReply('that a person takes over', (reply) => /person/i.test(reply.text));
  });

  const startsWith = (field: string) => new RegExp(`^${field.replaceAll('.', '\\.')}`);
});
