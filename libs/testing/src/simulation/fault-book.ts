import { Chance } from './chance.js';

/** A place where something may go wrong: the n-th time that a service does one thing. */
export interface Point {
  readonly service: string;
  /** `append ExecutionStarted`, `POST payments/v1/refunds`, `hear PolicyDecided`. */
  readonly label: string;
}

/** Something that went wrong, and where. `ms` is how long, where that means anything. */
export interface Fault {
  readonly key: string;
  readonly kind: string;
  readonly ms: number;
}

/** How probable each kind is at a place where it can happen, and how long it lasts. */
export interface Likelihood {
  readonly rate: number;
  readonly ms: readonly [min: number, max: number];
}

export type Profile = Readonly<Record<string, Likelihood>>;

export interface FaultBookOptions {
  readonly seed: number;
  readonly profile: Profile;
  readonly faultsMax: number;
  /** Instead of drawing: exactly these, each where it belongs. */
  readonly replay?: readonly Fault[] | undefined;
}

/**
 * Which faults there are. Drawn from the seed as places are reached, or read from a list: a run that failed is run
 * again with fewer and fewer of its faults until none can be left out.
 */
export class FaultBook {
  readonly fired: Fault[] = [];
  readonly #chance: Chance;
  readonly #counts = new Map<string, number>();
  readonly #replay: ReadonlyMap<string, Fault> | undefined;
  /** Set when the world heals: from then on nothing goes wrong any more. */
  healed = false;

  constructor(private readonly options: FaultBookOptions) {
    this.#chance = new Chance(options.seed, 'faults');
    const { replay } = options;
    this.#replay = replay && new Map(replay.map((fault) => [fault.key, fault]));
  }

  /** `times` is how much more probable anything is here than elsewhere. */
  choose({ service, label }: Point, candidates: readonly string[], times = 1): Fault | undefined {
    if (this.healed) return undefined;
    const name = `${service} ${label}`;
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    const key = `${name} #${count}`;
    const fault = this.#replay === undefined ? this.#drawn(key, candidates, times) : this.#replay.get(key);
    if (fault === undefined || !candidates.includes(fault.kind)) return undefined;
    this.fired.push(fault);
    return fault;
  }

  #drawn(key: string, candidates: readonly string[], times: number): Fault | undefined {
    if (this.fired.length >= this.options.faultsMax) return undefined;
    let left = this.#chance.fraction();
    for (const kind of candidates) {
      const likelihood = this.options.profile[kind];
      if (likelihood === undefined) continue;
      left -= likelihood.rate * times;
      if (left < 0) return { key, kind, ms: this.#chance.whole(...likelihood.ms) };
    }
    return undefined;
  }
}
