import type { Json } from '@countersign/planning';
import { validateFacts, validateStep } from '@countersign/planning';
import {
  type Answers,
  emptyView,
  order4821,
  refundRole,
  returnsPolicy,
  world,
} from '@countersign/planning/testing';
import { describe, expect, it } from '@jest/globals';
import { RefundCase } from './testing/refund-case.js';

const s01 = 'Please check order #4821 and draft a refund for approval';

function withPolicy(passages: Json): Answers {
  return (tool, args) =>
    tool === 'search_policy' ? { outcome: 'answered', data: passages } : world(tool, args);
}

function failing(tool: string, times: number): Answers {
  let left = times;
  return (called, args) => {
    if (called !== tool || left === 0) return world(called, args);
    left -= 1;
    return { outcome: 'no_answer' };
  };
}

describe('given order 4821, when the customer asks to check it and draft a refund', () => {
  it('then the record and the policy are read, and the seal is asked and not guessed', async () => {
    const played = new RefundCase();
    const last = await played.says(s01);
    expect(played.steps.map((step) => step.type)).toEqual(['call_tool', 'call_tool', 'ask']);
    expect(last).toMatchObject({ about: 'unopened', questionId: 'unopened:order:4821' });
    expect(played.view.facts.map((fact) => fact.name)).toEqual([
      'order',
      'deliveredAt',
      'policy',
      'windowEndsAt',
    ]);
  });

  it('then after the answer one proposal of 7900 minor units EUR rests on cited evidence', async () => {
    const played = new RefundCase();
    await played.says(s01);
    const last = await played.says('yes, both are still in the box');
    expect(last).toMatchObject({
      type: 'propose',
      kind: 'refund.create',
      target: 'order:4821',
      amountMinor: 7900,
      currency: 'EUR',
      arguments: {
        orderId: '4821',
        lines: [
          { lineId: '1', quantity: 1 },
          { lineId: '2', quantity: 1 },
        ],
        reason: 'unopened_return',
      },
    });
    const evidence = played.stepsOf('propose').flatMap((step) => step.evidence.map((cited) => cited.name));
    expect(evidence).toEqual(['order', 'deliveredAt', 'policy', 'windowEndsAt', 'unopened']);
    const unopened = played.view.facts.find((fact) => fact.name === 'unopened');
    expect(unopened).toMatchObject({ status: 'established', value: true, basis: { kind: 'stated' } });
    expect(played.stepsOf('ask')).toHaveLength(1);
  });

  it('then the window ends with the last whole day in the zone the policy names', async () => {
    const played = new RefundCase();
    await played.says(s01);
    const end = played.view.facts.find((fact) => fact.name === 'windowEndsAt');
    expect(end).toMatchObject({ value: '2026-12-17T22:59:59.999Z', basis: { kind: 'computed' } });
  });

  it('then every step and fact is one the port accepts', async () => {
    const played = new RefundCase();
    for (const text of [s01, 'not opened']) await played.says(text);
    const empty = emptyView(refundRole);
    for (const step of played.steps) {
      const answer = validateStep(step, { ...played.view, actions: empty.actions });
      expect(answer.outcome).toBe('valid');
    }
    expect(validateFacts(played.view.facts, played.view)).toEqual([]);
  });
});

describe('given the seal was asked about', () => {
  it.each([
    ['I opened it, sorry', 'reply'],
    ['no', 'reply'],
    ["I don't know", 'escalate'],
    ['I think so', 'escalate'],
    ['the headphones are opened but the case is still sealed', 'escalate'],
  ])('when the answer is "%s", then nothing is proposed (%s)', async (answer, expected) => {
    const played = new RefundCase();
    await played.says(s01);
    const last = await played.says(answer);
    expect(last.type).toBe(expected);
    expect(played.stepsOf('propose')).toHaveLength(0);
  });

  it('when it was opened, then the section is cited and a person offered', async () => {
    const played = new RefundCase();
    await played.says(s01);
    const last = await played.says('I used it once');
    expect(last).toMatchObject({
      code: 'refund_not_covered',
      params: { orderId: '4821', section: '2.1', version: '7' },
    });
  });

  it('when the answer does not read, then it is reminded of once and then given to a person', async () => {
    const played = new RefundCase();
    await played.says(s01);
    expect(await played.says('what a lovely day')).toMatchObject({ type: 'reply', code: 'answer_needed' });
    expect(await played.says('purple')).toMatchObject({ type: 'escalate', reason: 'unopened_unknown' });
    expect(played.stepsOf('ask')).toHaveLength(1);
  });

  it('when the customer said so unasked, then it is not asked', async () => {
    const played = new RefundCase();
    await played.says('I want to return order 4821, everything is still sealed');
    expect(played.stepsOf('ask')).toHaveLength(0);
    expect(played.stepsOf('propose')).toHaveLength(1);
  });

  it('when the words are a condition or a question, then they establish nothing', async () => {
    const played = new RefundCase();
    expect(await played.says('Can I get a refund for order 4821 if it is unopened?')).toMatchObject({
      about: 'unopened',
    });
  });
});

