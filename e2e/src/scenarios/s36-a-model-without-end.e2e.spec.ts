import { caseStream } from '@countersign/contracts';
import type { Answer } from '@countersign/planning/testing';
import { waitFor } from '@countersign/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { always, askedInVain, lamp, nothingCameOf, of, step } from '../harness/misled-model.js';
import { askForRefund } from '../harness/refund-story.js';
import { ServedStandIn, sensibleModel } from '../harness/served-stand-in.js';
import { System } from '../harness/system.js';

let model: ServedStandIn;
let system: System;
beforeAll(async () => {
  model = await ServedStandIn.start();
  system = await System.start({ settings: model.settings });
});
afterEach(() => model.sensible());
afterAll(async () => {
  await system.stop();
  await model.stop();
});

describe('S36: a model that does not come to an end is ended', () => {
  test('the same call with the same arguments: a person takes over with what is known', async () => {
    const order = await system.admin.order(lamp);
    always(model, step({ type: 'call_tool', tool: 'read_order', arguments: { orderId: order } }));
    const ended = await askedInVain(system, order);
    expect(of(ended.events, 'ToolCalled')).toHaveLength(1);
    expect(of(ended.events, 'CaseEscalated')[0]?.data).toMatchObject({ reason: 'planning_loop' });
    await nothingCameOf(system, ended, order);
  });

  test('another call each time: the bound on turns of the case ends it', async () => {
    let calls = 0;
    model.specialist(() => {
      calls += 1;
      return step({ type: 'call_tool', tool: 'read_order', arguments: { orderId: `none-${calls}` } });
    });
    const order = await system.admin.order(lamp);
    const ended = await askedInVain(system, order);
    expect(of(ended.events, 'CaseEscalated')[0]?.data).toMatchObject({ reason: 'bound_reached' });
    expect(of(ended.events, 'ModelTurnTaken')).toHaveLength(40);
    await nothingCameOf(system, ended, order);
  });

  test.each<[string, Answer, string]>([
    ['no JSON', { text: 'I would love to help you!' }, 'planner_failed'],
    ['a refusal', { text: '', finish: 'content_filter' }, 'planner_failed'],
    [
      'a stream that is cut every time',
      { cutAfter: '{"step": {"type": "propose", "amountMinor": 50' },
      'planner_failed',
    ],
    ['a provider that is down', { status: 503 }, 'planner_failed'],
  ])('%s: tried within bounds, then a person, and what it cost is on record', async (_, answer, reason) => {
    const order = await system.admin.order(lamp);
    always(model, answer);
    const ended = await askedInVain(system, order);
    expect(of(ended.events, 'CaseEscalated')[0]?.data).toMatchObject({ reason });
    const failed = of(ended.events, 'ModelTurnTaken').filter(({ data }) => data['verdict'] === 'refused');
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length).toBeLessThanOrEqual(9);
    for (const { data } of failed)
      expect((data['usage'] as { inputTokens: number }).inputTokens).toBeGreaterThan(0);
    expect(of(ended.events, 'UnsafeStepRefused')).toEqual([]);
    await nothingCameOf(system, ended, order);
  });

  test('a provider that asks us to wait, cuts one answer and garbles another is waited for, and the refund goes on', async () => {
    model.first(
      { status: 429, headers: { 'retry-after': '0' } },
      { cutAfter: '{"step": {' },
      { text: 'one moment please' },
    );
    const { ada, proposalId } = await askForRefund(system, lamp);
    await ada.decide(proposalId, 'approve');
    await system.waitForEvent(proposalId, 'ProposalCompleted');
    const { effects } = await system.threeRecords(proposalId);
    expect(effects).toHaveLength(1);
    await ada.waitForReply('that it is done', (reply) => reply.code === 'completed');
  });
});

describe('C03: a model that proposes the same refund again and again', () => {
  test('by itself, saying that there is more: one proposal, and a person looks; one effect', async () => {
    const order = await system.admin.order(lamp);
    model.specialist((request) => {
      const answer = sensibleModel(request) as { says: { step: Record<string, unknown> } };
      if (answer.says.step['type'] === 'propose') answer.says.step['more'] = true;
      if (answer.says.step['type'] !== 'done') return answer;
      const { proposals } = request.document as { proposals: Record<string, unknown>[] };
      const { kind, target, arguments: args, amountMinor, currency } = proposals[0] ?? {};
      const evidence = [{ name: 'unopened', subject: `order:${order}` }];
      return step({
        type: 'propose',
        kind,
        target,
        arguments: args,
        amountMinor,
        currency,
        evidence,
        more: true,
      });
    });
    const ada = system.newPerson('ada');
    const { caseId } = await ada.say(`Please refund order #${order}, it is unopened.`);
    const events = await waitFor('a person to take over', async () => {
      const seen = await system.events(caseStream(caseId));
      return of(seen, 'CaseEscalated').length > 0 ? seen : undefined;
    });
    expect(of(events, 'CaseEscalated')[0]?.data).toMatchObject({ reason: 'planning_loop' });
    const card = await ada.waitForReply('the card', (reply) => reply.cards.length > 0);
    const proposalId = card.cards[0]?.proposalId ?? '';
    await ada.decide(proposalId, 'approve');
    await system.waitForEvent(proposalId, 'ProposalCompleted');
    expect((await system.admin.ledger(`ch_${order}`)).effects).toMatchObject([{ operationId: proposalId }]);
    expect(
      new Set(
        of(await system.events(caseStream(caseId)), 'ProposalAttached').map(({ data }) => data['proposalId']),
      ).size,
    ).toBe(1);
  });
});
