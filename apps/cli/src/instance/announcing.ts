import { announceRunning, forgetRunning, type RunningInstance } from './running-file.js';
import type { UndoList } from './undo-list.js';

/** Tells other commands where this instance is, and tells them anew when a process of it was replaced. */
export class Announcing {
  #describe: (() => Promise<RunningInstance>) | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly folder: string,
    private readonly undo: UndoList,
  ) {}

  async of(describe: () => Promise<RunningInstance>): Promise<RunningInstance> {
    const running = await describe();
    await announceRunning(this.folder, running);
    this.#describe = describe;
    this.undo.add(async () => {
      this.#describe = undefined;
      await this.#writing;
      await forgetRunning(this.folder);
    });
    return running;
  }

  /** Once it has been told at all. */
  again(): void {
    const describe = this.#describe;
    if (describe === undefined) return;
    this.#writing = this.#writing
      .then(describe)
      .then((running) => announceRunning(this.folder, running))
      .catch(() => undefined);
  }
}
