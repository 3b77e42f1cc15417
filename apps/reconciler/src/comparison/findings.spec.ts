import { describe, expect, it } from '@jest/globals';
import { atSecond, claim, effect, ledgersOf } from '../testing/two-ledgers.js';
import { type Compared, compareLedgers, type Ledgers } from './compare-ledgers.js';
import type { Standing } from './findings.js';

const window = { from: atSecond(0), to: atSecond(86_400) };
const limits = { bandMs: 60_000, differencesMax: 3 };
type Done = Extract<Compared, { outcome: 'compared' }>;

async function compared(ledgers: Ledgers): Promise<Done> {
  const result = await compareLedgers(ledgers, window, limits);
  if (result.outcome !== 'compared') throw new Error(result.code);
  return result;
}

/** So many effects that no proposal asked for, of which the first stand as said. */
function strangers(how: number, standings: readonly Standing[]): Ledgers {
  const effects = Array.from({ length: how }, (_, n) => effect(undefined, 1_000 - n));
  const both = { effects, claims: [] };
  const ledgers = ledgersOf(both, both, 2);
  const place = new Map(effects.map(({ reference }, at) => [reference, at]));
  return {
    ...ledgers,
    known: async (findings) => {
      const known = await ledgers.known(findings);
      return known.map((one, at) => {
        const reference = findings[at]?.unit.effects[0]?.reference ?? '';
        return { ...one, standing: standings[place.get(reference) ?? how] ?? 'fresh' };
      });
    },
  };
}

describe('differences without a place', () => {
  it('are counted as not recorded, and are the first of the next comparison', async () => {
    const first = await compared(strangers(7, []));
    expect(first.fresh).toHaveLength(3);
    expect(first).toMatchObject({ counts: { differences: 7, settled: 0, notRecorded: 4 }, notShown: 4 });
    const second = await compared(strangers(7, ['open', 'open', 'open']));
    expect(second.fresh.map(({ unit }) => unit.effects[0]?.reference)).toEqual([
      're_997',
      're_996',
      're_995',
    ]);
    expect(second).toMatchObject({ counts: { differences: 7, notRecorded: 1 }, notShown: 1 });
    const last = await compared(strangers(7, Array<Standing>(6).fill('open')));
    expect(last).toMatchObject({ counts: { notRecorded: 0 }, fresh: [{}], open: [{}, {}, {}], notShown: 3 });
  });

  it('are not kept out by what people settled, which is neither shown nor left over', async () => {
    const settled = Array<Standing>(5).fill('settled');
    const result = await compared(strangers(8, settled));
    expect(result.fresh).toHaveLength(3);
    expect(result.open).toEqual([]);
    expect(result).toMatchObject({ counts: { differences: 8, settled: 5, notRecorded: 0 }, notShown: 0 });
    expect(result.found.size).toBe(8);
  });
});

describe('a record that cannot be read', () => {
  const spoilt = (over: object = {}) => ({
    ...{ reference: 're_odd', field: 'status', reason: '"odd" is no word that is known here' },
    ...{ createdAt: atSecond(500), ...over },
  });
  const agreed = { effects: [effect('p1', 600)], claims: [claim('p1', 600)] };
  const missing = { effects: agreed.effects, claims: [...agreed.claims, claim('p2', 500)] };

  /** The record on the last page of theirs: what is older and newer was judged before it was seen. */
  const withSpoilt = (both: typeof missing, record = spoilt()): Ledgers => {
    const ledgers = ledgersOf(both, both, 1);
    return {
      ...ledgers,
      effects: async (after) => {
        const page = await ledgers.effects(after);
        const isLast = page.outcome === 'listed' && page.next === 'end';
        return isLast ? { ...page, unreadable: [record] } : page;
      },
    };
  };

  it('is one difference beside what agrees, and nothing is called missing while it is there', async () => {
    const result = await compared(withSpoilt(missing));
    expect(result.fresh).toMatchObject([{ kind: 'unreadable', unreadable: { reference: 're_odd' } }]);
    expect(result.counts).toMatchObject({ agreed: 1, inFlight: 1, differences: 1, notRecorded: 0 });
    // What was found missing before stays as it is: it is no agreement either.
    expect(result.unsettled.has('p2')).toBe(true);
    const whole = await compared(ledgersOf(missing, missing, 1));
    expect(whole.fresh.map(({ kind }) => kind)).toEqual(['effect_missing']);
    expect(whole.totals).toEqual([{ currency: 'EUR', targetMinor: 4_200, oursMinor: 8_400 }]);
  });

  it('keeps what was missing before from being looked at again, and from being settled', async () => {
    const ledgers = withSpoilt(missing);
    const known: Ledgers['known'] = async (findings) =>
      (await ledgers.known(findings)).map((one) => ({ ...one, standing: 'open' }));
    const result = await compared({ ...ledgers, known });
    expect(result.open.map(({ kind }) => kind)).toEqual(['unreadable']);
    expect(result.unsettled.has('p2')).toBe(true);
  });

  it('that names an operation leaves that one undecided', async () => {
    const result = await compared(withSpoilt(agreed, spoilt({ operationId: 'p9' })));
    expect(result.unsettled.has('p9')).toBe(true);
  });

  it('belongs to the window in which it came to be, and to no other', async () => {
    const result = await compared(withSpoilt(agreed, spoilt({ createdAt: atSecond(86_401) })));
    expect(result.fresh).toEqual([]);
    expect(result.counts.differences).toBe(0);
    expect(result.unreadable).toHaveLength(1);
  });

  it('is the same difference with another fault, and another one under another name', async () => {
    const idOf = async (record: object) =>
      (await compared(withSpoilt(agreed, spoilt(record)))).fresh.map(({ differenceId }) => differenceId);
    expect(await idOf({ field: 'amount' })).toEqual(await idOf({}));
    expect(await idOf({ reference: 're_other' })).not.toEqual(await idOf({}));
    expect(await idOf({ reference: 'none', createdAt: atSecond(400) })).not.toEqual(
      await idOf({ reference: 'none' }),
    );
  });
});
