import { RulesPlanner } from '@countersign/planning';
import { type Answers, emptyView, order4821, refundRole, world } from '@countersign/planning/testing';
import { describe, expect, it } from '@jest/globals';
import { refundRules } from './refund-rules.js';
import { RefundCase } from './testing/refund-case.js';

const s01 = 'Please check order #4821 and draft a refund for approval';

describe('given two orders in one message', () => {
  const other = { ...order4821, id: '4822', chargeId: 'ch_4822' };
  const answers: Answers = (tool, args) =>
    args.orderId === '4822' ? { outcome: 'answered', data: other } : world(tool, args);

  it('when both can be refunded, then the first says that there is more, and the second is another proposal', async () => {
    const played = new RefundCase(undefined, answers);
    await played.says('refund orders 4821 and 4822, everything is unopened');
    expect(played.stepsOf('propose')).toMatchObject([{ target: 'order:4821', more: true }]);
    const second = await played.goesOn();
    expect(second).toMatchObject({ type: 'propose', target: 'order:4822' });
    expect(second).not.toHaveProperty('more');
  });

  it('when one is asked for, then there is no more', async () => {
    const played = new RefundCase(undefined, answers);
    expect(await played.says('refund order 4822, it is unopened')).not.toHaveProperty('more');
  });
});

describe('given several lines', () => {
  it.each([
    ['I want a refund for the travel case from order 4821', [{ lineId: '2', quantity: 1 }], 3700],
    ['refund everything except the travel case in order 4821 please', [{ lineId: '1', quantity: 1 }], 4200],
    ['refund order 4821 but I will keep the headphones', [{ lineId: '2', quantity: 1 }], 3700],
  ])('when the customer says "%s", then those lines are proposed', async (text, lines, amountMinor) => {
    const played = new RefundCase();
    await played.says(text);
    await played.says('still sealed');
    expect(played.stepsOf('propose')[0]).toMatchObject({ amountMinor, arguments: { lines } });
  });

  it('when only "an item" is named, then it is asked which', async () => {
    const played = new RefundCase();
    expect(await played.says('I want a refund for one item in order 4821')).toMatchObject({ about: 'lines' });
    expect(await played.says('the case')).toMatchObject({ about: 'unopened' });
    await played.says('yes');
    expect(played.stepsOf('propose')[0]).toMatchObject({ amountMinor: 3700 });
  });

  it('when goods are named that the order does not have, then it is asked which', async () => {
    const played = new RefundCase();
    expect(await played.says('I want a refund for the lamp of order 4821')).toMatchObject({ about: 'lines' });
  });

  it('when two partial refunds are asked one after the other, then they are two proposals', async () => {
    const played = new RefundCase();
    await played.says('refund the headphones of order 4821, they are unopened');
    await played.says('also refund the travel case of order 4821, it is sealed');
    expect(played.stepsOf('propose').map((step) => step.amountMinor)).toEqual([4200, 3700]);
  });

  it('when the same refund is asked again, then no second proposal is made', async () => {
    const played = new RefundCase();
    await played.says('refund order 4821, unopened, it is sealed');
    expect(await played.says('please refund order 4821, it is sealed')).toEqual({
      type: 'done',
      outcome: 'proposed',
    });
    expect(played.stepsOf('propose')).toHaveLength(1);
  });
});

describe('given no order', () => {
  it('when a refund is asked, then which order is asked, and a bare number answers', async () => {
    const played = new RefundCase();
    expect(await played.says('I want my money back')).toMatchObject({ type: 'ask', about: 'order' });
    expect(await played.says('4821')).toMatchObject({ type: 'ask', about: 'unopened' });
  });

  it('when it is never named, then a person takes over', async () => {
    const played = new RefundCase();
    for (const text of ['I want a refund', 'dunno', 'no idea'])
      expect(await played.says(text)).toMatchObject({ type: 'ask' });
    expect(await played.says('still no idea')).toEqual({ type: 'escalate', reason: 'order_not_named' });
  });
});

describe('given the customer changes course', () => {
  it('when they no longer want a refund, then it is withdrawn', async () => {
    const played = new RefundCase();
    await played.says(s01);
    const last = await played.says("Actually I don't want a refund, I'll keep it");
    expect(last).toMatchObject({ type: 'reply', code: 'refund_not_started' });
    const turn = await new RulesPlanner([refundRules]).next(played.view);
    expect(turn.step).toEqual({ type: 'done', outcome: 'withdrawn' });
  });

  it('when they ask for a person, then they get one', async () => {
    const played = new RefundCase();
    await played.says(s01);
    expect(await played.says('let me talk to a human')).toMatchObject({ type: 'escalate' });
  });

  it('when a bound is used up, then a person takes over', async () => {
    const view = emptyView(refundRole);
    const played = new RefundCase({ ...view, boundsLeft: { ...view.boundsLeft, toolCalls: 0 } });
    expect(await played.says(s01)).toEqual({ type: 'escalate', reason: 'bound_reached:toolCalls' });
  });
});

describe('given nothing new', () => {
  it('when the planner is asked again after its question, then it waits', async () => {
    const played = new RefundCase();
    await played.says(s01);
    const turn = await new RulesPlanner([refundRules]).next(played.view);
    expect(turn.step).toEqual({ type: 'done', outcome: 'awaiting_customer' });
    expect(turn.facts).toEqual([]);
  });
});
