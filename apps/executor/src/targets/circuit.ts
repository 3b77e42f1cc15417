import type { Executed } from '@countersign/capabilities';
import type { Clock } from '@countersign/contracts';
import {
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
  type IBackoff,
  type IBackoffFactory,
} from 'cockatiel';

/** Milliseconds, but for the number of failures. */
export interface CircuitLimits {
  /** Calls in a row that came to nothing at the target; then it opens. */
  readonly failuresMax: number;
  /** How long it stays open at first; doubled each time its probe fails. */
  readonly openMs: number;
  readonly openCeilingMs: number;
}

export type CircuitWord = 'closed' | 'open' | 'half_open';

/** How long to stay away, or nothing: a call may be made. */
export interface StayAway {
  readonly waitMs: number;
}

/** A target may ask us to wait longer than we would; an hour is as long as one answer is believed. */
const retryAfterMaxMs = 3_600_000;
/** Ours, not the target's: its health cannot be told from them. */
const ours: readonly string[] = ['send_window_over', 'key_life_over', 'connector_failed'];

/**
 * The circuit of one target for one tenant: after so many calls in a row that came to nothing no call is made for a
 * while, then one real call finds out. States, counting and the probe are cockatiel's; time is the clock port's.
 */
export class Circuit {
  readonly #policy: CircuitBreakerPolicy;
  #openUntilMs = 0;

  constructor(
    private readonly limits: CircuitLimits,
    private readonly clock: Pick<Clock, 'nowMs'>,
    onChange: (word: CircuitWord) => void = () => undefined,
  ) {
    this.#policy = circuitBreaker(
      handleWhenResult((result) => isTrouble(result as Executed)),
      { breaker: new ConsecutiveBreaker(limits.failuresMax), halfOpenAfter: this.#backoff() },
    );
    this.#policy.onStateChange((state) => onChange(wordOf(state)));
  }

  get word(): CircuitWord {
    return wordOf(this.#policy.state);
  }

  /** Undefined: a call may be made now, perhaps as the one that finds out. */
  stayAway(): StayAway | undefined {
    if (this.word === 'half_open') return { waitMs: this.limits.openMs };
    const leftMs = this.#openUntilMs - this.clock.nowMs();
    return this.word === 'open' && leftMs > 0 ? { waitMs: leftMs } : undefined;
  }

  /** Makes the call, or surely does not: never waits for a probe of somebody else. `send` must not throw. */
  async call(send: () => Promise<Executed>): Promise<Executed | StayAway> {
    return this.stayAway() ?? (await this.#policy.execute(send));
  }

  /**
   * cockatiel asks its backoff how long the circuit stays open and compares with the machine's clock. Ours answers by
   * the clock port: for ever until the time has come, then not at all.
   */
  #backoff(): IBackoffFactory<unknown> {
    const next = (context: unknown): IBackoff<unknown> => {
      const { attempt = 1, result } = (context ?? {}) as { attempt?: number; result?: { value?: Executed } };
      const asked = result?.value?.class === 'transient' ? (result.value.retryAfterMs ?? 0) : 0;
      const { openMs, openCeilingMs } = this.limits;
      const doubled = Math.min(openCeilingMs, openMs * 2 ** Math.min(attempt - 1, 30));
      this.#openUntilMs = this.clock.nowMs() + Math.max(doubled, Math.min(asked, retryAfterMaxMs));
      const isOver = () => this.clock.nowMs() >= this.#openUntilMs;
      return {
        get duration() {
          return isOver() ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
        },
        next,
      };
    };
    return { next };
  }
}

/** What says that the target is unwell. A refusal is an answer like any other. */
function isTrouble(result: Executed): boolean {
  return (result.class === 'transient' || result.class === 'unknown') && !ours.includes(result.code);
}

function wordOf(state: CircuitState): CircuitWord {
  if (state === CircuitState.Closed) return 'closed';
  return state === CircuitState.HalfOpen ? 'half_open' : 'open';
}
