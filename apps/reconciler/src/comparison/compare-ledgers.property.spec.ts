import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { atSecond, ledgersOf, type Planting, planted, plantings } from '../testing/two-ledgers.js';
import { compareLedgers } from './compare-ledgers.js';

const window = { from: atSecond(3_600), to: atSecond(7_200) };
const limits = { bandMs: 60_000, differencesMax: 1_000 };

interface Operation {
  readonly planting: Planting;
  readonly second: number;
  readonly skew: number;
}

const operations = fc.array(
  fc.record<Operation>({
    planting: fc.constantFrom(...(Object.keys(plantings) as Planting[])),
    // With neighbours on both sides: what lies in another window is compared there.
    second: fc.integer({ min: 3_500, max: 7_300 }),
    skew: fc.integer({ min: -20, max: 20 }),
  }),
  { maxLength: 40 },
);

const within = (at: string, { from, to }: { from: string; to: string }) => at >= from && at < to;
const stretched = {
  from: new Date(Date.parse(window.from) - limits.bandMs).toISOString(),
  to: new Date(Date.parse(window.to) + limits.bandMs).toISOString(),
};

/** The two ledgers, what a listing of the window shows of them, and what was planted into it. */
function world(given: readonly Operation[]) {
  const all = given.map(({ planting, second, skew }, at) => ({
    id: `p${at}`,
    kind: plantings[planting],
    ...planted(planting, `p${at}`, second, skew),
  }));
  const everything = {
    effects: all.flatMap(({ effects }) => effects),
    claims: all.flatMap(({ claims }) => claims),
  };
  const listed = {
    effects: everything.effects.filter(({ createdAt }) => within(createdAt, stretched)),
    claims: everything.claims.filter(({ sentAt }) => within(sentAt, stretched)),
  };
  const planted_ = all.filter(({ kind, effects, claims }) => {
    const instants = effects.length > 0 ? effects.map((e) => e.createdAt) : claims.map((c) => c.sentAt);
    return kind !== undefined && instants.some((at) => within(at, window));
  });
  return { everything, listed, expected: planted_.map(({ id, kind }) => `${id} ${kind}`).sort() };
}

async function found(ledgers: ReturnType<typeof ledgersOf>) {
  const compared = await compareLedgers(ledgers, window, limits);
  if (compared.outcome !== 'compared') throw new Error(compared.code);
  const names = compared.fresh.map(({ kind, unit }) => {
    const [first] = unit.effects;
    return `${unit.operationId ?? first?.reference.slice('re_'.length)} ${kind}`;
  });
  return { names: names.sort(), compared };
}

const newestFirst = <Item>(items: readonly Item[], at: (item: Item) => string) =>
  [...items].sort((a, b) => (at(a) > at(b) ? -1 : 1));

describe('any two ledgers', () => {
  it('differ in exactly what was planted, whatever the pages and the order', async () => {
    await fc.assert(
      fc.asyncProperty(operations, fc.integer({ min: 1, max: 9 }), fc.gen(), async (given, size, gen) => {
        const { everything, listed, expected } = world(given);
        const sorted = {
          effects: newestFirst(listed.effects, (effect) => effect.createdAt),
          claims: newestFirst(listed.claims, (claim) => String(claim.sentAt)),
        };
        const inOrder = await found(ledgersOf(sorted, everything, size));
        expect(inOrder.names).toEqual(expected);
        const shuffled = {
          effects: gen(fc.shuffledSubarray, listed.effects, { minLength: listed.effects.length }),
          claims: gen(fc.shuffledSubarray, listed.claims, { minLength: listed.claims.length }),
        };
        const anyOrder = await found(ledgersOf(shuffled, everything, size));
        expect(anyOrder.names).toEqual(expected);
        expect(anyOrder.compared).toMatchObject({ totals: inOrder.compared.totals });
      }),
    );
  });

  it('whose money is the same have the same totals, and others differ by what was planted', async () => {
    const moneyKept: readonly Planting[] = ['agreed', 'settled_late', 'failed_both', 'target_differs'];
    await fc.assert(
      fc.asyncProperty(operations, async (given) => {
        const kept = given.filter(({ planting }) => moneyKept.includes(planting));
        const { everything, listed } = world(kept);
        const { compared } = await found(ledgersOf(listed, everything, 7));
        for (const { targetMinor, oursMinor } of compared.totals) expect(targetMinor).toBe(oursMinor);
        const edited = world(given.map((one) => ({ ...one, planting: 'amount_differs' as const })));
        const off = await found(ledgersOf(edited.listed, edited.everything, 7));
        const [total] = off.compared.totals;
        const differing = off.compared.counts.differences;
        expect((total?.oursMinor ?? 0) - (total?.targetMinor ?? 0)).toBe(differing * 3_780);
      }),
    );
  });
});
