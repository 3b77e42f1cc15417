import type { Randomness } from '@countersign/contracts';
import { type Failure, type FailureKind, storeAway } from '../failure/failure.js';
import { backoffMs, treatments } from '../failure/treatments.js';
import type { Source } from './delivery.js';
import type { ToPark } from './parking.js';

/** How a delivery is to be set aside. */
export type Aside = Omit<ToPark, 'service' | 'delivery'>;

const awayBackoff = { baseMs: 20, ceilingMs: 1_000 };

/** The tries of one delivery, counted by kind of failure. */
export class Tries {
  readonly #counts: Partial<Record<FailureKind, number>> = {};
  #all = 0;
  #away = 0;

  constructor(private readonly randomness: Randomness) {}

  /** What comes next: nothing, another try after milliseconds, setting it aside, or waiting for the store. */
  after(failure: Failure, source: Source): 'done' | 'store_away' | number | Aside {
    const { failureKind: kind, code, message } = failure;
    if (kind === 'retryable' && code === storeAway) return 'store_away';
    this.#all += 1;
    const count = (this.#counts[kind] ?? 0) + 1;
    this.#counts[kind] = count;
    const aside = (status: 'parked' | 'halted'): Aside => ({
      status,
      kind,
      code,
      reason: message,
      attempts: this.#all,
    });
    const treatment = treatments[kind];
    switch (treatment.step) {
      case 'done':
        return 'done';
      case 'park':
        return aside('parked');
      case 'halt':
        return aside('halted');
      case 'try_again':
        return count < treatment.attemptsMax
          ? backoffMs(treatment.backoff, count, this.randomness.fraction())
          : aside(treatment.afterwards[source] === 'park' ? 'parked' : 'halted');
      default:
        return treatment satisfies never;
    }
  }

  /** Unbounded, because the store being away says nothing about the message. */
  whileAway(): number {
    this.#away += 1;
    return backoffMs(awayBackoff, this.#away, this.randomness.fraction());
  }
}
