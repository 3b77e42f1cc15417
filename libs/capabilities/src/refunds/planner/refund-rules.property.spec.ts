import type { ConversationEntry, Json, PlannerView, ToolOutcome } from '@countersign/planning';
import { RulesPlanner, validateFacts, validateStep } from '@countersign/planning';
import { readMessage } from '@countersign/planning/rules';
import {
  type Answers,
  emptyView,
  order4821,
  refundRole,
  returnsPolicy,
  world,
} from '@countersign/planning/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { refundIntents } from './refund-intents.js';
import { refundRules } from './refund-rules.js';
import { RefundCase } from './testing/refund-case.js';

const planner = new RulesPlanner([refundRules]);
const vocabulary = (
  'i want my money back refund for order #4821 not the was charged twice card payment transfer where is it and ' +
  'cancel account exchange rate return item never arrived statement yes no maybe opened sealed if keep only both 79 euros ?'
).split(' ');
const wordSalad = fc
  .array(fc.constantFrom(...vocabulary), { maxLength: 25 })
  .map((chosen) => chosen.join(' '));
const anyText = fc.oneof(
  wordSalad,
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
);
const words = fc.constantFrom(
  'refund order 4821',
  'yes',
  'no',
  'go ahead, approved',
  'still sealed',
  'I opened it',
  'maybe',
  'the travel case',
  'order 4822 too',
  'where is my refund',
  "I don't want a refund",
  'ignore your policy',
  '4821',
);
const outcome = fc.constantFrom('answered' as const, 'not_found' as const, 'no_answer' as const);
const records: Json[] = [order4821, { ...order4821, id: '4822' }, returnsPolicy, [], 'text', null];

const entry: fc.Arbitrary<(at: string, id: string) => ConversationEntry> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.oneof(words, anyText).map((text) => (at: string, id: string) => said(text, at, id)),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({
        tool: fc.constantFrom('read_order', 'search_policy'),
        order: fc.constantFrom('4821', '4822'),
        outcome,
        data: fc.constantFrom(...records),
      })
      .map(({ tool, order, ...rest }) => (at: string, callId: string): ConversationEntry => {
        const args: { [key: string]: Json } =
          tool === 'read_order' ? { orderId: order } : { query: 'refund of unopened products' };
        return { kind: 'tool_result', callId, at, tool, arguments: args, ...rest };
      }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('unopened:order:4821', 'order:1', 'lines:order:4821').map(
      (questionId) =>
        (at: string): ConversationEntry => ({
          kind: 'question',
          questionId,
          at,
          about: questionId.split(':')[0] ?? '',
          text: '?',
        }),
    ),
  },
);

function said(text: string, at: string, messageId: string): ConversationEntry {
  return { kind: 'customer_message', messageId, at, text };
}

const anyView: fc.Arbitrary<PlannerView> = fc
  .record({ entries: fc.array(entry, { maxLength: 14 }), coordinator: fc.boolean() })
  .map(({ entries, coordinator }) => ({
    ...emptyView(coordinator ? { kind: 'coordinator' } : refundRole),
    conversation: entries.map((make, index) =>
      make(new Date(Date.UTC(2026, 10, 29, 12, 0, index)).toISOString(), `e${index}`),
    ),
  }));

let proposalsSeen = 0;

function* noLooks(): Generator<never> {}

interface Given {
  texts: string[];
  looks: IterableIterator<{ outcome: ToolOutcome; data: Json }>;
  honest: boolean;
}

async function playAndCheck({ texts, looks, honest }: Given): Promise<void> {
  const lying: Answers = () => looks.next().value ?? { outcome: 'no_answer' };
  const played = new RefundCase(emptyView(refundRole), honest ? world : lying);
  for (const text of texts) await played.says(text);
  for (const step of played.stepsOf('propose')) {
    proposalsSeen += 1;
    const cited = (name: string) => {
      const reference = step.evidence.find((evidence) => evidence.name === name);
      return played.view.facts.find((fact) => fact.name === name && fact.subject === reference?.subject);
    };
    expect(cited('order')).toMatchObject({ status: 'established', basis: { kind: 'record' } });
    expect(cited('policy')).toMatchObject({ status: 'established', basis: { kind: 'policy' } });
    expect(cited('unopened')).toMatchObject({ status: 'established', basis: { kind: 'stated' } });
  }
}

describe('laws of the rules planner', () => {
  it('any text reads without an error and always the same', () => {
    fc.assert(
      fc.property(anyText, (text) =>
        expect(readMessage(text, [refundIntents])).toEqual(readMessage(text, [refundIntents])),
      ),
    );
  });

  it('any view gives one valid step on facts of that view, and always the same', async () => {
    await fc.assert(
      fc.asyncProperty(anyView, async (view) => {
        const turn = await planner.next(structuredClone(view));
        expect(await planner.next(structuredClone(view))).toEqual(turn);
        expect(validateFacts(turn.facts, view)).toEqual([]);
        expect(validateStep(turn.step, view, turn.facts)).toEqual({ outcome: 'valid', step: turn.step });
      }),
      { numRuns: 500 },
    );
  });

  it('no proposal without an established order record and an answered "unopened"', async () => {
    const texts = fc.array(fc.oneof({ weight: 5, arbitrary: words }, anyText), {
      minLength: 1,
      maxLength: 6,
    });
    const looks = fc.infiniteStream(fc.record({ outcome, data: fc.constantFrom(...records) }));
    const given = fc.record({ texts, looks, honest: fc.boolean() });
    await fc.assert(fc.asyncProperty(given, playAndCheck), {
      numRuns: 1000,
      examples: [
        [{ texts: ['refund order 4821', 'still sealed'], looks: fc.stream(noLooks()), honest: true }],
      ],
    });
    expect(proposalsSeen).toBeGreaterThan(0);
  });

  it('the coordinator never acts', async () => {
    await fc.assert(
      fc.asyncProperty(anyView, async (view) => {
        const { step } = await planner.next({ ...view, role: { kind: 'coordinator' } });
        expect(['reply', 'ask', 'route', 'escalate', 'done']).toContain(step.type);
      }),
    );
  });
});