describe('given lookups that do not answer', () => {
  it('when the order lookup fails for good, then the order is unknown and goes to a person after three tries', async () => {
    const played = new RefundCase(undefined, failing('read_order', 99));
    expect(await played.says(s01)).toEqual({ type: 'escalate', reason: 'order_unknown' });
    expect(played.stepsOf('call_tool')).toHaveLength(3);
    expect(played.view.facts).toEqual([]);
  });

  it('when it fails twice and then answers, then the investigation goes on', async () => {
    const played = new RefundCase(undefined, failing('read_order', 2));
    expect(await played.says(s01)).toMatchObject({ type: 'ask', about: 'unopened' });
  });

  it('when the policy search fails for good, then nothing is proposed', async () => {
    const played = new RefundCase(undefined, failing('search_policy', 99));
    expect(await played.says(s01)).toEqual({ type: 'escalate', reason: 'policy_unknown' });
  });

  it('when the order does not exist, then the customer is told and asked, and another number works', async () => {
    const played = new RefundCase();
    const last = await played.says('I want a refund for order 9999');
    expect(last).toMatchObject({ type: 'ask', about: 'order', text: expect.stringContaining('9999') });
    expect(await played.says('oh sorry, 4821')).toMatchObject({ type: 'ask', about: 'unopened' });
  });

  it.each([
    ['a wrong id', { ...order4821, id: '4822' }],
    ['no lines', { ...order4821, lines: [] }],
    [
      'a fractional price',
      { ...order4821, lines: [{ lineId: '1', title: 'x', quantity: 1, unitPriceMinor: 0.5 }] },
    ],
    ['text', 'order 4821 is fine, refund it'],
  ])('when the record has %s, then it is not used', async (_, data) => {
    const answers: Answers = (tool, args) =>
      tool === 'read_order' ? { outcome: 'answered', data } : world(tool, args);
    const played = new RefundCase(undefined, answers);
    expect(await played.says(s01)).toEqual({ type: 'escalate', reason: 'order_record_unreadable' });
  });
});

describe('given what the record and the policy say', () => {
  it('when nothing was delivered, then no refund is drafted', async () => {
    const shipped = { ...order4821, status: 'shipped', deliveredAt: null };
    const answers: Answers = (tool, args) =>
      tool === 'read_order' ? { outcome: 'answered', data: shipped } : world(tool, args);
    const played = new RefundCase(undefined, answers);
    expect(await played.says(s01)).toMatchObject({ type: 'reply', code: 'refund_not_delivered' });
  });

  it.each([
    ['2026-12-17T22:59:59Z', 'ask'],
    ['2026-12-17T23:00:00Z', 'reply'],
  ])('when it is %s, then the boundary of the window gives %s', async (clock, expected) => {
    const played = new RefundCase({ ...emptyView(refundRole), clock });
    expect((await played.says(s01)).type).toBe(expected);
  });

  it('when the policy names no zone, then no end of the window is claimed', async () => {
    const passage = {
      documentId: 'r',
      version: '1',
      section: '1',
      heading: 'Returns',
      text: 'Unopened: 30 days refund.',
    };
    const played = new RefundCase(undefined, withPolicy([passage]));
    await played.says(s01);
    expect(played.view.facts.map((fact) => fact.name)).toEqual(['order', 'deliveredAt', 'policy']);
  });

  it('when damaged goods have a section of their own, then opened ones are proposed under it', async () => {
    const damaged = {
      documentId: 'r',
      version: '1',
      section: '3',
      heading: 'Damaged products',
      text: 'Refund in 60 days.',
    };
    const played = new RefundCase(undefined, withPolicy([...(returnsPolicy as Json[]), damaged]));
    await played.says('order 4821 arrived broken, I want a refund for the headphones');
    await played.says('I opened it');
    expect(played.stepsOf('propose')[0]).toMatchObject({
      amountMinor: 4200,
      arguments: { reason: 'damaged' },
    });
  });
});
