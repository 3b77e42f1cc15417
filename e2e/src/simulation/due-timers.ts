import type { World } from './world.js';

/** Gives each timer that is due to the process that hears for its service; to the next one, if that one dies with it. */
export class DueTimers {
  readonly #given = new Set<string>();

  constructor(private readonly world: World) {}

  fireDue(): void {
    const { scheduler, records, running, births } = this.world;
    for (const [name, timer] of records.timers) {
      const by = running.get(timer.service);
      if (by === undefined || !by.process.hasTimer(timer.task)) continue;
      const given = `${timer.id} to ${births.get(timer.service)}`;
      if (this.#given.has(given)) continue;
      this.#given.add(given);
      scheduler.at(by.owner, timer.dueAtMs + 20, `timer ${timer.task}`, () => {
        if (records.timers.get(name)?.id !== timer.id) return;
        this.world.line(`${by.owner.name}: timer ${timer.task} is due`);
        by.process.fire(timer, () => {
          if (records.timers.get(name)?.id === timer.id) records.timers.delete(name);
        });
      });
    }
  }
}
