import type { Ports } from '@countersign/contracts';
import { StoreError } from '@countersign/event-store';
import type { Chance } from './chance.js';
import type { Fault, FaultBook } from './fault-book.js';
import type { Owner, Scheduler } from './scheduler.js';

/** What a crash, a pause and a slow answer mean to whoever runs the processes. */
export interface Machine {
  readonly scheduler: Scheduler;
  readonly faults: FaultBook;
  crashed(owner: Owner, fault: Fault): void;
  paused(owner: Owner, fault: Fault): void;
  /** One line of the trace, and one place where a process waited. */
  noted(owner: Owner, label: string, outcome: string): void;
}

const atEveryAwait = ['crash_before', 'crash_after', 'pause', 'slow'];
const ofTheStore = [...atEveryAwait, 'store_away', 'store_away_after'];

/** Appends are fewer than reads, and more hangs on what goes wrong with them. */
const troubleWithAppends = 3;

/**
 * Everything one process waits for goes through here: the call takes effect at an instant of its own, and its answer
 * comes, late, never, or to a process that is no longer wanted.
 */
export class ProcessCalls {
  constructor(
    readonly owner: Owner,
    private readonly machine: Machine,
    private readonly chance: Chance,
  ) {}

  /** A question to the database. */
  toStore<Result>(label: string, effect: () => Result, told: (result: Result) => string): Promise<Result> {
    return new Promise((resolve, reject) => {
      const { scheduler, faults } = this.machine;
      const point = { service: this.owner.service ?? 'world', label };
      const fault = faults.choose(point, ofTheStore, label.startsWith('append') ? troubleWithAppends : 1);
      scheduler.after(this.owner, this.latencyMs(), label, () => {
        if (fault?.kind === 'crash_before') return this.machine.crashed(this.owner, fault);
        if (fault?.kind === 'store_away') {
          this.machine.noted(this.owner, label, 'the database does not answer');
          return reject(away());
        }
        let result: Result;
        try {
          result = effect();
        } catch (error) {
          return reject(error);
        }
        this.machine.noted(this.owner, label, told(result));
        this.#answer(label, fault, {
          resolve: () => (fault?.kind === 'store_away_after' ? reject(away()) : resolve(result)),
        });
      });
    });
  }

  /** An answer that has arrived from outside, about to be heard. */
  heard(label: string, fault: Fault | undefined, resolve: () => void): void {
    if (fault?.kind === 'crash_before') this.machine.crashed(this.owner, fault);
    else this.#answer(label, fault, { resolve });
  }

  latencyMs(): number {
    return this.chance.happens(0.06) ? this.chance.whole(40, 400) : this.chance.whole(1, 12);
  }

  #answer(label: string, fault: Fault | undefined, { resolve }: { resolve: () => void }): void {
    if (fault?.kind === 'crash_after') {
      this.machine.crashed(this.owner, fault);
      return;
    }
    const pauses = fault?.kind.startsWith('pause') === true;
    if (pauses) this.machine.paused(this.owner, fault);
    if (pauses || fault?.kind === 'slow') {
      const ms = fault.kind === 'slow' ? fault.ms : 0;
      this.machine.scheduler.after(this.owner, ms, `${label}, answered`, resolve);
      return;
    }
    resolve();
  }
}

/** The ports of one process. Its clock may be wrong by a constant; the database's is not. */
export function processPorts(
  { scheduler }: Pick<Machine, 'scheduler'>,
  owner: Owner,
  given: { readonly chance: Chance; readonly skewMs: number; readonly fetch: typeof globalThis.fetch },
): Ports {
  const { chance, skewMs, fetch } = given;
  const nowMs = () => scheduler.nowMs + skewMs;
  return {
    clock: {
      nowMs,
      now: () => new Date(nowMs()).toISOString(),
      wait: (ms, signal) =>
        new Promise((resolve, reject) => {
          if (signal?.aborted) return reject(signal.reason);
          const handle = scheduler.after(owner, ms, 'wait', () => {
            signal?.removeEventListener('abort', onAbort);
            resolve();
          });
          const onAbort = () => {
            handle.cancel();
            reject(signal?.reason);
          };
          signal?.addEventListener('abort', onAbort, { once: true });
        }),
    },
    randomness: {
      uuid: () => chance.uuid(),
      fraction: () => chance.fraction(),
      bytes: (count) => chance.bytes(count),
    },
    network: { fetch },
  };
}

const away = () => new StoreError('store_unavailable', 'The event store is not available: simulated.');
