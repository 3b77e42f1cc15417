import type { MemoryTimer } from '@countersign/messaging/simulation';
import type { Running, World } from './world.js';

/** What a service hears for as long as it lives, whether or not anything has changed. */
const regular = 'compare-ledger';
const ofRegular = ['LedgerCompared', 'LedgerNotCompared'];

/** Longer than anything takes to show in a ledger by itself: a reader's lag, money on its way, a late report. */
const unchangedMs = 3_600_000;

/** Gives each timer that is due to the process that hears for its service; to the next one, if that one dies with it. */
export class DueTimers {
  readonly #given = new Set<string>();
  #seen = 0;
  #changedAtMs = 0;

  constructor(private readonly world: World) {}

  fireDue(): void {
    const { records, running, births } = this.world;
    for (const [name, timer] of records.timers) {
      const by = running.get(timer.service);
      if (by === undefined || !by.process.hasTimer(timer.task)) continue;
      const given = `${timer.id} to ${births.get(timer.service)}`;
      if (this.#given.has(given)) continue;
      this.#given.add(given);
      this.#fireAt(timer.dueAtMs + 20, name, { timer, by });
    }
  }

  #fireAt(atMs: number, name: string, due: { readonly timer: MemoryTimer; readonly by: Running }): void {
    const { timer, by } = due;
    const { scheduler, records } = this.world;
    const isSet = () => records.timers.get(name)?.id === timer.id;
    scheduler.at(by.owner, atMs, `timer ${timer.task}`, () => {
      if (!isSet()) return;
      const laterMs = this.#waitsUntilMs(timer);
      if (laterMs !== undefined) {
        this.world.line(`${by.owner.name}: timer ${timer.task} waits, for nothing changes before the next`);
        this.#fireAt(laterMs, name, due);
        return;
      }
      this.world.line(`${by.owner.name}: timer ${timer.task} is due`);
      by.process.fire(timer, () => {
        if (isSet()) records.timers.delete(name);
      });
    });
  }

  /**
   * In a world in which nothing has changed for long and nobody is about to do anything, the next thing that can
   * happen is a deadline. What would only find the same again until then is late, as it may be, and runs with it.
   */
  #waitsUntilMs({ task }: MemoryTimer): number | undefined {
    const { scheduler, records, isStill } = this.world;
    if (task !== regular || scheduler.nowMs - this.#lastChangeMs() < unchangedMs || !isStill())
      return undefined;
    const deadlines = [...records.timers.values()].filter((other) => other.task !== regular);
    const nextMs = Math.min(...deadlines.map(({ dueAtMs }) => dueAtMs)) + 20;
    return nextMs > scheduler.nowMs && Number.isFinite(nextMs) ? nextMs : undefined;
  }

  #lastChangeMs(): number {
    const { records, effects } = this.world;
    for (; this.#seen < records.events.length; this.#seen += 1) {
      const event = records.events[this.#seen];
      if (event !== undefined && !ofRegular.includes(event.type))
        this.#changedAtMs = Date.parse(event.recordedAt);
    }
    return Math.max(this.#changedAtMs, ...effects.map(({ createdAtMs }) => createdAtMs));
  }
}
