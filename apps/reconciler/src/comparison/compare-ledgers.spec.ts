import { describe, expect, it } from '@jest/globals';
import {
  atSecond,
  claim,
  effect,
  ledgersOf,
  type Planting,
  planted,
  plantings,
} from '../testing/two-ledgers.js';
import { compareLedgers, type Ledgers } from './compare-ledgers.js';
import { judge } from './judge.js';

const limits = { bandMs: 60_000, differencesMax: 500 };
const window = { from: atSecond(0), to: atSecond(86_400) };

describe('one operation in two ledgers', () => {
  it.each(Object.entries(plantings))('%s is the difference %s', (planting, kind) => {
    const { effects, claims } = planted(planting as Planting, 'p1', 90_000);
    const [ours] = claims;
    const judged = judge({ operationId: 'p1', effects, ...(ours === undefined ? {} : { claim: ours }) });
    expect(judged.verdict === 'differs' ? judged.kind : undefined).toBe(kind);
  });

  it('C21: that was accepted and failed later is a difference, and one that is only pending is none', () => {
    const pending = effect('p1', 1, { standing: 'pending', status: 'pending' });
    expect(judge({ effects: [pending], claim: claim('p1', 1) })).toEqual({ verdict: 'agreed' });
    const failed = { ...pending, standing: 'undone' as const, status: 'failed' };
    expect(judge({ effects: [failed], claim: claim('p1', 1) })).toEqual({
      verdict: 'differs',
      kind: 'effect_failed',
    });
  });

  it('that is still being found out, or that a person has already, is no difference', () => {
    for (const standing of ['in_flight', 'under_review'] as const) {
      expect(judge({ effects: [], claim: claim('p1', 1, { standing }) })).toEqual({ verdict: standing });
    }
  });
});

describe('a listing', () => {
  const one = { effects: [effect('p1', 10)], claims: [claim('p1', 10)] };
  const broken = (over: Partial<Ledgers>): Ledgers => ({ ...ledgersOf(one, one, 1), ...over });

  it('that broke off on any page is no finding, whatever was read before', async () => {
    const planted_ = {
      effects: [effect(undefined, 10), effect(undefined, 9), effect(undefined, 8)],
      claims: [],
    };
    const whole = ledgersOf(planted_, planted_, 1);
    for (const failing of [undefined, '1', '2']) {
      const ledgers: Ledgers = {
        ...whole,
        effects: async (after) =>
          after === failing ? { outcome: 'no_answer', code: 'unreachable' } : whole.effects(after),
      };
      expect(await compareLedgers(ledgers, window, limits)).toEqual({
        outcome: 'not_compared',
        code: 'unreachable',
      });
    }
  });

  it('that names the same place again and again is not followed for ever', async () => {
    const page = {
      outcome: 'listed',
      effects: [],
      unreadable: [],
      next: 'x',
      source: 's',
      readAt: atSecond(0),
    } as const;
    const compared = compareLedgers(broken({ effects: async () => page }), window, limits);
    expect(await compared).toEqual({ outcome: 'not_compared', code: 'listing_does_not_end' });
  });

  it('is no proof against an operation that the target was asked for and did not answer about', async () => {
    const ledgers = broken({
      effects: ledgersOf({ effects: [], claims: [] }, one, 1).effects,
      confirm: async () => ({ outcome: 'no_answer', code: 'timeout' }),
    });
    expect(await compareLedgers(ledgers, window, limits)).toEqual({
      outcome: 'not_compared',
      code: 'timeout',
    });
  });

  it('with more differences than are kept says how many were not', async () => {
    const effects = Array.from({ length: 12 }, (_, n) => effect(undefined, 100 - n));
    const both = { effects, claims: [] };
    const compared = await compareLedgers(ledgersOf(both, both, 5), window, {
      ...limits,
      differencesMax: 10,
    });
    if (compared.outcome !== 'compared') throw new Error(compared.code);
    expect(compared.fresh).toHaveLength(10);
    expect(compared.counts).toMatchObject({ differences: 12, notRecorded: 2 });
  });
});

it('compares 10,000 effects holding a page and what is in the band, whatever the size of the window', async () => {
  const size = 10_000;
  const seconds = (n: number) => 86_000 - n * 8;
  const effects = Array.from({ length: size }, (_, n) => effect(`p${n}`, seconds(n) + 2));
  const claims = Array.from({ length: size }, (_, n) => claim(`p${n}`, seconds(n)));
  const [odd] = effects.splice(7_777, 1, effect('p7777', seconds(7_777), { amountMinor: 1 }));
  const [missing] = effects.splice(123, 1);
  const both = { effects, claims };
  const compared = await compareLedgers(
    ledgersOf(both, both, 100),
    { from: atSecond(-10), to: window.to },
    limits,
  );
  if (compared.outcome !== 'compared') throw new Error(compared.code);
  expect([odd?.operationId, missing?.operationId]).toEqual(['p7777', 'p123']);
  expect(compared.fresh.map(({ kind, unit }) => `${unit.operationId} ${kind}`).sort()).toEqual([
    'p123 effect_missing',
    'p7777 amount_differs',
  ]);
  expect(compared.counts).toMatchObject({ effects: size - 1, agreed: size - 2 });
  expect(compared.held).toBeLessThan(320);
});
