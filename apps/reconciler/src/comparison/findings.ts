import type { DifferenceKind, Instant, UnreadableRecord } from '@countersign/domain';
import type { Unit } from './judge.js';

/** What differs, before anybody looked whether it is known. */
export interface Finding {
  readonly kind: DifferenceKind;
  readonly unit: Unit;
  readonly anchoredAt: Instant;
  /** Of the kind `unreadable`. */
  readonly unreadable?: UnreadableRecord;
}

/** `fresh` has no item, or one that went away by itself; what people `settled` stays settled. */
export type Standing = 'fresh' | 'open' | 'settled';

export interface FoundDifference extends Finding {
  readonly differenceId: string;
}

export interface Known {
  readonly differenceId: string;
  readonly standing: Standing;
}

/**
 * The differences of one window: at most so many that have no item yet, so that a comparison ends, and what is open
 * already to be shown. What has an item or is settled takes no other's place.
 */
export class Findings {
  readonly #ids = new Set<string>();
  readonly #fresh = new Places();
  /** Told apart until the end: with a record that nobody can read, nothing is missing for certain. */
  readonly #missing = new Places();
  readonly #open = new Places();
  #settled = 0;

  constructor(private readonly max: number) {}

  add(finding: Finding, { differenceId, standing }: Known): void {
    if (this.#ids.has(differenceId)) return;
    this.#ids.add(differenceId);
    const found = { ...finding, differenceId };
    if (standing === 'settled') this.#settled += 1;
    else if (standing === 'fresh')
      (finding.kind === 'effect_missing' ? this.#missing : this.#fresh).add(found, this.max);
    else this.#open.add(found, this.max);
  }

  result({ isWhole }: { readonly isWhole: boolean }) {
    const isKept = ({ kind }: Finding) => isWhole || kind !== 'effect_missing';
    const fresh = [...this.#fresh.taken, ...(isWhole ? this.#missing.taken : [])];
    const left = this.#fresh.left + (isWhole ? this.#missing.left : 0);
    const notRecorded = left + Math.max(0, fresh.length - this.max);
    return {
      fresh: fresh.slice(0, this.max),
      open: this.#open.taken.filter(isKept),
      found: this.#ids,
      settled: this.#settled,
      notRecorded,
      notShown: notRecorded + this.#open.left,
    };
  }
}

class Places {
  readonly taken: FoundDifference[] = [];
  left = 0;

  add(found: FoundDifference, max: number): void {
    if (this.taken.length < max) this.taken.push(found);
    else this.left += 1;
  }
}
