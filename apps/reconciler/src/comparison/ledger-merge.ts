import type { EffectSeen } from '@countersign/domain';
import type { Unit } from './judge.js';
import type { Claim } from './our-claim.js';

interface Gathering {
  readonly operationId?: string;
  effects: EffectSeen[];
  claim?: Claim;
  oldestMs: number;
}

/**
 * Joins two ledgers that arrive in pages, newest first, by operation. What it holds is one page of each and the
 * operations within a band of time that may still meet their other half; never the window.
 */
export class LedgerMerge {
  readonly #gathering = new Map<string, Gathering>();
  #effectsDownToMs = Number.POSITIVE_INFINITY;
  #claimsDownToMs = Number.POSITIVE_INFINITY;
  #held = 0;

  /** @param bandMs how far apart a call and its effect may be by two clocks. */
  constructor(private readonly bandMs: number) {}

  /** The most operations it ever held at a time. */
  get held(): number {
    return this.#held;
  }

  addEffects(page: readonly EffectSeen[], isLast: boolean): void {
    for (const effect of page) {
      const createdMs = Date.parse(effect.createdAt);
      const key = effect.operationId ?? `reference ${effect.reference}`;
      const known = this.#at(key, createdMs, effect.operationId);
      // A page that shifted under the reader may show the same effect again.
      if (known.effects.some(({ reference }) => reference === effect.reference)) continue;
      known.effects.push(effect);
      this.#effectsDownToMs = Math.min(this.#effectsDownToMs, createdMs);
    }
    if (isLast) this.#effectsDownToMs = Number.NEGATIVE_INFINITY;
  }

  addClaims(page: readonly Claim[], isLast: boolean): void {
    for (const claim of page) {
      const sentMs = Date.parse(claim.sentAt);
      this.#at(claim.proposalId, sentMs, claim.proposalId).claim = claim;
      this.#claimsDownToMs = Math.min(this.#claimsDownToMs, sentMs);
    }
    if (isLast) this.#claimsDownToMs = Number.NEGATIVE_INFINITY;
  }

  /** Whose next page is wanted: the side that is less far back in time, so that neither waits for the other long. */
  wants(): 'effects' | 'claims' | 'nothing' {
    const furthest = Math.max(this.#effectsDownToMs, this.#claimsDownToMs);
    if (furthest === Number.NEGATIVE_INFINITY) return 'nothing';
    return this.#effectsDownToMs === furthest ? 'effects' : 'claims';
  }

  /** The operations that nothing can be added to any more. */
  take(): readonly Unit[] {
    this.#held = Math.max(this.#held, this.#gathering.size);
    const downToMs = Math.max(this.#effectsDownToMs, this.#claimsDownToMs);
    const units: Unit[] = [];
    for (const [key, { operationId, effects, claim, oldestMs }] of this.#gathering) {
      const isOver = operationId === undefined || downToMs < oldestMs - this.bandMs;
      if (!isOver) continue;
      this.#gathering.delete(key);
      units.push({
        effects,
        ...(operationId === undefined ? {} : { operationId }),
        ...(claim === undefined ? {} : { claim }),
      });
    }
    return units;
  }

  #at(key: string, ms: number, operationId: string | undefined): Gathering {
    const known = this.#gathering.get(key);
    if (known !== undefined) {
      known.oldestMs = Math.min(known.oldestMs, ms);
      return known;
    }
    const fresh: Gathering = {
      effects: [],
      oldestMs: ms,
      ...(operationId === undefined ? {} : { operationId }),
    };
    this.#gathering.set(key, fresh);
    return fresh;
  }
}
