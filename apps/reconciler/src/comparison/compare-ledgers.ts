import type { EffectPage } from '@countersign/capabilities';
import type { ComparedCounts, ComparedTotal, ComparedWindow, UnreadableRecord } from '@countersign/domain';
import { type Finding, Findings, type FoundDifference, type Known } from './findings.js';
import { judge, type Unit } from './judge.js';
import { LedgerMerge } from './ledger-merge.js';
import type { Claim } from './our-claim.js';
import { anchorIn, countsIn, isIn, type Judged, Tally } from './tally.js';

/** Both ledgers over one window, stretched at both ends by the band, in pages, newest first. */
export interface Ledgers {
  effects(after?: string): Promise<EffectPage>;
  claims(after?: string): Promise<{ readonly claims: readonly Claim[]; readonly next: string | 'end' }>;
  /** What our record says of these operations, whenever they were sent; none of what is no proposal of ours. */
  claimsOf(operationIds: readonly string[]): Promise<readonly Claim[]>;
  /** Judges a unit again that seems to differ, on the streams and by asking the target for the operation itself. */
  confirm(unit: Unit): Promise<Confirmed>;
  /** Which of these have an item already, in the order given. */
  known(findings: readonly Finding[]): Promise<readonly Known[]>;
}

export type Confirmed =
  | { readonly outcome: 'judged'; readonly unit: Unit; readonly judged: Judged }
  | { readonly outcome: 'no_answer'; readonly code: string };

export type Compared =
  | {
      readonly outcome: 'compared';
      /** Differences without an item yet, at most as many as one comparison records. */
      readonly fresh: readonly FoundDifference[];
      /** Differences that are in the queue already, at most as many. */
      readonly open: readonly FoundDifference[];
      /** Differences beyond both. */
      readonly notShown: number;
      /** The ids of all, settled ones included. */
      readonly found: ReadonlySet<string>;
      /** Operations that are in flight, under review or undecided: what was found of them before still stands. */
      readonly unsettled: ReadonlySet<string>;
      /** With any of these the listing proves no absence. */
      readonly unreadable: readonly UnreadableRecord[];
      readonly counts: ComparedCounts;
      readonly totals: readonly ComparedTotal[];
      readonly source: string;
      readonly readAt: string;
      /** The most operations that were held at a time. */
      readonly held: number;
    }
  /** Not all of it could be read, so nothing is concluded from what was. */
  | { readonly outcome: 'not_compared'; readonly code: string };

export interface CompareLimits {
  /** How far apart a call and its effect may be, by two clocks. */
  readonly bandMs: number;
  /** New differences that one comparison records; the window is compared again for the rest. */
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
  const course = new Course(ledgers, window, limits.differencesMax);
  let after: { effects?: string; claims?: string } = {};
  let read = { source: 'nothing', readAt: window.to };
  for (let pages = 0; ; pages += 1) {
    const wanted = merge.wants();
    if (wanted === 'nothing') break;
    if (pages >= pagesMax) return { outcome: 'not_compared', code: 'listing_does_not_end' };
    if (wanted === 'effects') {
      const page = await ledgers.effects(after.effects);
      if (page.outcome === 'no_answer') return { outcome: 'not_compared', code: page.code };
      if (page.next === after.effects) return { outcome: 'not_compared', code: 'listing_does_not_end' };
      merge.addEffects(page.effects, page.next === 'end');
      await course.addUnreadable(page.unreadable);
      read = { source: page.source, readAt: page.readAt };
      after = { ...after, effects: page.next };
    } else {
      const page = await ledgers.claims(after.claims);
      merge.addClaims(page.claims, page.next === 'end');
      after = { ...after, claims: page.next };
    }
    const failed = await course.addUnits(merge.take());
    if (failed !== undefined) return { outcome: 'not_compared', code: failed };
  }
  return { outcome: 'compared', ...course.result(), held: merge.held, ...read };
}

/** What was found of one window so far. */
class Course {
  readonly #tally = new Tally();
  /** What only an unreadable record keeps from being missing. */
  readonly #missing: { units: number; operations: string[]; tally: Tally } = {
    ...{ units: 0, operations: [], tally: new Tally() },
  };
  readonly #unsettled = new Set<string>();
  readonly #unreadable: UnreadableRecord[] = [];
  readonly #findings: Findings;

  constructor(
    private readonly ledgers: Ledgers,
    private readonly window: ComparedWindow,
    max: number,
  ) {
    this.#findings = new Findings(max);
  }

  /** Each a difference of its own; of the operation it names, where it names one, nothing is concluded. */
  async addUnreadable(records: readonly UnreadableRecord[]): Promise<void> {
    this.#unreadable.push(...records);
    for (const { operationId } of records) if (operationId !== undefined) this.#unsettled.add(operationId);
    const own = records.filter(({ createdAt }) => isIn(createdAt, this.window));
    this.#tally.addUnreadable(own.length);
    await this.#find(
      own.map((unreadable) => {
        const { createdAt: anchoredAt } = unreadable;
        return { kind: 'unreadable', unit: { effects: [] }, anchoredAt, unreadable };
      }),
    );
  }

  /** The code of the answer that was missing, if one was. */
  async addUnits(units: readonly Unit[]): Promise<string | undefined> {
    const findings: Finding[] = [];
    for (const unit of await withClaims(units, this.ledgers)) {
      const confirmed = await judgedOf(unit, this.ledgers, this.window);
      if (confirmed === undefined) continue;
      if (confirmed.outcome === 'no_answer') return confirmed.code;
      const finding = this.#judged(confirmed);
      if (finding !== undefined) findings.push(finding);
    }
    await this.#find(findings);
    return undefined;
  }

  result() {
    const isWhole = this.#unreadable.length === 0;
    const { settled, notRecorded, ...found } = this.#findings.result({ isWhole });
    if (isWhole) this.#tally.addAll(this.#missing.tally);
    else {
      this.#tally.addUndecided(this.#missing.units);
      for (const operation of this.#missing.operations) this.#unsettled.add(operation);
    }
    return {
      ...found,
      unsettled: this.#unsettled,
      unreadable: this.#unreadable,
      counts: this.#tally.counts({ settled, notRecorded }),
      totals: this.#tally.totals(),
    };
  }

  #judged({ unit, judged }: Extract<Confirmed, { outcome: 'judged' }>): Finding | undefined {
    const isMissing = judged.verdict === 'differs' && judged.kind === 'effect_missing';
    if (countsIn(unit, this.window)) (isMissing ? this.#missing.tally : this.#tally).add(unit, judged);
    if (isUnsettled(judged)) this.#unsettled.add(unit.operationId ?? '');
    const anchoredAt = anchorIn(unit, this.window);
    if (judged.verdict !== 'differs' || anchoredAt === undefined) return undefined;
    if (isMissing) {
      this.#missing.units += 1;
      this.#missing.operations.push(unit.operationId ?? '');
    }
    return { kind: judged.kind, unit, anchoredAt };
  }

  async #find(findings: readonly Finding[]): Promise<void> {
    if (findings.length === 0) return;
    const known = await this.ledgers.known(findings);
    for (const [at, one] of known.entries()) {
      const finding = findings[at];
      if (finding !== undefined) this.#findings.add(finding, one);
    }
  }
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
