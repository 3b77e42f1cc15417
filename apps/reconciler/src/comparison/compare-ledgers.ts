import type { EffectPage } from '@countersign/capabilities';
import type {
  ComparedCounts,
  ComparedTotal,
  ComparedWindow,
  DifferenceKind,
  Instant,
} from '@countersign/domain';
import { judge, type Unit } from './judge.js';
import { LedgerMerge } from './ledger-merge.js';
import type { Claim } from './our-claim.js';
import { anchorIn, countsIn, type Judged, Tally } from './tally.js';

/** Both ledgers over one window, stretched at both ends by the band, in pages, newest first. */
export interface Ledgers {
  effects(after?: string): Promise<EffectPage>;
  claims(after?: string): Promise<{ readonly claims: readonly Claim[]; readonly next: string | 'end' }>;
  /** What our record says of these operations, whenever they were sent; none of what is no proposal of ours. */
  claimsOf(operationIds: readonly string[]): Promise<readonly Claim[]>;
  /** Judges a unit again that seems to differ, on the streams and by asking the target for the operation itself. */
  confirm(unit: Unit): Promise<Confirmed>;
}

export type Confirmed =
  | { readonly outcome: 'judged'; readonly unit: Unit; readonly judged: Judged }
  | { readonly outcome: 'no_answer'; readonly code: string };

export interface FoundDifference {
  readonly kind: DifferenceKind;
  readonly unit: Unit;
  readonly anchoredAt: Instant;
}

export type Compared =
  | {
      readonly outcome: 'compared';
      readonly differences: readonly FoundDifference[];
      /** Operations that are in flight, under review or undecided: what was found of them before still stands. */
      readonly unsettled: ReadonlySet<string>;
      readonly counts: ComparedCounts;
      readonly totals: readonly ComparedTotal[];
      readonly source: string;
      readonly readAt: Instant;
      /** The most operations that were held at a time. */
      readonly held: number;
    }
  /** Not all of it could be read, so nothing is concluded from what was. */
  | { readonly outcome: 'not_compared'; readonly code: string };

export interface CompareLimits {
  /** How far apart a call and its effect may be, by two clocks. */
  readonly bandMs: number;
  /** Differences that one comparison keeps; the rest is counted. */
  readonly differencesMax: number;
}

const pagesMax = 10_000;

/** Compares two ledgers over a window, both ways. Holds a page of each and the operations within the band. */
export async function compareLedgers(
  ledgers: Ledgers,
  window: ComparedWindow,
  limits: CompareLimits,
): Promise<Compared> {
  const merge = new LedgerMerge(limits.bandMs);
  const tally = new Tally();
  const found: FoundDifference[] = [];
  const unsettled = new Set<string>();
  let after: { effects?: string; claims?: string } = {};
  let read = { source: 'nothing', readAt: window.to };
  let left = 0;
  for (let pages = 0; ; pages += 1) {
    const wanted = merge.wants();
    if (wanted === 'nothing') break;
    if (pages >= pagesMax) return { outcome: 'not_compared', code: 'listing_does_not_end' };
    if (wanted === 'effects') {
      const page = await ledgers.effects(after.effects);
      if (page.outcome === 'no_answer') return { outcome: 'not_compared', code: page.code };
      if (page.next === after.effects) return { outcome: 'not_compared', code: 'listing_does_not_end' };
      merge.addEffects(page.effects, page.next === 'end');
      read = { source: page.source, readAt: page.readAt };
      after = { ...after, effects: page.next };
    } else {
      const page = await ledgers.claims(after.claims);
      merge.addClaims(page.claims, page.next === 'end');
      after = { ...after, claims: page.next };
    }
    for (const unit of await withClaims(merge.take(), ledgers)) {
      const confirmed = await judgedOf(unit, ledgers, window);
      if (confirmed === undefined) continue;
      if (confirmed.outcome === 'no_answer') return { outcome: 'not_compared', code: confirmed.code };
      const { judged } = confirmed;
      if (countsIn(confirmed.unit, window)) tally.add(confirmed.unit, judged);
      if (isUnsettled(judged)) unsettled.add(confirmed.unit.operationId ?? '');
      const anchoredAt = anchorIn(confirmed.unit, window);
      if (judged.verdict !== 'differs' || anchoredAt === undefined) continue;
      if (found.length < limits.differencesMax) {
        found.push({ kind: judged.kind, unit: confirmed.unit, anchoredAt });
      } else {
        left += 1;
      }
    }
  }
  return {
    outcome: 'compared',
    differences: found,
    unsettled,
    counts: tally.counts(left),
    totals: tally.totals(),
    held: merge.held,
    ...read,
  };
}

const isUnsettled = ({ verdict }: Judged): boolean =>
  verdict === 'in_flight' || verdict === 'under_review' || verdict === 'undecided';

/** An effect whose call lies outside of the band still has a claim, or a proposal that was never sent. */
async function withClaims(units: readonly Unit[], ledgers: Ledgers): Promise<readonly Unit[]> {
  const alone = units.flatMap(({ claim, operationId }) =>
    claim === undefined && operationId !== undefined ? [operationId] : [],
  );
  if (alone.length === 0) return units;
  const claims = new Map((await ledgers.claimsOf(alone)).map((claim) => [String(claim.proposalId), claim]));
  return units.map((unit) => {
    const claim = unit.claim ?? claims.get(unit.operationId ?? '');
    return claim === undefined ? unit : { ...unit, claim };
  });
}

/** Undefined for what lies in another window. Only what seems to differ is asked about again. */
async function judgedOf(
  unit: Unit,
  ledgers: Ledgers,
  window: ComparedWindow,
): Promise<Confirmed | undefined> {
  if (anchorIn(unit, window) === undefined && !countsIn(unit, window)) return undefined;
  const judged = judge(unit);
  return judged.verdict === 'differs' ? ledgers.confirm(unit) : { outcome: 'judged', unit, judged };
}
