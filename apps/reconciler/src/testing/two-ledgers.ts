import { type DifferenceKind, type EffectSeen, type Instant, proposalId } from '@countersign/domain';
import type { Confirmed, Ledgers } from '../comparison/compare-ledgers.js';
import { differenceId } from '../comparison/difference-id.js';
import type { Finding } from '../comparison/findings.js';
import { judge, needsProof, type Unit } from '../comparison/judge.js';
import type { Claim } from '../comparison/our-claim.js';

const dayMs = Date.parse('2026-11-29T00:00:00.000Z');
export const atSecond = (second: number): Instant => new Date(dayMs + second * 1000).toISOString();

export function effect(
  operationId: string | undefined,
  second: number,
  over: Partial<EffectSeen> = {},
): EffectSeen {
  return {
    reference: `re_${operationId ?? second}`,
    ...(operationId === undefined ? {} : { operationId }),
    target: { type: 'charge', id: `ch_${operationId ?? second}` },
    ...{ amountMinor: 4_200, currency: 'EUR', standing: 'settled', status: 'succeeded' },
    createdAt: atSecond(second),
    ...over,
  };
}

export function claim(id: string, second: number, over: Partial<Claim> = {}): Claim {
  return {
    ...{ proposalId: proposalId(id), system: 'payments', status: 'completed', standing: 'done' },
    ...{ target: { type: 'charge', id: `ch_${id}` }, amountMinor: 4_200, currency: 'EUR' },
    ...{ reference: `re_${id}`, sentAt: atSecond(second) },
    ...over,
  };
}

/** Every way in which one operation can stand in two ledgers, and the difference that it is. */
export const plantings = {
  agreed: undefined,
  settled_late: undefined,
  failed_both: undefined,
  in_flight: undefined,
  under_review: undefined,
  effect_without_proposal: 'effect_without_proposal',
  foreign_operation: 'effect_without_proposal',
  effect_not_claimed: 'effect_not_claimed',
  effect_missing: 'effect_missing',
  effect_failed: 'effect_failed',
  two_effects: 'two_effects',
  two_effects_far_apart: 'two_effects',
  amount_differs: 'amount_differs',
  currency_differs: 'currency_differs',
  target_differs: 'target_differs',
} as const satisfies Record<string, DifferenceKind | undefined>;
export type Planting = keyof typeof plantings;

/** One operation as it stands in both ledgers; sent at this second, the effect `skew` seconds later. */
export function planted(planting: Planting, id: string, second: number, skew = 0) {
  const seen = (over: Partial<EffectSeen> = {}) => effect(id, second + skew, over);
  const ours = (over: Partial<Claim> = {}) => claim(id, second, over);
  switch (planting) {
    case 'agreed':
      return { effects: [seen()], claims: [ours()] };
    case 'settled_late':
      return { effects: [seen({ standing: 'pending', status: 'pending' })], claims: [ours()] };
    case 'failed_both':
      return {
        effects: [seen({ standing: 'undone', status: 'failed' })],
        claims: [ours({ standing: 'none', status: 'failed', reference: 'none' })],
      };
    case 'in_flight':
    case 'under_review':
      return { effects: [seen()], claims: [ours({ standing: planting, reference: 'none' })] };
    case 'effect_without_proposal':
      return { effects: [effect(undefined, second + skew, { reference: `re_${id}` })], claims: [] };
    case 'foreign_operation':
      return { effects: [seen()], claims: [] };
    case 'effect_not_claimed':
      return { effects: [seen()], claims: [ours({ standing: 'none', status: 'failed', reference: 'none' })] };
    case 'effect_missing':
      return { effects: [], claims: [ours()] };
    case 'effect_failed':
      return { effects: [seen({ standing: 'undone', status: 'failed' })], claims: [ours()] };
    case 'two_effects':
      return { effects: [seen(), seen({ reference: `re_${id}_again` })], claims: [ours()] };
    case 'two_effects_far_apart':
      return {
        effects: [effect(id, second - 86_400), seen({ reference: `re_${id}_again` })],
        claims: [ours({ sentAt: atSecond(second - 86_400) })],
      };
    case 'amount_differs':
      return { effects: [seen({ amountMinor: 420 })], claims: [ours()] };
    case 'currency_differs':
      return { effects: [seen({ currency: 'USD' })], claims: [ours()] };
    case 'target_differs':
      return { effects: [seen({ target: { type: 'charge', id: 'ch_other' } })], claims: [ours()] };
  }
}

interface Both {
  readonly effects: readonly EffectSeen[];
  readonly claims: readonly Claim[];
}

/** Two ledgers in memory, of one window stretched by the band, in pages of this size and in the order given. */
export function ledgersOf(listed: Both, everything: Both, pageSize: number): Ledgers {
  const page = <Item>(items: readonly Item[], after: string | undefined) => {
    const from = after === undefined ? 0 : Number(after);
    const to = from + pageSize;
    return { items: items.slice(from, to), next: to >= items.length ? ('end' as const) : String(to) };
  };
  return {
    effects: async (after) => {
      const { items, next } = page(listed.effects, after);
      return { outcome: 'listed', effects: items, unreadable: [], next, source: 'fake', readAt: atSecond(0) };
    },
    claims: async (after) => {
      const { items, next } = page(listed.claims, after);
      return { claims: items, next };
    },
    claimsOf: async (ids) => everything.claims.filter(({ proposalId: id }) => ids.includes(id)),
    confirm: async (unit) => confirmIn(everything, unit),
    known: async (findings) =>
      findings.map((finding) => ({ differenceId: idOf(finding), standing: 'fresh' as const })),
  };
}

const idOf = (finding: Finding) => differenceId({ tenant: 't', system: 'payments' }, finding);

/** What the target says when it is asked for the operation itself. */
function confirmIn({ effects }: Both, unit: Unit): Confirmed {
  const judged = judge(unit);
  const all = effects.filter(({ operationId }) => operationId === unit.operationId);
  if (judged.verdict !== 'differs' || !needsProof(judged, unit)) return { outcome: 'judged', unit, judged };
  const isProven = judged.kind === 'effect_missing' ? all.length === 0 : all.length > 1;
  return { outcome: 'judged', unit, judged: isProven ? judged : { verdict: 'elsewhere' } };
}
