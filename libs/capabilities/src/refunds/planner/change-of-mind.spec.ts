import { RulesPlanner } from '@countersign/planning';
import { soundsLikeChange } from '@countersign/planning/rules';
import { emptyView } from '@countersign/planning/testing';
import { describe, expect, it } from '@jest/globals';
import { refundRules } from './refund-rules.js';
import { RefundCase } from './testing/refund-case.js';

describe('given a proposal of the whole order that waits', () => {
  it.each([
    'Actually refund only the headphones of order 4821, they are unopened',
    'refund only the headphones of order 4821',
    'the headphones of order 4821 instead please',
  ])('when the customer says "%s", then another proposal of those lines is made (S05)', async (text) => {
    const played = new RefundCase();
    await played.says('refund order 4821, everything is still sealed');
    await played.says(text);
    await played.says('yes, unopened');
    expect(played.stepsOf('propose').map((step) => step.amountMinor)).toEqual([7900, 4200]);
  });

  it('when the change names no order, then the coordinator still takes it to the specialist', async () => {
    const played = new RefundCase();
    await played.says('refund order 4821, everything is still sealed');
    const message = { kind: 'customer_message' as const, messageId: 'm9', at: '2026-11-29T13:00:00Z' };
    const routed = { kind: 'routed' as const, at: '2026-11-29T12:00:00Z', capability: 'refunds' };
    const view = emptyView({ kind: 'coordinator' });
    const proposals = played.view.proposals;
    const planner = new RulesPlanner([refundRules]);
    const step = async (text: string) => {
      const conversation = [routed, { ...message, text }];
      return (await planner.next({ ...view, proposals, conversation })).step;
    };
    expect(await step('Change it to just the headphones please')).toMatchObject({
      type: 'route',
      reason: 'changes_a_request',
    });
    expect(await step('thanks, just wanted to say hello')).not.toMatchObject({ type: 'route' });
  });
});

describe('given a question about the goods of one order', () => {
  it('when the next message is about another order, then its words are about that other order', async () => {
    const { world, order4821 } = await import('@countersign/planning/testing');
    const other = { ...order4821, id: '4825', chargeId: 'ch_4825' };
    const played = new RefundCase(undefined, (tool, args) =>
      args.orderId === '4825' ? { outcome: 'answered', data: other } : world(tool, args),
    );
    await played.says('I want a refund for order 4821');
    await played.says('I want a refund for order 4825, it is unopened');
    const unopened = played.view.facts.filter((fact) => fact.name === 'unopened');
    expect(unopened.map((fact) => fact.subject)).toEqual(['order:4825']);
  });
});

describe('given words that change nothing', () => {
  it.each(['I just got it', 'only a question', 'keep me posted'])(
    'when they are "%s", then they are no change',
    (text) => {
      expect(soundsLikeChange(text)).toBe(false);
    },
  );
});
